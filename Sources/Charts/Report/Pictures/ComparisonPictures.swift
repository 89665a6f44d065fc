import Console
import Foundation
import Language
import Music
import Training

/// A piano keyboard with the threshold and the 90 % interval of every note that is known well
/// enough.
enum KeyboardPicture {
  private typealias Entry = (note: MIDINote, verdict: ThresholdVerdict)

  private static let whiteLength = 62.0
  private static let blackLength = 38.0

  /// `nil` if the threshold of no note may be shown.
  static func plot(_ part: ReportSnapshot.Unison, named name: String) -> ReportPlot? {
    guard let first = part.notes.first, let last = part.notes.last,
      part.notes.contains(where: { $0.verdict.state == .shown })
    else { return nil }
    return ReportPlot(
      name: name, heading: ReportText.keyboardHeading,
      sentence: HearingWords.notes(part.verdicts).joined(separator: " "),
      description: ReportText.keyboardDescription(from: first.note, to: last.note), height: 340,
      drawing: drawing(part.notes), table: table(part.notes))
  }

  private static func drawing(_ notes: [Entry]) -> [MarkupElement] {
    var frame = PlotFrame(height: 340)
    frame.bottom = whiteLength + 34
    let keys = Keys(notes.map(\.note), frame: frame)
    let known = notes.filter { $0.verdict.state == .shown }
    let (domain, ticks) = NumberAxis.logarithmic(
      known.flatMap { [$0.verdict.threshold.low.rawValue, $0.verdict.threshold.high.rawValue] })
    let scale = frame.vertical(domain, isLogarithmic: true)
    var elements = frame.rows(scale, ticks, name: ReportText.thresholdAxis)
    elements += self.keys(keys, frame)
    for (note, verdict) in known {
      let x = keys.centre(of: note)
      let threshold = verdict.threshold
      elements.append(
        MarkupElement(
          "g", [:],
          [
            MarkupElement("title", [:], text: VerdictText.note(note, threshold)),
            frame.line(
              "whisker", x, scale.position(threshold.low.rawValue), x,
              scale.position(threshold.high.rawValue)),
            frame.circle(
              verdict.answers > 0 ? "dot" : "hollow", x: x,
              y: scale.position(threshold.value.rawValue), radius: keys.dotRadius),
          ]))
    }
    return elements
  }

  private static func keys(_ keys: Keys, _ frame: PlotFrame) -> [MarkupElement] {
    let top = frame.bottomEdge + 8
    var elements = keys.white.map { note in
      frame.rectangle(
        "white-key", x: keys.centre(of: note) - keys.width / 2, y: top, width: keys.width,
        height: whiteLength)
    }
    elements += keys.black.map { note in
      frame.rectangle(
        "black-key", x: keys.centre(of: note) - keys.width * 0.3, y: top,
        width: keys.width * 0.6, height: blackLength)
    }
    elements += keys.white.filter { $0.rawValue.isMultiple(of: 12) }.map { note in
      frame.text(
        NoteName.text(note), x: min(keys.centre(of: note), PlotFrame.width - 14),
        y: frame.height - 6, anchor: "middle")
    }
    return elements
  }

  private static func table(_ notes: [Entry]) -> ReportTable {
    ReportTable(
      caption: ReportText.keyboardCaption, headings: ReportText.keyboardColumns,
      rows: notes.map { note, verdict in
        [NoteName.text(note)] + ReportText.cells(verdict) + ["\(verdict.answers)"]
      })
  }

  /// The positions of the keys, from the white key at or below the lowest note to the one at or
  /// above the highest.
  private struct Keys {
    let white: [MIDINote]
    let black: [MIDINote]

    let width: Double
    private let places: [Int: Double]

    init(_ notes: [MIDINote], frame: PlotFrame) {
      var low = notes[0].rawValue
      var high = notes[notes.count - 1].rawValue
      // Notes 0 and 127 are white keys, so these ends are notes.
      if MIDINote(low).isBlackKey { low -= 1 }
      if MIDINote(high).isBlackKey { high += 1 }
      let all = (low...high).map { MIDINote($0) }
      white = all.filter { !$0.isBlackKey }
      black = all.filter(\.isBlackKey)
      width = min((frame.rightEdge - frame.left) / Double(white.count), 40)
      var places: [Int: Double] = [:]
      var x = frame.left
      for note in all {
        if note.isBlackKey {
          places[note.rawValue] = x
        } else {
          places[note.rawValue] = x + width / 2
          x += width
        }
      }
      self.places = places
    }

    var dotRadius: Double { min(max(width * 0.22, 2), 5) }

