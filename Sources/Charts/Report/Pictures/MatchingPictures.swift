import Console
import Foundation
import Language
import Music
import Training

/// The ends of tuned notes by their starts: bias, pull and spread.
enum MatchingPicture {
  /// The farthest start, in cents from the target.
  private static let reach = 100.0

  /// `nil` if it is too early to say.
  static func plot(_ verdicts: MatchingVerdicts, named name: String) -> ReportPlot? {
    guard let fit = verdicts.fit else { return nil }
    return ReportPlot(
      name: name, heading: ReportText.matchingHeading,
      sentence: HearingWords.matching(verdicts).joined(separator: " "),
      description: ReportText.matchingDescription(fit.count), height: 300,
      drawing: drawing(fit), table: table(fit))
  }

  private static func drawing(_ fit: MatchingFit) -> [MarkupElement] {
    let frame = PlotFrame()
    let x = frame.horizontal(-reach...reach)
    let (bias, pull) = (fit.bias.value.rawValue, fit.pull?.value.rawValue ?? 0)
    let spread = fit.spread.value.rawValue
    func error(_ start: Double) -> Double { bias + pull * start / 100 }
    let (domain, ticks) = NumberAxis.linear(
      [-reach, reach].flatMap { [error($0) - spread, error($0) + spread] }
        + [0, fit.bias.low.rawValue, fit.bias.high.rawValue], label: ReportText.signed)
    let y = frame.vertical(domain)
    let starts = [-100.0, -50, 0, 50, 100].map {
      AxisTick(value: $0, label: ReportText.signed($0))
    }
    func line(_ kind: String, _ offset: Double) -> MarkupElement {
      frame.line(
        kind, x.position(-reach), y.position(error(-reach) + offset), x.position(reach),
        y.position(error(reach) + offset))
    }
    return frame.rows(y, ticks, name: ReportText.errorAxis)
      + frame.columns(x, starts, name: ReportText.startAxis)
      + [
        frame.line("zero", frame.left, y.position(0), frame.rightEdge, y.position(0)),
        line("marker", -spread), line("marker", spread),
        frame.curve(
          "curve",
          [-reach, reach].map { (x: x.position($0), y: y.position(error($0))) }),
        frame.line(
          "spread", x.position(0), y.position(fit.bias.low.rawValue), x.position(0),
          y.position(fit.bias.high.rawValue)),
        frame.circle("dot", x: x.position(0), y: y.position(bias), radius: 5),
      ]
  }

  private static func table(_ fit: MatchingFit) -> ReportTable {
    func row(_ name: String, _ estimate: CentsEstimate, isSigned: Bool) -> [String] {
      [name] + EstimateText(estimate, isSigned: isSigned).cells
    }
    return ReportTable(
      caption: ReportText.matchingCaption, headings: ReportText.matchingColumns,
      rows: [
        row(ReportText.biasRow, fit.bias, isSigned: true),
        fit.pull.map { row(ReportText.pullRow, $0, isSigned: true) },
        row(ReportText.spreadRow, fit.spread, isSigned: false),
      ].compactMap { $0 })
  }
}

/// The distribution of the errors of tuned or played notes.
enum ErrorHistogramPicture {
  /// `nil` if there are no errors.
  ///
  /// - Parameter isPlayed: whether the errors are those of played notes.
  static func plot(
    _ errors: MatchingErrors, named name: String, isPlayed: Bool = false
  ) -> ReportPlot? {
    guard errors.count > 0 else { return nil }
    let histogram = ErrorHistogram(errors)
    return ReportPlot(
      name: name, heading: isPlayed ? ReportText.playedErrors : ReportText.errorsHeading,
      sentence: ReportText.errors(errors, isPlayed: isPlayed),
      description: ReportText.errorsDescription(histogram, isPlayed: isPlayed), height: 300,
      drawing: drawing(histogram, isPlayed: isPlayed), table: table(histogram, isPlayed: isPlayed))
  }

