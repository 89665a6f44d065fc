import Console
import Language
import Music
import Training

/// Where each interval sounds true, and how far from there differences are told.
enum IntervalsPicture {
  private static let rowHeight = 44.0

  /// `nil` if no interval may be shown.
  static func plot(_ part: ReportSnapshot.Intervals, named name: String) -> ReportPlot? {
    let parts = part.verdicts.parts
    guard parts.contains(where: { $0.threshold.state == .shown }) else { return nil }
    let height = 80 + rowHeight * Double(parts.count)
    return ReportPlot(
      name: name,
      heading: part.verdicts.hasShift ? ReportText.intervalsHeading : ReportText.purityHeading,
      sentence: parts.map { HearingWords.interval($0) }.joined(separator: " "),
      description: part.verdicts.hasShift
        ? ReportText.intervalsDescription : ReportText.purityDescription, height: height,
      drawing: drawing(parts, height: height),
      table: part.verdicts.hasShift ? table(parts) : purityTable(parts))
  }

  private static func drawing(
    _ parts: [IntervalVerdicts.Part], height: Double
  ) -> [MarkupElement] {
    var frame = PlotFrame(height: height)
    frame.left = 40
    frame.top = 10
    let known = parts.filter { $0.threshold.state == .shown }
    let (domain, ticks) = NumberAxis.linear(
      known.flatMap { part in
        let (shift, reach) = (part.shift, part.threshold.threshold.value.rawValue)
        return [
          shift.value.rawValue - reach, shift.value.rawValue + reach, shift.low.rawValue,
          shift.high.rawValue,
        ]
      } + [0], label: ReportText.signed)
    let x = frame.horizontal(domain)
    var elements = frame.columns(x, ticks, name: ReportText.shiftAxis)
    elements.append(frame.line("zero", x.position(0), frame.top, x.position(0), frame.bottomEdge))
    for (index, part) in parts.enumerated() {
      let y = frame.top + rowHeight * (Double(index) + 0.8)
      elements.append(frame.text(NoteName.text(part.interval), x: 8, y: y - 14, anchor: "start"))
      guard part.threshold.state == .shown else { continue }
      let (shift, reach) = (part.shift, part.threshold.threshold.value.rawValue)
      elements += [
        frame.line(
          "whisker", x.position(shift.value.rawValue - reach), y,
          x.position(shift.value.rawValue + reach), y),
        frame.line("spread", x.position(shift.low.rawValue), y, x.position(shift.high.rawValue), y),
        frame.circle("dot", x: x.position(shift.value.rawValue), y: y, radius: 5),
      ]
    }
    return elements
  }

  /// Each threshold as it beats on middle C, too.
  private static func purityTable(_ parts: [IntervalVerdicts.Part]) -> ReportTable {
    ReportTable(
      caption: ReportText.purityCaption, headings: ReportText.purityColumns,
      rows: parts.map { part in
        [NoteName.text(part.interval), "\(part.threshold.answers)"]
          + ReportText.cells(part.threshold) + [beats(part) ?? ReportText.nothing]
      })
  }

  /// The beats a second of an interval above middle C that is as far from pure as its threshold; `nil` if
  /// the threshold is not known, or if there are none to speak of.
  private static func beats(_ part: IntervalVerdicts.Part) -> String? {
    guard part.threshold.state == .shown else { return nil }
    return Beats.ofError(part.threshold.threshold.value, at: part.interval).map(TrialWords.rate)
  }

  private static func table(_ parts: [IntervalVerdicts.Part]) -> ReportTable {
    ReportTable(
      caption: ReportText.intervalsCaption, headings: ReportText.intervalsColumns,
      rows: parts.map { part in
        let isShown = part.threshold.state == .shown
        let shift =
          isShown
          ? ReportText.cells(part.shift, isSigned: true)
          : [String](repeating: ReportText.nothing, count: 3)
        return [NoteName.text(part.interval), "\(part.threshold.answers)"] + shift
          + ReportText.cells(part.threshold)
      })
  }
}