    func centre(of note: MIDINote) -> Double { places[note.rawValue] ?? 0 }
  }
}

nonisolated extension MIDINote {
  fileprivate var isBlackKey: Bool { [1, 3, 6, 8, 10].contains(rawValue % 12) }
}

/// The level over the weeks with its 90 % intervals, and the scatter of the single days.
enum CoursePicture {
  /// `nil` if the level could never be shown.
  static func plot(
    _ part: ReportSnapshot.Unison, named name: String, in calendar: Calendar
  ) -> ReportPlot? {
    let course = part.course
    guard !course.entries.isEmpty else { return nil }
    return ReportPlot(
      name: name, heading: ReportText.courseHeading,
      sentence: VerdictText.trend(part.verdicts.trend, of: part.verdicts.level.state).joined(),
      description: ReportText.courseDescription(
        course.period, hasScatter: !course.scatter.isEmpty), height: 300,
      drawing: drawing(course, in: calendar), table: table(course))
  }

  private static func drawing(_ course: LevelCourse, in calendar: Calendar) -> [MarkupElement] {
    let frame = PlotFrame()
    let entries = course.entries
    var periods = entries.map { ($0.start, $0.end) }
    // Days of the trend may be older than the first level that could be shown.
    if let first = course.scatter.first, let start = periods.first?.0, first.date < start {
      periods.insert((first.date, first.date), at: 0)
    }
    let time = TimeSpan(periods)
    let x = frame.horizontal(time.domain)
    let (domain, ticks) = NumberAxis.logarithmic(
      entries.flatMap { [$0.level.low.rawValue, $0.level.high.rawValue] }
        + course.scatter.map(\.threshold.rawValue))
    let y = frame.vertical(domain, isLogarithmic: true)
    func place(_ entry: LevelCourse.Entry) -> (x: Double, y: Double) {
      // The estimate at the end of the period.
      (x.position(entry.end.timeIntervalSince1970), y.position(entry.level.value.rawValue))
    }
    var elements = frame.rows(y, ticks, name: ReportText.thresholdAxis)
    elements += frame.columns(
      x, DateAxis(calendar: calendar).ticks(in: time.domain), name: ReportText.dateAxis)
    elements += course.scatter.map { day in
      frame.circle(
        "dot faint", x: x.position(day.date.timeIntervalSince1970),
        y: y.position(day.threshold.rawValue), radius: 2)
    }
    if entries.count > 1 { elements.append(frame.curve("curve", entries.map(place))) }
    for entry in entries {
      let (x, level) = place(entry)
      elements += [
        frame.line(
          "whisker", x, y.position(entry.level.low.rawValue), x,
          y.position(entry.level.high.rawValue)),
        frame.circle("hollow", x: x, y: level, radius: 3.2),
      ]
    }
    return elements
  }

  private static func table(_ course: LevelCourse) -> ReportTable {
    ReportTable(
      caption: ReportText.courseCaption, headings: ReportText.courseColumns(course.period),
      rows: course.entries.map { entry in
        [entry.label, "\(entry.answers)"] + EstimateText(threshold: entry.level).cells
      })
  }
}

/// The share of right answers to differences of each size, in times the threshold that was
/// estimated at that moment, beside the expected share.
enum CurvePicture {
  private struct Entry {
    let bin: HearingCurve.Bin
    let share: Double
    let predicted: Double

    init?(_ bin: HearingCurve.Bin) {
      guard let share = bin.shareCorrect, let predicted = bin.predicted else { return nil }
      self.bin = bin
      self.share = share
      self.predicted = predicted
    }

    /// The place in the picture, in which the outer bins are as wide as the others.
    var place: Double {
      let (low, high) = (bin.edges.lowerBound, bin.edges.upperBound)
      if low <= 0 { return high / exp2(0.25) }
      return high.isFinite ? (low * high).squareRoot() : low * exp2(0.25)
    }
  }

  /// `nil` unless the level may be shown.
  static func plot(_ part: ReportSnapshot.Unison, named name: String) -> ReportPlot? {
    let entries = part.curve.bins.compactMap(Entry.init)
    guard part.verdicts.level.state == .shown,
      let most = entries.max(by: { $0.bin.answers < $1.bin.answers })
    else { return nil }
    return ReportPlot(
      name: name, heading: ReportText.curveHeading, sentence: ReportText.curve(most.bin),
      description: ReportText.curveDescription, height: 300, drawing: drawing(entries),
      table: table(entries))
  }

