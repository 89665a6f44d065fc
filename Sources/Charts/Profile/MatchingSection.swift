import Console
import Foundation
import Language
import Training

/// The pitch matchings of unisons or of intervals in the profile.
public struct MatchingSection: ProfileSection {
  static let all: [any ProfileSection] = TrainingKind.allCases.map { MatchingSection(kind: $0) }

  let training = TrainingName.matching
  let kind: TrainingKind

  var name: String { Self.title(kind) }

  /// What the training is called.
  public static func title(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: localized("Pitch matching, unison")
    case .interval: localized("Pitch matching, intervals")
    }
  }

  func page(
    _ profile: ProfileSnapshot, keyboard: KeyboardWindow, glyphs: Glyphs, width: Int
  ) -> ProfilePage {
    TuningPage(verdicts: profile.matching[kind].verdicts, glyphs: glyphs).page(heading: name)
  }

  func text(_ profile: ProfileSnapshot) -> [String] {
    let part = profile.matching[kind]
    return ProfileText.part(
      localized("notes tuned"), part.count, VerdictText.sentences(part.verdicts))
  }

  // MARK: By day

  var overallKey: String { localized("t overall") }

  func span(_ days: ProfileDays) -> DateInterval? {
    let days = days.matched[kind]
    guard let first = days.first, let last = days.last else { return nil }
    return DateInterval(start: first.start, end: last.end)
  }

  func part(
    of view: DateInterval, _ days: ProfileDays, _ profile: ProfileSnapshot, glyphs: Glyphs
  ) -> TimelinePage.Part {
    let all = days.matched[kind]
    let shown = all.filter { view.start <= $0.start && $0.start < view.end }
    guard let whole = MatchingDay(joining: shown) else {
      let before = all.last { $0.start < view.start }?.start
      return (nil, [ProfileScreenText.nothing(lastBefore: before, in: days.calendar)], { [] })
    }
    let plot = MatchedPlot(days: shown, time: view, calendar: days.calendar, glyphs: glyphs)
    return (
      ProfilePage.Picture(
        legends: { _ in ProfileScreenText.matchedLegends(glyphs) },
        fewestRows: TimelinePage.fewestRows,
        grows: true
      ) { plot.lines(columns: $0, rows: $1) },
      [ProfileScreenText.matched(whole, days: shown.count)],
      {
        let (period, groups) = ReportPeriod.groups(
          shown, atMost: TimelinePage.mostFigures, start: \.start, in: days.calendar)
        return groups.compactMap { _, group in
          MatchingDay(joining: group).map {
            ProfileScreenText.figure($0, period, in: days.calendar)
          }
        }
      }
    )
  }

  // MARK: As JSON

  func json(_ profile: ProfileSnapshot) -> JSONLine {
    let part = profile.matching[kind]
    let fit = part.verdicts.fit
    var line = JSONLine()
    line.add("count", part.count)
    line.add("mean", part.errors.mean?.rawValue)
    line.add("stdDev", part.errors.standardDeviation?.rawValue)
    for (name, estimate) in [("bias", fit?.bias), ("spread", fit?.spread), ("pull", fit?.pull)] {
      line.add(name, estimate?.value.rawValue)
      line.add("\(name)Low", estimate?.low.rawValue)
      line.add("\(name)High", estimate?.high.rawValue)
    }
    line.add("trend", object: trend(part))
    line.add("halvesTrend", object: ProfileJSON.halves(part.halves))
    return line
  }

  private func trend(_ part: ProfileSnapshot.Matchings) -> JSONLine? {
    guard part.accuracy != nil || part.precision != nil else { return nil }
    var line = JSONLine()
    line.add("accuracy", object: part.accuracy.map(TestedChangeJSON.ofCents))
    line.add("precision", object: part.precision.map(TestedChangeJSON.ofShare))
    return line
  }
}
