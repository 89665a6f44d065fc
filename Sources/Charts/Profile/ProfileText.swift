import Console
import Language
import Music
import Training

/// The profile as plain text: what may be said of each training, and a table of the notes.
public enum ProfileText {
  public static var untrained: String { localized("not trained yet") }

  private static let width = 78

  public static func text(_ profile: ProfileSnapshot) -> String {
    var lines: [String] = []
    for choice in TrainingChoice.all {
      lines += [choice.name] + part(profile, choice) + [""]
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  private static func part(_ profile: ProfileSnapshot, _ choice: TrainingChoice) -> [String] {
    switch (choice.training, choice.kind) {
    case (.comparison, .unison):
      let notes = profile.comparison.unison.notes
      return told(
        localized("comparisons"), profile.comparison.unison.trials,
        VerdictText.sentences(profile.unison), table(notes))
    case (.comparison, .interval):
      return told(
        localized("comparisons"), profile.comparison.interval.trials,
        VerdictText.sentences(profile.intervals))
    case (.matching, let kind):
      let part = profile.matching[kind]
      return told(localized("notes tuned"), part.count, VerdictText.sentences(part.verdicts))
    }
  }

  private static func told(
    _ name: String, _ count: Int, _ sentences: [String], _ table: [String] = []
  ) -> [String] {
    guard count > 0 else { return ["  " + untrained] }
    return (["\(name): \(count)"] + sentences).flatMap { sentence in
      WrappedText.lines(sentence, width: width - 2).map { "  " + $0 }
    } + table
  }

  /// The notes; no threshold that may not be shown.
  private static func table(_ notes: [ProfileSnapshot.Note]) -> [String] {
    let headings = [
      (localized(context: "table", "cents"), 11), (localized(context: "table", "from"), 12),
      (localized(context: "table", "to"), 12), (localized(context: "table", "number"), 13),
    ]
    let rows = notes.map { note in
      let shown = note.verdict.flatMap { $0.state == .shown ? $0.threshold : nil }
      let figures = shown.map { EstimateText($0).cells } ?? ["-", "-", "-"]
      let cells = zip(figures, [11, 12, 12]).map { $0.leftPadded(to: $1) }
      return "  " + NoteName.text(note.note).rightPadded(to: 5) + cells.joined()
        + "\(note.statistics.count)".leftPadded(to: 13)
    }
    return [
      "", String(repeating: " ", count: 11) + localized("threshold and 90 %% interval"),
      "  " + localized(context: "table", "note").rightPadded(to: 5)
        + headings.map { $0.0.leftPadded(to: $0.1) }.joined(),
    ] + rows
  }
}
