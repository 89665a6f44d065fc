import Console
import Foundation
import Music
import Training

/// How often differences of each size were told correctly, with the curve that fits best.
enum AnswersPicture {
  /// `nil` if there are no answers.
  static func plot(
    _ tally: AnswerTally, _ fit: PsychometricFit?, of kind: TrainingKind
  ) -> ReportPlot? {
    let bins = tally.wideBins.filter { $0.offset.rawValue > 0 }
    guard !bins.isEmpty else { return nil }
    return ReportPlot(
      name: "answers-\(kind.rawValue)", heading: ReportText.answersHeading,
      sentence: ReportText.answers(fit),
      description: ReportText.answersDescription(hasCurve: fit != nil), height: 300,
      drawing: drawing(bins, fit), table: table(bins, fit))
  }

  private static func drawing(_ bins: [AnswerBin], _ fit: PsychometricFit?) -> [MarkupElement] {
    let frame = PlotFrame()
    let (domain, ticks) = NumberAxis.logarithmic(
      bins.map(\.offset.rawValue) + [fit?.threshold.rawValue].compactMap { $0 })
    let x = frame.horizontal(domain, isLogarithmic: true)
    let lowest = bins.map(\.shareCorrect).min() ?? 0.5
    let (shares, shareTicks) = NumberAxis.linear([min(lowest, 0.4), 1]) { ReportText.percent($0) }
    let y = frame.vertical(shares)
    let most = Double(bins.map(\.answers).max() ?? 1)
    var elements = frame.rows(y, shareTicks, name: ReportText.rightAxis)
    elements += frame.columns(x, ticks, name: ReportText.differenceAxis)
    elements.append(
      frame.line("guess", frame.left, y.position(0.5), frame.rightEdge, y.position(0.5)))
    elements += bins.map { bin in
      // The area shows the number of answers.
      frame.circle(
        "dot faint", x: x.position(bin.offset.rawValue), y: y.position(bin.shareCorrect),
        radius: max(9 * (Double(bin.answers) / most).squareRoot(), 2.5))
    }
    if let fit { elements += curve(fit, frame, x: x, y: y) }
    return elements
  }

  private static func curve(
    _ fit: PsychometricFit, _ frame: PlotFrame, x: AxisScale, y: AxisScale
  ) -> [MarkupElement] {
    let ratio = x.domain.upperBound / x.domain.lowerBound
    let points = (0...60).map { step in
      let offset = x.domain.lowerBound * pow(ratio, Double(step) / 60)
      return (
        x: x.position(offset), y: y.position(fit.probabilityCorrect(at: Cents(offset)))
      )
    }
    var elements = [frame.curve("curve", points)]
    let place = x.position(fit.threshold.rawValue)
    let isRight = place > (frame.left + frame.rightEdge) / 2
    elements += [
      frame.line("marker", place, frame.top, place, frame.bottomEdge),
      frame.text(
        ReportText.centsOf(fit.threshold), x: place + (isRight ? -6 : 6), y: frame.bottomEdge - 8,
        anchor: isRight ? "end" : "start", kind: "value"),
    ]
    return elements
  }

  private static func table(_ bins: [AnswerBin], _ fit: PsychometricFit?) -> ReportTable {
    ReportTable(
      caption: ReportText.answersCaption, headings: ReportText.answersColumns,
      rows: bins.map { bin in
        [
          ReportText.cents(bin.offset), "\(bin.answers)", "\(bin.correct)",
          ReportText.percent(bin.shareCorrect),
          fit.map { ReportText.percent($0.probabilityCorrect(at: bin.offset)) }
            ?? ReportText.nothing,
        ]
      })
  }
}
