import Console
import Language

/// The profile as plain text: what may be said of each training, and a table of the notes.
public enum ProfileText {
  public static var untrained: String { localized("not trained yet") }

  private static let width = 78

  public static func text(_ profile: ProfileSnapshot) -> String {
    var lines: [String] = []
    for section in ProfileSections.all {
      lines += [section.choice.name] + section.text(profile) + [""]
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  /// What is said of a training.
  ///
  /// - Parameters:
  ///   - name: what is counted.
  ///   - table: follows the sentences as it is.
  static func part(
    _ name: String, _ count: Int, _ sentences: [String], _ table: [String] = []
  ) -> [String] {
    guard count > 0 else { return ["  " + untrained] }
    return (["\(name): \(count)"] + sentences).flatMap { sentence in
      WrappedText.lines(sentence, width: width - 2).map { "  " + $0 }
    } + table
  }
}