  private static func drawing(
    _ histogram: ErrorHistogram, isPlayed: Bool
  ) -> [MarkupElement] {
    let frame = PlotFrame()
    let x = frame.horizontal(-histogram.reach...histogram.reach)
    let ticks = NumberAxis.linear([-histogram.reach, histogram.reach], label: ReportText.signed)
      .ticks
    let most = Double(histogram.bars.map(\.count).max() ?? 1)
    let (counts, countTicks) = NumberAxis.linear([0, max(most, 1)])
    let y = frame.vertical(counts)
    var elements = frame.rows(
      y, countTicks.filter { $0.value == $0.value.rounded() },
      name: isPlayed ? ReportText.playingsAxis : ReportText.matchingsAxis)
    elements += histogram.bars.filter { $0.count > 0 }.map { bar in
      let left = x.position(bar.low)
      let top = y.position(Double(bar.count))
      return frame.rectangle(
        "bar", x: left + 0.5, y: top, width: x.position(bar.high) - left - 1,
        height: frame.bottomEdge - top)
    }
    elements += frame.columns(
      x, ticks.filter { abs($0.value) <= histogram.reach }, name: ReportText.errorAxis)
    return elements + [
      frame.line("zero", x.position(0), frame.top, x.position(0), frame.bottomEdge)
    ]
  }

  private static func table(_ histogram: ErrorHistogram, isPlayed: Bool) -> ReportTable {
    let first = histogram.bars.firstIndex { $0.count > 0 } ?? 0
    let last = histogram.bars.lastIndex { $0.count > 0 } ?? 0
    var rows = histogram.bars[first...last].map { bar in
      [ReportText.signed(bar.low), ReportText.signed(bar.high), "\(bar.count)"]
    }
    if histogram.flatter > 0 {
      rows.insert(
        [ReportText.nothing, ReportText.signed(-histogram.reach), "\(histogram.flatter)"], at: 0)
    }
    if histogram.sharper > 0 {
      rows.append([ReportText.signed(histogram.reach), ReportText.nothing, "\(histogram.sharper)"])
    }
    return ReportTable(
      caption: isPlayed ? ReportText.playedErrorsCaption : ReportText.errorsCaption,
      headings: isPlayed ? ReportText.playedErrorsColumns : ReportText.errorsColumns, rows: rows)
  }
}

/// Matching errors counted in bars whose width suits their spread.
struct ErrorHistogram: Hashable {
  struct Bar: Hashable {
    /// The bar has errors with low ≤ error < high, in cents.
    let low: Double
    let high: Double
    let count: Int
  }

  /// The bars from flat to sharp, centred on 0.
  let bars: [Bar]

  /// Errors beyond the bars.
  let flatter: Int
  let sharper: Int

  private static let barsToASide = 20

  /// The widths of bars, in cents. The smallest one that leaves out at most ``mostLeftOut`` is
  /// used.
  private static let widths = [0.5, 1, 2, 5]
  private static let mostLeftOut = 0.015

  init(_ errors: MatchingErrors) {
    let count = errors.count
    let candidates = Self.widths.map { ErrorHistogram(errors, width: $0) }
    let fitting = candidates.first {
      Double($0.flatter + $0.sharper) <= Self.mostLeftOut * Double(count)
    }
    self = fitting ?? candidates[candidates.count - 1]
  }

  private init(_ errors: MatchingErrors, width: Double) {
    let middle = errors.bins.count / 2
    let size = Int(width / MatchingErrors.binWidth)
    let start = middle - Self.barsToASide * size
    let end = middle + Self.barsToASide * size
    bars = stride(from: start, to: end, by: size).map { first in
      let low = Double(first - middle) * MatchingErrors.binWidth
      return Bar(
        low: low, high: low + width, count: errors.bins[first..<first + size].reduce(0, +))
    }
    flatter = errors.farFlat + errors.bins[..<start].reduce(0, +)
    sharper = errors.farSharp + errors.bins[end...].reduce(0, +)
  }

  /// The width of a bar, in cents.
  var barWidth: Double { bars.first.map { $0.high - $0.low } ?? 0 }

  var reach: Double { bars.last?.high ?? 0 }
}

