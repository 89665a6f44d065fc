import Console
import Foundation
import Language
import Music
import Training

/// Which of two was in tune, of unisons or of intervals, in the profile.
struct PuritySection: ProfileSection {
  static let all: [any ProfileSection] = TrainingKind.allCases.map { PuritySection(kind: $0) }

  let training = TrainingName.purity
  let kind: TrainingKind

  /// The index of the only interval that the weeks are about; `nil` for all.
  var picked: Int?

  /// What the training is called.
  static func title(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: localized("Purity, unison")
    case .interval: localized("Purity, intervals")
    }
  }

  // MARK: All results

  func intervals(_ profile: ProfileSnapshot) -> Int? {
    kind == .interval ? profile.purity[kind].parts.count : nil
  }

  func page(
    _ profile: ProfileSnapshot, _ view: ProfileView, glyphs: Glyphs, in _: TerminalSize
  ) -> ProfilePage {
    IntervalsPage(
      verdicts: profile.purity[kind], picked: kind == .interval ? view.picked : nil,
      first: view.firstInterval, glyphs: glyphs
    ).page(choice)
  }

  func picking(_ interval: Int?) -> any ProfileSection {
    kind == .interval ? PuritySection(kind: kind, picked: interval) : self
  }

  func text(_ profile: ProfileSnapshot) -> [String] {
    let verdicts = profile.purity[kind]
    return ProfileText.part(
      localized("questions of purity"), profile.purities[kind].trials,
      VerdictText.sentences(verdicts))
  }

  // MARK: By week

  var overallKey: String { localized(context: "key", "overall") }

  func days(_ days: ProfileDays) -> [DateInterval] {
    let numbers = Set(shown(days).flatMap { $0.course.map(\.day.day) }).sorted()
    return numbers.map { number in
      DateInterval(
        start: LocalDays.start(of: number, in: days.calendar),
        end: LocalDays.start(of: number + 1, in: days.calendar))
    }
  }

  func results(_ days: ProfileDays, in time: DateInterval) -> String {
    CountText.purities(
      shown(days, in: time).reduce(0) { sum, interval in
        sum + interval.course.reduce(0) { $0 + $1.day.answers }
      })
  }

  func series(_ days: ProfileDays, in time: DateInterval) -> any WeekSeries {
    let intervals = shown(days, in: time)
    guard intervals.count == 1, let interval = intervals.first else {
      return IntervalWeeks(
        intervals: intervals, count: CountText.purities, calendar: days.calendar)
    }
    return LevelWeeks(
      days: interval.course, name: NoteName.text(interval.interval), count: CountText.purities,
      calendar: days.calendar)
  }

  /// The intervals of the kind, or the one that is picked; with the days that begin in that time.
  private func shown(_ days: ProfileDays, in time: DateInterval? = nil) -> [IntervalDays] {
    let all = days.purity[kind]
    let chosen = picked.flatMap { all.indices.contains($0) ? [all[$0]] : nil } ?? all
    guard let time else { return chosen }
    return chosen.map { interval in
      IntervalDays(
        interval: interval.interval,
        course: interval.course.filter {
          time.shows(LocalDays.start(of: $0.day.day, in: days.calendar))
        })
    }
  }

  func sentencesOfWeeks(_ profile: ProfileSnapshot) -> [String] {
    let verdicts = profile.purity[kind]
    guard let picked, verdicts.parts.indices.contains(picked) else {
      return VerdictText.trend(verdicts.trend, of: verdicts.state) + VerdictText.present(verdicts)
    }
    // The trend is that of all intervals together.
    return VerdictText.sentences(verdicts, of: [verdicts.parts[picked].interval])
  }

  // MARK: As JSON

  func json(_ profile: ProfileSnapshot) -> JSONLine {
    ProfileJSON.intervals(profile.purities[kind], profile.purity[kind])
  }
}
