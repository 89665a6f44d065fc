import Console
import Foundation
import Language
import Music
import Training

/// The intervals of comparison in the profile, or which of two was in tune, of unisons or of intervals.
struct IntervalSection: ProfileSection {
  let training: TrainingName
  let kind: TrainingKind

  /// The index of the only interval that the weeks are about; `nil` for all.
  private let picked: Int?

  init(_ training: TrainingName, _ kind: TrainingKind = .interval, picked: Int? = nil) {
    (self.training, self.kind, self.picked) = (training, kind, picked)
  }

  private var isPurity: Bool { training == .purity }
  private var count: @MainActor @Sendable (Int) -> String {
    isPurity ? TrainingName.purity.words.count : TrainingName.comparison.words.count
  }

  private func verdicts(_ profile: ProfileSnapshot) -> IntervalVerdicts {
    isPurity ? profile.purity[kind] : profile.intervals
  }

  private func part(_ profile: ProfileSnapshot) -> ProfileSnapshot.Comparisons {
    isPurity ? profile.purities[kind] : profile.comparison[kind]
  }

  // MARK: All results

  func intervals(_ profile: ProfileSnapshot) -> Int? {
    kind == .interval ? verdicts(profile).parts.count : nil
  }

  func page(
    _ profile: ProfileSnapshot, _ view: ProfileView, glyphs: Glyphs, in _: TerminalSize
  ) -> ProfilePage {
    IntervalsPage(
      verdicts: verdicts(profile), picked: kind == .interval ? view.picked : nil,
      first: view.firstInterval, glyphs: glyphs
    ).page(choice)
  }

  func picking(_ interval: Int?) -> any ProfileSection {
    kind == .interval ? IntervalSection(training, picked: interval) : self
  }

  func text(_ profile: ProfileSnapshot) -> [String] {
    ProfileText.part(
      isPurity ? localized("questions of purity") : localized("comparisons"),
      part(profile).trials, VerdictText.sentences(verdicts(profile)))
  }

  // MARK: By week

  var overallKey: String { localized(context: "key", "overall") }

  /// Of all intervals of comparison the diary knows the days, also those whose answers say nothing of hearing.
  private func compared(_ days: ProfileDays) -> [TrainingDay]? {
    isPurity || picked.map(days.intervals.indices.contains) == true ? nil : days.compared[kind]
  }

  func days(_ days: ProfileDays) -> [DateInterval] {
    if let compared = compared(days) {
      return compared.map { DateInterval(start: $0.start, end: $0.end) }
    }
    let numbers = Set(shown(days).flatMap { $0.course.map(\.day.day) }).sorted()
    return numbers.map { number in
      DateInterval(
        start: LocalDays.start(of: number, in: days.calendar),
        end: LocalDays.start(of: number + 1, in: days.calendar))
    }
  }

  func results(_ days: ProfileDays, in time: DateInterval) -> String {
    if let compared = compared(days) {
      return count(compared.reduce(0) { time.shows($1.start) ? $0 + $1.comparisons : $0 })
    }
    return count(
      shown(days, in: time).reduce(0) { sum, interval in
        sum + interval.course.reduce(0) { $0 + $1.day.answers }
      })
  }

  func series(_ days: ProfileDays, in time: DateInterval) -> any WeekSeries {
    let intervals = shown(days, in: time)
    guard intervals.count == 1, let interval = intervals.first else {
      return IntervalWeeks(intervals: intervals, count: count, calendar: days.calendar)
    }
    return LevelWeeks(
      days: interval.course, name: NoteName.text(interval.interval), count: count,
      calendar: days.calendar)
  }

  /// The intervals of the kind, or the one that is picked; with the days that begin in that time.
  private func shown(_ days: ProfileDays, in time: DateInterval? = nil) -> [IntervalDays] {
    let all = isPurity ? days.purity[kind] : days.intervals
    let chosen = picked.flatMap { all.indices.contains($0) ? [all[$0]] : nil } ?? all
    guard let time else { return chosen }
    return chosen.map { interval in
      IntervalDays(
        interval: interval.interval, course: interval.course.shown(in: time, days.calendar))
    }
  }

  func sentencesOfWeeks(_ profile: ProfileSnapshot) -> [String] {
    let verdicts = verdicts(profile)
    guard let picked, verdicts.parts.indices.contains(picked) else {
      return VerdictText.trend(verdicts.trend, of: verdicts.state) + VerdictText.present(verdicts)
    }
    // The trend is that of all intervals together.
    return VerdictText.sentences(verdicts, of: [verdicts.parts[picked].interval])
  }

  // MARK: As JSON

  func json(_ profile: ProfileSnapshot) -> JSONLine {
    ProfileJSON.intervals(part(profile), verdicts(profile))
  }
}
