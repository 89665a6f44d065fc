import Console
import Foundation
import Music
import Training

/// Where tuned notes end: bias, spread, and how the errors are distributed.
struct MatchingPage {
  let verdicts: MatchingVerdicts
  let errors: MatchingErrors

  /// What may be said of single notes and intervals, in lines.
  var parts: [String] = []
  let glyphs: Glyphs

  func page(_ choice: TrainingChoice) -> ProfilePage {
    ProfilePage(
      title: ProfileScreenText.title(choice), view: "", picture: verdicts.fit.map(picture),
      sentences: verdicts.count > 0
        ? Self.sentences(verdicts) + parts : [choice.untrained],
      figures: { [] }, keys: ProfileScreenText.matchingKeys(glyphs))
  }

  /// What may be said, in a few lines.
  static func sentences(_ verdicts: MatchingVerdicts) -> [String] {
    guard let fit = verdicts.fit else { return VerdictText.sentences(verdicts) }
    return [HearingWords.matchingLine(fit, of: verdicts.count)]
      + HearingWords.trend(verdicts.trend)
      + [verdicts.pull.map(HearingWords.pull)].compactMap { $0 }
  }

  private func picture(_ fit: MatchingFit) -> ProfilePage.Picture {
    let plot = DensityPlot(
      errors: errors, bias: fit.bias.value.rawValue, spread: fit.spread.value.rawValue,
      // The sentence is about the last ones.
      heading: errors.count > fit.count ? ProfileScreenText.allErrors(errors.count) : "",
      glyphs: glyphs)
    return ProfilePage.Picture(
      fewestRows: DensityPlot.fewest, mostRows: DensityPlot.most
    ) { plot.lines($0) }
  }
}

/// Where the intervals that sound true lie, and which differences about them are told.
struct IntervalsPage {
  let verdicts: IntervalVerdicts

  /// The index of the only interval that is in view; `nil` for all.
  let picked: Int?

  /// The first interval in view if not all of them fit.
  let first: Int
  let glyphs: Glyphs

  func page(_ choice: TrainingChoice) -> ProfilePage {
    let parts = picked.map { [verdicts.parts[$0]] } ?? verdicts.parts
    let isShown = parts.contains { $0.threshold.state == .shown }
    let sentences =
      picked == nil
      ? VerdictText.sentences(verdicts)
      : VerdictText.sentences(verdicts, of: parts.map(\.interval))
    return ProfilePage(
      title: ProfileScreenText.title(choice),
      view: parts.count == 1 ? NoteName.text(parts[0].interval) : "",
      picture: isShown ? picture(parts) : nil,
      sentences: verdicts.answers > 0 ? sentences : [choice.untrained],
      figures: { [] }, keys: keys(scrolls: false),
      keysOfCutPicture: picked == nil ? keys(scrolls: true) : nil)
  }

  private func keys(scrolls: Bool) -> [StageFrame.KeyHint] {
    ProfileScreenText.intervalsKeys(glyphs, picks: verdicts.parts.count > 1, scrolls: scrolls)
  }

  private func picture(_ parts: [IntervalVerdicts.Part]) -> ProfilePage.Picture {
    let rows = parts.map { part in
      ShiftPlot.Row(
        name: NoteName.text(part.interval), shortName: part.interval.description,
        figures: part.threshold.state == .shown
          ? ShiftPlot.Figures(
            shift: part.shift.value.rawValue, low: part.shift.low.rawValue,
            high: part.shift.high.rawValue,
            threshold: part.threshold.threshold.value.rawValue) : nil)
    }
    let plot = ShiftPlot(
      heading: verdicts.hasShift ? ProfileScreenText.shifts : ProfileScreenText.mistunings,
      legend: verdicts.hasShift
        ? ProfileScreenText.shiftLegend(glyphs) : ProfileScreenText.thresholdLegend(glyphs),
      rows: rows, first: first, glyphs: glyphs)
    return ProfilePage.Picture(
      fewestRows: ShiftPlot.fewest, mostRows: plot.most
    ) { plot.lines($0) }
  }
}
