import Console
import Language
import Training

/// The profile as plain text: sentences on each training, and a table of the notes.
public enum ProfileText {
  public static var untrained: String { localized("not trained yet") }

  private static let width = 78

  /// - Parameter harmonic: the profile of notes that sounded together; `nil` if there are none.
  public static func text(
    _ profile: ProfileSnapshot, harmonic: ProfileSnapshot? = nil
  ) -> String {
    var lines: [String] = []
    for section in ProfileSections.all {
      lines += [section.choice.name] + section.text(profile) + [""]
    }
    if let harmonic { lines += together(harmonic) }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  /// The sentences about notes that sounded together, for each training with answers.
  private static func together(_ profile: ProfileSnapshot) -> [String] {
    let (unison, interval) = (profile.unison, profile.intervals)
    let comparisons = localized("comparisons")
    var lines: [String] = []
    func add(
      _ choice: TrainingChoice, _ name: String, _ count: Int, _ sentences: [String]
    ) {
      guard count > 0 else { return }
      lines += [TrainingChoice.together(choice.name)] + part(name, count, sentences) + [""]
    }
    add(
      TrainingChoice(.comparison, .unison), comparisons, unison.level.answers,
      VerdictText.sentences(unison))
    add(
      TrainingChoice(.comparison, .interval), comparisons, interval.answers,
      VerdictText.sentences(interval))
    for (training, name, parts) in [
      (TrainingName.matching, localized("notes tuned"), profile.matching),
      (.playing, localized("notes played"), profile.playing),
    ] {
      for kind in TrainingKind.allCases {
        let verdicts = parts[kind].verdicts
        add(
          TrainingChoice(training, kind), name, verdicts.count, VerdictText.sentences(verdicts))
      }
    }
    return lines
  }

  /// The sentences about a training.
  ///
  /// - Parameters:
  ///   - name: the counted things.
  ///   - table: lines that follow the sentences unchanged.
  static func part(
    _ name: String, _ count: Int, _ sentences: [String], _ table: [String] = []
  ) -> [String] {
    guard count > 0 else { return ["  " + untrained] }
    return (["\(name): \(count)"] + sentences).flatMap { sentence in
      WrappedText.lines(sentence, width: width - 2).map { "  " + $0 }
    } + table
  }
}
