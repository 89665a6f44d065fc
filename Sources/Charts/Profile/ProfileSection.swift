import Console
import Foundation
import Music
import Training

/// A kind of a training in the profile, as text, as JSON and as pictures.
///
/// A training without a section is not in the profile.
protocol ProfileSection {
  var training: TrainingName { get }
  var kind: TrainingKind { get }

  func text(_ profile: ProfileSnapshot) -> [String]

  func json(_ profile: ProfileSnapshot) -> JSONLine

  // MARK: All results

  /// - Parameter size: of the terminal.
  func page(
    _ profile: ProfileSnapshot, _ view: ProfileView, glyphs: Glyphs, in size: TerminalSize
  ) -> ProfilePage

  /// The notes on the page; `nil` for a page without notes.
  func notes(_ profile: ProfileSnapshot) -> ClosedRange<Int>?

  /// The number of intervals on the page; `nil` for a page without intervals.
  func intervals(_ profile: ProfileSnapshot) -> Int?

  /// The section about one of the intervals, by its index; about all for `nil`.
  func picking(_ interval: Int?) -> any ProfileSection

  // MARK: By week

  /// The days with training, in order.
  func days(_ days: ProfileDays) -> [DateInterval]

  /// The number of results on the days that begin in that time, in words.
  func results(_ days: ProfileDays, in time: DateInterval) -> String

  /// The figures of the days that begin in that time.
  func series(_ days: ProfileDays, in time: DateInterval) -> any WeekSeries

  /// The sentences with the change first, as that is the reason to look at weeks.
  func sentencesOfWeeks(_ profile: ProfileSnapshot) -> [String]

  /// The meaning of the key that leads from the weeks to all results.
  var overallKey: String { get }
}

extension ProfileSection {
  var choice: TrainingChoice { TrainingChoice(training, kind) }

  /// The nearest known figure of another training, if there is none of this.
  func nearest(_ profile: ProfileSnapshot) -> KnownFigure? {
    let known = profile.nearest(
      to: training, of: kind == .unison ? [.prime] : DirectedInterval.all.filter { $0 != .prime })
    // The sentences about a new sound already contain it.
    if case .condition = known?.subject { return nil }
    return known
  }

  func notes(_ profile: ProfileSnapshot) -> ClosedRange<Int>? { nil }
  func intervals(_ profile: ProfileSnapshot) -> Int? { nil }
  func picking(_: Int?) -> any ProfileSection { self }

  /// The time from the first day of training to the end of the last; `nil` without training.
  func span(_ days: ProfileDays) -> DateInterval? {
    let days = self.days(days)
    guard let first = days.first, let last = days.last else { return nil }
    return DateInterval(start: first.start, end: last.end)
  }
}

/// The part of a page that is in view.
struct ProfileView {
  var keyboard = KeyboardWindow()

  /// The index of the picked interval; `nil` for all.
  var picked: Int?

  var firstInterval = 0
}

extension DateInterval {
  /// True if a day with this start is in view. The end is not.
  func shows(_ start: Date) -> Bool { self.start <= start && start < end }
}

enum ProfileSections {
  /// All sections in the order of the screens.
  static let all: [any ProfileSection] =
    [UnisonSection(), IntervalSection(.comparison)] + MatchingSection.matchings
    + TrainingKind.allCases.map { IntervalSection(.purity, $0) } + MatchingSection.playings
}