/// The errors of tuned notes by interval, in cents and in beats.
enum BeatsPicture {
  private static let rowHeight = 44.0

  /// `nil` if every interval has too few tuned notes.
  static func plot(
    _ errors: [IntervalErrors], _ presentation: Presentation, named name: String
  ) -> ReportPlot? {
    let sentences = errors.compactMap { sentence($0, presentation) }
    guard !sentences.isEmpty else { return nil }
    let height = 80 + rowHeight * Double(errors.count)
    return ReportPlot(
      name: name, heading: ReportText.beatsHeading, sentence: sentences.joined(separator: " "),
      description: ReportText.beatsDescription, height: height,
      drawing: drawing(errors, height: height), table: table(errors))
  }

  private static func sentence(
    _ errors: IntervalErrors, _ presentation: Presentation
  ) -> String? {
    errors.figures.map { figures in
      ReportText.beats(
        errors.interval, EstimateText(figures.size), beats(errors) ?? ReportText.nothing,
        presentation)
    }
  }

  /// The beats a second of the mean size of an error; `nil` if that is not known.
  private static func beats(_ errors: IntervalErrors) -> String? {
    errors.figures
      .flatMap { Beats.ofError($0.size.value, at: errors.interval) }
      .map(TrialWords.rate)
  }

  private static func drawing(_ errors: [IntervalErrors], height: Double) -> [MarkupElement] {
    var frame = PlotFrame(height: height)
    frame.left = 40
    frame.top = 10
    let sizes = errors.compactMap { $0.figures?.size }
    let (domain, ticks) = NumberAxis.linear([0] + sizes.map(\.high.rawValue))
    let x = frame.horizontal(domain)
    var elements = frame.columns(x, ticks, name: ReportText.errorSizeAxis)
    elements.append(frame.line("zero", x.position(0), frame.top, x.position(0), frame.bottomEdge))
    for (index, errors) in errors.enumerated() {
      let y = frame.top + rowHeight * (Double(index) + 0.8)
      elements.append(frame.text(NoteName.text(errors.interval), x: 8, y: y - 14, anchor: "start"))
      guard let size = errors.figures?.size else { continue }
      elements += [
        frame.line("spread", x.position(size.low.rawValue), y, x.position(size.high.rawValue), y),
        frame.circle("dot", x: x.position(size.value.rawValue), y: y, radius: 5),
      ]
      if let beats = Self.beats(errors) {
        elements.append(
          frame.text(ReportText.beats(beats), x: frame.rightEdge, y: y - 14, anchor: "end"))
      }
    }
    return elements
  }

  private static func table(_ errors: [IntervalErrors]) -> ReportTable {
    ReportTable(
      caption: ReportText.beatsCaption, headings: ReportText.beatsColumns,
      rows: errors.map { errors in
        let figures =
          errors.figures.map { figures in
            [EstimateText(figures.bias, isSigned: true).value] + EstimateText(figures.size).cells
          } ?? [String](repeating: ReportText.nothing, count: 4)
        return [NoteName.text(errors.interval), "\(errors.count)"] + figures
          + [beats(errors) ?? ReportText.nothing]
      })
  }
}

/// The words of the plots of pitch matching.
extension ReportText {
  static let matchingHeading = localized("Bias, pull and spread")

  static func matchingDescription(_ count: Int) -> String {
    localized(
      """
      The horizontal axis shows where a note started, the vertical axis where it ended, both in \
      cents from the target. The thick line is the error that is usual for each start: level if \
      the start makes no difference, rising if notes are pulled towards it. The dot at the middle \
      is the bias, with its 90 %% interval. About two out of three notes end between the dashed lines (the spread). \
      All this follows from the last %d tuned notes; slips count little.
      """, count)
  }

  static let matchingCaption = localized(
    "Bias, pull and spread in cents, with their 90 %% intervals")
  static let matchingColumns = [
    localized(context: "column", "Measure"), localized(context: "column", "Cents"),
    localized(context: "column", "From"), localized(context: "column", "To"),
  ]
  static let biasRow = localized("Bias (sharp is +)")
  static let pullRow = localized("Pull for every 100 cents of the start")
  static let spreadRow = localized("Spread")