  private static func drawing(_ entries: [Entry]) -> [MarkupElement] {
    let frame = PlotFrame()
    let x = frame.horizontal(0.17...12, isLogarithmic: true)
    let lowest = entries.map(\.bin.interval.lowerBound).min() ?? 0.5
    let (shares, shareTicks) = NumberAxis.linear([min(lowest, 0.4), 1]) { ReportText.percent($0) }
    let y = frame.vertical(shares)
    let ticks = [0.25, 0.5, 1, 2, 4, 8].map {
      AxisTick(value: $0, label: NumberAxis.text($0))
    }
    var elements = frame.rows(y, shareTicks, name: ReportText.rightAxis)
    elements += frame.columns(x, ticks, name: ReportText.ratioAxis)
    elements += [
      frame.line("guess", frame.left, y.position(0.5), frame.rightEdge, y.position(0.5)),
      frame.line("marker", x.position(1), frame.top, x.position(1), frame.bottomEdge),
    ]
    if entries.count > 1 {
      elements.append(
        frame.curve(
          "curve", entries.map { (x: x.position($0.place), y: y.position($0.predicted)) }))
    }
    let most = Double(entries.map(\.bin.answers).max() ?? 1)
    for entry in entries {
      let place = x.position(entry.place)
      elements += [
        frame.line(
          "whisker", place, y.position(entry.bin.interval.lowerBound), place,
          y.position(entry.bin.interval.upperBound)),
        // The area shows the number of answers.
        frame.circle(
          "dot", x: place, y: y.position(entry.share),
          radius: max(7 * (Double(entry.bin.answers) / most).squareRoot(), 2)),
      ]
    }
    return elements
  }

  private static func table(_ entries: [Entry]) -> ReportTable {
    ReportTable(
      caption: ReportText.curveCaption, headings: ReportText.curveColumns,
      rows: entries.map { entry in
        let bin = entry.bin
        return [
          ReportText.ratio(bin.edges.lowerBound), ReportText.ratio(bin.edges.upperBound),
          "\(bin.answers)", "\(bin.correct)", ReportText.percent(entry.share),
          ReportText.percent(bin.interval.lowerBound), ReportText.percent(bin.interval.upperBound),
          ReportText.percent(entry.predicted),
        ]
      })
  }
}

/// The shift and the threshold of each interval.
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

  /// The table of thresholds, also as beats above middle C.
  private static func purityTable(_ parts: [IntervalVerdicts.Part]) -> ReportTable {
    ReportTable(
      caption: ReportText.purityCaption, headings: ReportText.purityColumns,
      rows: parts.map { part in
        [NoteName.text(part.interval), "\(part.threshold.answers)"]
          + ReportText.cells(part.threshold) + [beats(part) ?? ReportText.nothing]
      })
  }

  /// The beats a second of an interval above middle C that is as far from pure as its threshold;
  /// `nil` if the threshold or the beats are not known.
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
          ? EstimateText(part.shift, isSigned: true).cells
          : [String](repeating: ReportText.nothing, count: 3)
        return [NoteName.text(part.interval), "\(part.threshold.answers)"] + shift
          + ReportText.cells(part.threshold)
      })
  }
}

/// The words of the plots of comparison training.
extension ReportText {
  static let keyboardHeading = localized("Threshold of each note")

  static func keyboardDescription(from low: MIDINote, to high: MIDINote) -> String {
    localized(
      """
      A piano keyboard from %@ to %@. Above each key, a dot shows the threshold of the note in \
      cents on a logarithmic scale, and a line shows its 90 %% interval. Filled dots are notes \
      that were asked; open dots are estimated from their neighbours. Too little is known of \
      keys with nothing above them.
      """, NoteName.text(low), NoteName.text(high))
  }

  static let keyboardCaption = localized("Thresholds in cents, with their 90 %% intervals")
  static let keyboardColumns = [
    localized(context: "column", "Note"), localized(context: "column", "Threshold"),
    localized(context: "column", "From"), localized(context: "column", "To"),
    localized(context: "column", "Comparisons"),
  ]

  static let courseHeading = localized("Threshold over time")

  static func courseDescription(_ period: ReportPeriod, hasScatter: Bool) -> String {
    let course =
      switch period {
      case .day, .week:
        localized(
          """
          Each open dot is the threshold of all notes asked as it was known at the end of a week, \
          in cents on a logarithmic scale, and a line shows its 90 %% interval.
          """)
      case .month:
        localized(
          """
          Each open dot is the threshold of all notes asked as it was known at the end of a month, \
          in cents on a logarithmic scale, and a line shows its 90 %% interval.
          """)
      case .year:
        localized(
          """
          Each open dot is the threshold of all notes asked as it was known at the end of a year, \
          in cents on a logarithmic scale, and a line shows its 90 %% interval.
          """)
      }
    guard hasScatter else { return course }
    return localized(
      """
      %@ Small dots are the thresholds of single days, or of some days of few comparisons \
      together: they scatter.
      """, course)
  }

