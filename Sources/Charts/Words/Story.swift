import Console
import Foundation
import Language
import Training

/// The training and its results month by month, with figures from the records and only with
/// conclusions of the profile.
public struct Story {
  private struct Month {
    /// The month such as `2026-10`.
    let label: String
    let days: ArraySlice<SkillHistory.Day>

    /// The last figures of the skills that were trained.
    var figures: [(skill: Skill, figure: CentsEstimate)] {
      let all = days.reduce(into: [:]) { $0.merge($1.figures) { $1 } }
      return Skill.all.compactMap { skill in all[skill].map { (skill: skill, figure: $0) } }
    }

    /// The sound of most answers.
    var sound: String? {
      total(\.sounds).max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    func total<Key>(_ counts: (SkillHistory.Day) -> [Key: Int]) -> [Key: Int] {
      days.reduce(into: [:]) { $0.merge(counts($1), uniquingKeysWith: +) }
    }
  }

  private let months: [Month]

  /// The time whose year is left out.
  private let now: Date

  public init(_ history: SkillHistory, now: Date = .now) {
    self.now = now
    let start: (SkillHistory.Day) -> Date = { DateText.date(of: $0.number) }
    months = ReportPeriod.month.groups(history.allDays, start: start, in: DateText.ofDays)
      .map { Month(label: $0.label, days: $0.days) }
  }

  // MARK: Words

  var paragraphs: [String] {
    months.map { ([headline($0)] + details($0)).joined(separator: " ") }
  }

  /// A line for each month, and one for each of its results.
  public var lines: [String] {
    months.isEmpty
      ? [ReportText.noActivity] : months.flatMap { [headline($0)] + details($0).map { "  " + $0 } }
  }

  /// The first line of a month: `October: 480 comparisons and 60 tuned notes on 12 days, most often
  /// with the sound sine.`
  private func headline(_ month: Month) -> String {
    let answers = month.total(\.answers)
    let counts = ListText.joined(
      TrainingName.answered.compactMap { answers[$0].map($0.words.count) })
    let name = month.days.last.map { DateText.month(of: $0.number, now: now) } ?? month.label
    let days = ReportText.days(month.days.count)
    guard let sound = month.sound else { return localized("%@: %@ on %@.", name, counts, days) }
    return localized(
      "%@: %@ on %@, most often with the sound %@.", name, counts, days,
      ConditionWords.soundName(sound))
  }

  private func details(_ month: Month) -> [String] {
    let events = month.days.flatMap { day in day.events.map { sentence($0, on: day) } }
    let figures = month.figures.map {
      PlanWords.skill($0.skill) + " " + PlanWords.text(of: $0.figure, of: $0.skill).all
    }
    guard !figures.isEmpty else { return events }
    return events + [localized("Last figures, in cents: %@.", figures.joined(separator: "; "))]
  }

  private func sentence(_ event: SkillHistory.Event, on day: SkillHistory.Day) -> String {
    let (date, name) = (PlanWords.date(day.number), PlanWords.skill(event.skill))
    let figure = day.figures[event.skill].map { PlanWords.text(of: $0, of: event.skill).all } ?? ""
    return switch event.kind {
    case .done: localized("%@, %@: done with %@ cents.", date, name, figure)
    case .standsStill: localized("%@, %@: stands at %@ cents.", date, name, figure)
    case .reopened: localized("%@, %@: no longer done, with %@ cents.", date, name, figure)
    case .checked(let verdict, let right, let trials):
      localized(
        "%@, %@: checked, %d of %d right: %@.", date, name, right, trials,
        PlanWords.verdict(verdict))
    }
  }

  /// The end of the line of a skill: the figure of the latest month that lies outside today's 90 %
  /// interval, such as `in October 12.4`; `nil` if there is none.
  public static func ending(
    of skill: Skill, in history: SkillHistory, now: Date = .now
  ) -> String? {
    guard let figure = history[skill].figure else { return nil }
    for month in Story(history).months.reversed() {
      guard let day = month.days.last(where: { $0.figures[skill] != nil }),
        let former = day.figures[skill],
        former.value < figure.low || former.value > figure.high
      else { continue }
      return localized(
        "in %@ %@", DateText.month(of: day.number, now: now),
        PlanWords.text(of: former, of: skill).value)
    }
    return nil
  }

  public static func endings(in history: SkillHistory) -> [Skill: String] {
    Skill.all.reduce(into: [:]) { $0[$1] = ending(of: $1, in: history) }
  }

  // MARK: JSON

  /// An object with the months in order.
  public var json: JSONLine {
    var line = JSONLine()
    line.add("months", objects: months.map(Self.json))
    return line
  }

  private static func json(_ month: Month) -> JSONLine {
    var line = JSONLine()
    line.add("month", month.label)
    line.add("days", month.days.count)
    let answers = month.total(\.answers)
    for training in TrainingName.answered { line.add(training.rawValue, answers[training] ?? 0) }
    line.add("sound", month.sound)
    line.add("changes", objects: month.days.flatMap(FiguresJSON.events))
    line.add("figures", objects: month.figures.map { FiguresJSON.skill($0.skill, $0.figure) })
    return line
  }
}