  static let errorsHeading = localized("Tuning errors")

  static func errors(_ errors: MatchingErrors, isPlayed: Bool = false) -> String {
    let middle = errors.bins.count / 2
    let reach = Int(10 / MatchingErrors.binWidth)
    let near = errors.bins[middle - reach..<middle + reach].reduce(0, +)
    if isPlayed {
      return localized(
        one: "Of %d played note, %d lay within 10 cents of the target.",
        other: "Of %d played notes, %d lay within 10 cents of the target.", errors.count, near)
    }
    return localized(
      one: "Of %d tuned note, %d ended within 10 cents of the target.",
      other: "Of %d tuned notes, %d ended within 10 cents of the target.", errors.count, near)
  }

  static func errorsDescription(_ histogram: ErrorHistogram, isPlayed: Bool = false) -> String {
    let bars =
      isPlayed
      ? localized(
        """
        The bars count the played notes by their error, %@ cents a bar; flat is left of the line at \
        0, sharp is right.
        """, NumberAxis.text(histogram.barWidth))
      : tunedBars(histogram)
    let left = histogram.flatter + histogram.sharper
    guard left > 0 else { return bars }
    return localized(
      "%@ Not shown: %d with an error of more than %@ cents.", bars, left,
      NumberAxis.text(histogram.reach))
  }

  private static func tunedBars(_ histogram: ErrorHistogram) -> String {
    NumberAxis.text(histogram.barWidth) == "1"
      ? localized(
        """
        The bars count the tuned notes by their error, 1 cent a bar; flat is left of the line at \
        0, sharp is right.
        """)
      : localized(
        """
        The bars count the tuned notes by their error, %@ cents a bar; flat is left of the line at \
        0, sharp is right.
        """, NumberAxis.text(histogram.barWidth))
  }

  static let errorsCaption = localized("Tuned notes by their error, in cents")
  static let errorsColumns = [
    localized(context: "column", "From"), localized(context: "column", "To less than"),
    localized(context: "column", "Tuned notes"),
  ]

  static let beatsHeading = localized("Errors in cents and in beats")

  /// - Parameters:
  ///   - size: the mean size of an error.
  ///   - beats: the beats a second of a pure interval with this error, which are not heard in a
  ///     tempered tuning, where the target itself beats.
  static func beats(
    _ interval: DirectedInterval, _ size: EstimateText, _ beats: String,
    _ presentation: Presentation
  ) -> String {
    let name = NoteName.inSentence(interval)
    return switch presentation {
    case .melodic:
      localized(
        """
        %@: on average, notes end %@ off, flat or sharp (90 %%: %@ to %@). As far from pure, the interval \
        above middle C would beat %@ times a second if both notes sounded together.
        """, name, size.cents, size.low, size.high, beats)
    case .harmonic:
      localized(
        """
        %@: on average, notes end %@ off, flat or sharp (90 %%: %@ to %@). As far from pure, the interval \
        above middle C beats %@ times a second.
        """, name, size.cents, size.low, size.high, beats)
    }
  }

  /// The words beside a row.
  static func beats(_ beats: String) -> String { localized("%@ beats a second", beats) }

  static let beatsDescription = localized(
    """
    Each row is an interval. Its dot shows how far notes end from the target on average, flat or \
    sharp, in cents, and the line is the 90 %% interval of that. Every tuned note counts, slips of the \
    hand too. At the right are the beats a second of the interval above middle C if it is so far from \
    pure. Rows with nothing in them have too few tuned notes.
    """)
  static let beatsCaption = localized(
    "Errors in cents, with their 90 %% intervals, and in beats a second above middle C")
  static let beatsColumns = [
    localized(context: "column", "Interval"), localized(context: "column", "Tuned notes"),
    localized(context: "column", "Mean (sharp is +)"),
    localized(context: "column", "Mean size"), localized(context: "column", "From"),
    localized(context: "column", "To"), localized(context: "column", "Beats"),
  ]
}