  static let courseCaption = localized("Threshold of all notes asked, in cents")

  static func courseColumns(_ period: ReportPeriod) -> [String] {
    [
      column(of: period), localized(context: "column", "Comparisons"),
      localized(context: "column", "Threshold"), localized(context: "column", "From"),
      localized(context: "column", "To"),
    ]
  }

  static let curveHeading = localized("Right answers by size of the difference")

  /// - Parameter bin: the bin with the most answers.
  static func curve(_ bin: HearingCurve.Bin) -> String {
    let size =
      if bin.edges.lowerBound <= 0 {
        localized("less than %@ times", ratio(bin.edges.upperBound))
      } else if bin.edges.upperBound.isFinite {
        localized("%@ to %@ times", ratio(bin.edges.lowerBound), ratio(bin.edges.upperBound))
      } else {
        localized("over %@ times", ratio(bin.edges.lowerBound))
      }
    return localized(
      """
      Differences of %@ the threshold known at that moment were asked most often: %@ of %d \
      answers were right (90 %%: %@ to %@), and %@ were expected.
      """, size, percent(bin.shareCorrect ?? 0), bin.answers, percent(bin.interval.lowerBound),
      percent(bin.interval.upperBound), percent(bin.predicted ?? 0))
  }

  static let curveDescription = localized(
    """
    Each dot is a size of the difference, in times the threshold known at that moment, with its \
    share of right answers. Larger dots have more answers, and lines show the exact 90 %% \
    intervals. The curve is what was expected before each answer. The dashed vertical line is the \
    threshold, the dashed horizontal line is guessing.
    """)
  static let curveCaption = localized("Answers by size of the difference, in times the threshold")
  static let curveColumns = [
    localized(context: "column", "From"), localized(context: "column", "To less than"),
    localized(context: "column", "Answers"), localized(context: "column", "Right"),
    localized(context: "column", "Share"), localized(context: "column", "From"),
    localized(context: "column", "To"), localized(context: "column", "Expected"),
  ]

  /// A difference in times the threshold.
  static func ratio(_ value: Double) -> String {
    value.isFinite ? NumberText.short(value, digits: 3) : nothing
  }

  static let intervalsHeading = localized("Where intervals sound true")
  static let intervalsDescription = localized(
    """
    Each row is an interval. Its dot shows where the second note sounds true, in cents from the \
    true interval; the thick line is the 90 %% interval of that, and the thin line reaches as far as \
    the threshold: beyond it, differences are told right more than three times out of four. Too \
    little is known of rows with nothing in them.
    """)
  static let intervalsCaption = localized(
    "Shift and threshold of each interval, in cents, with their 90 %% intervals")
  static let intervalsColumns = [
    localized(context: "column", "Interval"), localized(context: "column", "Comparisons"),
    localized(context: "column", "Shift"), localized(context: "column", "From"),
    localized(context: "column", "To"), localized(context: "column", "Threshold"),
    localized(context: "column", "From"), localized(context: "column", "To"),
  ]

  static func noPurities(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison:
      localized("No unison has been judged for purity yet. To start, run peach purity.")
    case .interval:
      localized(
        "No interval has been judged for purity yet. To start, run peach purity --intervals P5.")
    }
  }

  static let purityHeading = localized("Mistunings that sound in tune")
  static let purityDescription = localized(
    """
    Each row is an interval. The line around its dot reaches as far as the threshold, in cents from \
    the true interval: beyond it, the true one is told from the other more than three times out of \
    four. The beats in the table are those of the interval above middle C if it is so far from pure. Too \
    little is known of rows with nothing in them.
    """)
  static let purityCaption = localized(
    "Thresholds in cents, with their 90 %% intervals, and in beats a second above middle C")
  static let purityColumns = [
    localized(context: "column", "Interval"), localized(context: "column", "Answers"),
    localized(context: "column", "Threshold"), localized(context: "column", "From"),
    localized(context: "column", "To"), localized(context: "column", "Beats"),
  ]

  /// A date as a day, or as the month or the year that it represents.
  static func date(_ date: Date, _ period: ReportPeriod, in calendar: Calendar) -> String {
    switch period {
    case .day, .week: DateText.full(date, in: calendar)
    case .month: DateText.monthAndYear(date, in: calendar)
    case .year: DateText.year(date, in: calendar)
    }
  }
}
