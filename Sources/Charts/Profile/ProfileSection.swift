import Console
import Foundation
import Training

/// What the profile says of one kind of a training: as text, as JSON and as pictures.
///
/// A training without a section is not in the profile.
protocol ProfileSection {
  var training: TrainingName { get }
  var kind: TrainingKind { get }
  var name: String { get }

  /// Its lines in the profile as text.
  func text(_ profile: ProfileSnapshot) -> [String]

  func json(_ profile: ProfileSnapshot) -> JSONLine

  /// All results.
  ///
  /// - Parameters:
  ///   - keyboard: the notes in view, if it shows a keyboard.
  ///   - width: of the terminal.
  func page(
    _ profile: ProfileSnapshot, keyboard: KeyboardWindow, glyphs: Glyphs, width: Int
  ) -> ProfilePage

  /// The notes on the keyboard of its page, the lowest to the highest; `nil` if there is none.
  func keyboard(_ profile: ProfileSnapshot) -> ClosedRange<Int>?

  /// From the first day of training to the end of the last; `nil` if there is none.
  func span(_ days: ProfileDays) -> DateInterval?

  /// The days in view.
  func part(
    of view: DateInterval, _ days: ProfileDays, _ profile: ProfileSnapshot, glyphs: Glyphs
  ) -> TimelinePage.Part

  /// The key that leads from the days to all results.
  var overallKey: String { get }
}

extension ProfileSection {
  func keyboard(_ profile: ProfileSnapshot) -> ClosedRange<Int>? { nil }
}

enum ProfileSections {
  /// All of them, in the order in which they are shown.
  static let all: [any ProfileSection] = [
    ComparisonSection.all,
    MatchingSection.all,
  ].flatMap { $0 }
}
