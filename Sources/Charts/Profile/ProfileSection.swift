import Console
import Foundation
import Music
import Training

/// What the profile says of one kind of a training: as text, as JSON and as pictures.
///
/// A training without a section is not in the profile.
protocol ProfileSection {
  var training: TrainingName { get }
  var kind: TrainingKind { get }

  /// Its lines in the profile as text.
  func text(_ profile: ProfileSnapshot) -> [String]

  func json(_ profile: ProfileSnapshot) -> JSONLine

  // MARK: All results

  /// - Parameter size: of the terminal.
  func page(
    _ profile: ProfileSnapshot, _ view: ProfileView, glyphs: Glyphs, in size: TerminalSize
  ) -> ProfilePage

  /// The notes on its page, the lowest to the highest; `nil` if it shows nothing over notes.
  func notes(_ profile: ProfileSnapshot) -> ClosedRange<Int>?

  /// How many intervals its page shows, all or one; `nil` if it is not about intervals.
  func intervals(_ profile: ProfileSnapshot) -> Int?

  /// The same of one of its intervals, by its index; of all for `nil`.
  func picking(_ interval: Int?) -> any ProfileSection

  // MARK: By week

  /// The days with training, in order.
  func days(_ days: ProfileDays) -> [DateInterval]

  /// The number of results on the days that begin in that time, in words.
  func results(_ days: ProfileDays, in time: DateInterval) -> String

  /// The figures of the days that begin in that time.
  func series(_ days: ProfileDays, in time: DateInterval) -> any WeekSeries

  /// What may be said of it, the change first: that is what weeks are looked at for.
  func sentencesOfWeeks(_ profile: ProfileSnapshot) -> [String]

  /// What the key that leads from the weeks to all results is called.
  var overallKey: String { get }
}

extension ProfileSection {
  var choice: TrainingChoice { TrainingChoice(training, kind) }

  /// What is known elsewhere, if nothing is of this.
  func nearest(_ profile: ProfileSnapshot) -> KnownFigure? {
    let known = profile.nearest(
      to: training, of: kind == .unison ? [.prime] : DirectedInterval.all.filter { $0 != .prime })
    // What is said of a new sound has it already.
    if case .condition = known?.subject { return nil }
    return known
  }

  func notes(_ profile: ProfileSnapshot) -> ClosedRange<Int>? { nil }
  func intervals(_ profile: ProfileSnapshot) -> Int? { nil }
  func picking(_: Int?) -> any ProfileSection { self }

  /// From the first day of training to the end of the last; `nil` if there is none.
  func span(_ days: ProfileDays) -> DateInterval? {
    let days = self.days(days)
    guard let first = days.first, let last = days.last else { return nil }
    return DateInterval(start: first.start, end: last.end)
  }
}

/// The part of a page that is in view.
struct ProfileView {
  var keyboard = KeyboardWindow()

  /// The index of the interval picked; `nil` for all.
  var picked: Int?

  /// The first interval in view.
  var firstInterval = 0
}

extension DateInterval {
  /// Whether a day that begins then is in view; the end is the first moment that is no longer in it.
  func shows(_ start: Date) -> Bool { self.start <= start && start < end }
}

enum ProfileSections {
  /// All of them, in the order in which they are shown.
  static let all: [any ProfileSection] =
    [UnisonSection(), IntervalSection(.comparison)] + MatchingSection.matchings
    + TrainingKind.allCases.map { IntervalSection(.purity, $0) } + MatchingSection.playings
}
