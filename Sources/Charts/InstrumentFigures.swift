import Console
import Foundation
import Language
import Music
import Training

/// The map of an instrument in sentences, as a picture, and as JSON.
public struct InstrumentFigures {
  /// The name of the instrument; `nil` if it has none.
  public let label: String?
  public let map: InstrumentMap

  /// The map of notes that were played more than four weeks before; `nil` if there are none.
  let earlier: InstrumentMap?
  let calendar: Calendar

  /// The age of the end of the earlier map, in seconds.
  public nonisolated static let weeks: TimeInterval = 28 * 24 * 60 * 60

  public init(
    _ map: InstrumentMap, label: String?, earlier: InstrumentMap? = nil,
    calendar: Calendar = .current
  ) {
    (self.map, self.label, self.earlier, self.calendar) = (map, label, earlier, calendar)
  }

  /// The heading, such as `Your instrument: violin`.
  public var title: String {
    label.map { localized("Your instrument: %@", $0.visible) } ?? localized("Your instrument")
  }

  // MARK: Sentences

  /// The sentences, the most important first.
  public var sentences: [String] {
    standingOut + changes + [whole, strength, tuning]
  }

  /// The number of notes and days.
  public var basis: String {
    let notes = HearingWords.notes(map.count)
    let days = localized(one: "on %d day", other: "on %d days", map.dayCount)
    guard map.outliers > 0 else { return localized("%@ %@.", notes, days) }
    return localized(
      one: "%2$@ %3$@; %1$d that lay far off is left out.",
      other: "%2$@ %3$@; %1$d that lay far off are left out.", map.outliers, notes, days)
  }

  /// The notes that stand out, those of one name together if their intervals overlap.
  private var standingOut: [String] {
    guard map.notes.contains(where: \.isKnown) else {
      return [localized("No note was heard eight times yet: play more of each.")]
    }
    let notes = map.notes.filter(\.standsOut)
    guard !notes.isEmpty else { return [localized("No note stands out.")] }
    var groups: [[InstrumentMap.Bias]] = []
    for note in notes {
      let place = groups.firstIndex {
        $0[0].note.rawValue % 12 == note.note.rawValue % 12
          && $0[0].bias.low <= note.bias.high && note.bias.low <= $0[0].bias.high
      }
      if let place { groups[place].append(note) } else { groups.append([note]) }
    }
    return groups.map { group in
      let names = ListText.joined(group.map { NoteName.text($0.note) })
      let sizes = group.map { Self.size($0.bias) }
      let size = NumberText.fixed(
        sizes.map(\.value).reduce(0, +) / Double(sizes.count), places: 0)
      let low = NumberText.fixed(sizes.map(\.low).min() ?? 0, places: 0)
      let high = NumberText.fixed(sizes.map(\.high).max() ?? 0, places: 0)
      let count = group.count
      return group[0].bias.value.rawValue > 0
        ? localized(
          one: "%2$@ is %3$@ cents sharp of the rest, %4$@ to %5$@.",
          other: "%2$@ are %3$@ cents sharp of the rest, %4$@ to %5$@.", count, names, size, low,
          high)
        : localized(
          one: "%2$@ is %3$@ cents flat of the rest, %4$@ to %5$@.",
          other: "%2$@ are %3$@ cents flat of the rest, %4$@ to %5$@.", count, names, size, low,
          high)
    }
  }

  /// The bias without its sign, and the ends of its interval from the nearer to the farther.
  private static func size(_ bias: CentsEstimate) -> (value: Double, low: Double, high: Double) {
    let estimate = bias.value.rawValue < 0 ? bias.negated : bias
    return (estimate.value.rawValue, estimate.low.rawValue, estimate.high.rawValue)
  }

  private var whole: String {
    let today = localized(
      "The whole stands at A = %@ Hz on the last day", pitch(map.today))
    guard map.dayCount > 1 else { return today + "." }
    return localized("%@, and at A = %@ Hz on all days together.", today, pitch(map.usual))
  }

  /// A pitch such as `441.2 ± 0.4`.
  private func pitch(_ offset: CentsEstimate) -> String {
    let reach = (map.pitch(offset.high).hertz - map.pitch(offset.low).hertz) / 2
    let places = reach < 10 ? 1 : 0
    return NumberText.fixed(map.pitch(offset.value).hertz, places: places) + " ± "
      + NumberText.fixed(max(reach, 0.1), places: places)
  }

  private var strength: String {
    localized(
      "One and the same note varies by %@ cents from time to time.",
      NumberText.fixed(map.spread.rawValue, places: 1))
  }

  private var tuning: String {
    guard let system = map.tuning?.system else {
      return localized("Which tuning is played cannot be told yet.")
    }
    let name = TuningText.text(system)
    guard system != .equalTemperament else { return localized("What is played is in %@.", name) }
    guard let tonic = map.tuning?.tonic else {
      return localized(
        "The tuning that is played is %@; on which note it is built is not sure.", name)
    }
    return localized(
      "The tuning that is played is %@, built on %@.", name, NoteName.pitchClass(tonic))
  }

  /// The notes whose intervals no longer overlap those of four weeks before.
  private var changes: [String] {
    guard let earlier, earlier.notes.contains(where: \.isKnown) else { return [] }
    let sentences = map.notes.compactMap { now -> String? in
      guard now.isKnown, let then = earlier[now.note], then.isKnown,
        now.bias.low > then.bias.high || now.bias.high < then.bias.low
      else { return nil }
      return localized(
        "Four weeks ago %@ lay at %@ cents, now it lies at %@.", NoteName.text(now.note),
        Self.signed(then.bias), Self.signed(now.bias))
    }
    return sentences.isEmpty
      ? [localized("No note has clearly changed in the last four weeks.")] : sentences
  }

  static func signed(_ estimate: CentsEstimate) -> String {
    EstimateText(estimate, isSigned: true).value
  }

  // MARK: Text and JSON

  private static let textSize = TerminalSize(columns: 78, rows: 16)

  /// Title, sentences and picture for a terminal or a pipe.
  public func lines(_ glyphs: Glyphs) -> [String] {
    [title, ""] + ([basis] + sentences).flatMap { WrappedText.lines($0, width: 78) } + [""]
      + plot(Self.textSize, glyphs).map(\.plain)
  }

  public var json: JSONLine {
    var line = JSONLine()
    line.add("label", label)
    Self.add(map, to: &line, calendar)
    line.add(
      "earlier",
      object: earlier.map { earlier in
        var object = JSONLine()
        Self.add(earlier, to: &object, calendar)
        return object
      })
    return line
  }

  private static func add(_ map: InstrumentMap, to line: inout JSONLine, _ calendar: Calendar) {
    line.add("referencePitch", map.referencePitch.hertz)
    line.add("count", map.count)
    line.add("outliers", map.outliers)
    line.add("days", map.dayCount)
    for (name, day) in [("firstDay", map.days.lowerBound), ("lastDay", map.days.upperBound)] {
      let start = LocalDays.start(of: day, in: calendar)
      line.add(name, ReportPeriod.day.label(start, in: calendar))
    }
    line.add("spread", map.spread.rawValue)
    for (name, offset) in [("today", map.today), ("usual", map.usual)] {
      var object = JSONLine()
      FiguresJSON.add(offset, "cents", to: &object)
      object.add("pitch", map.pitch(offset.value).hertz)
      object.add("pitchLow", map.pitch(offset.low).hertz)
      object.add("pitchHigh", map.pitch(offset.high).hertz)
      line.add(name, object: object)
    }
    var tuning = JSONLine()
    tuning.add("system", map.tuning?.system?.identifier)
    tuning.add("tonic", map.tuning?.tonic)
    tuning.add(
      "candidates",
      objects: (map.tuning?.candidates ?? []).map { candidate in
        var object = JSONLine()
        object.add("system", candidate.system.identifier)
        object.add("probability", candidate.probability)
        object.add("tonic", candidate.tonic)
        object.add("tonicProbability", candidate.tonicProbability)
        return object
      })
    line.add("tuning", object: tuning)
    line.add(
      "notes",
      objects: map.notes.map { note in
        var object = JSONLine()
        object.add("note", note.note.rawValue)
        object.add("name", note.note.name)
        object.add("count", note.count)
        FiguresJSON.add(note.bias, "bias", to: &object)
        object.add("state", note.isKnown ? "shown" : "early")
        object.add("standsOut", note.standsOut)
        return object
      })
  }
}

extension InstrumentMap {
  /// The bias of a note; `nil` if it was not heard.
  subscript(note: MIDINote) -> Bias? { notes.first { $0.note == note } }
}

/// The map as a plot, with a dot and a bar in cents for each note:
///
///     Cents from the rest                    ● · 90 %
///     +10 ┤         │
///         │         ●
///       0 ┤┄┄┄●┄┄┄┄┄│┄┄┄●┄┄┄┄○┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
///         │   │         │
///     -10 ┤
///         C4        D4  E4   F4
extension InstrumentFigures {
  /// The reach of the picture to both sides, in cents.
  private static let reach = 25.0

  private static let axis = CentsAxis(
    domain: -reach...reach,
    ticks: [-reach, -20, -10, 0, 10, 20, reach].map {
      AxisTick(value: $0, label: ReportText.signed($0))
    }, isLogarithmic: false)

  private var range: ClosedRange<Int> {
    let numbers = map.notes.map(\.note.rawValue)
    return (numbers.first ?? 60)...(numbers.last ?? 60)
  }

  /// The plot, in which a note that was heard fewer than eight times has a circle without a bar.
  public func plot(_ size: TerminalSize, _ glyphs: Glyphs) -> [StyledText] {
    let capacity = EstimatePlot.capacity(columns: size.columns, Self.axis)
    let (first, span) = (range.lowerBound, range.count)
    // Only a large piano has more notes than columns.
    let width = min(max(capacity / span, 1), 4)
    func column(_ note: MIDINote) -> Int {
      min((note.rawValue - first) * width + (width - 1) / 2, capacity - 1)
    }
    let marks = map.notes.map { note in
      EstimatePlot.Mark(
        column: column(note.note), low: (note.isKnown ? note.bias.low : note.bias.value).rawValue,
        high: (note.isKnown ? note.bias.high : note.bias.value).rawValue,
        value: note.bias.value.rawValue, sign: note.isKnown ? nil : glyphs.silent,
        hasBar: note.isKnown)
    }
    return EstimatePlot(
      heading: localized("Cents from the rest"),
      legend: map.notes.allSatisfy(\.isKnown)
        ? "" : localized("%@ heard fewer than eight times", glyphs.silent), axis: Self.axis,
      marks: marks,
      names: map.notes.map {
        EstimatePlot.Name(column: column($0.note), text: NoteName.text($0.note))
      }, glyphs: glyphs, baseline: 0
    ).lines(size)
  }

  // MARK: The report

  /// The section of a report.
  ///
  /// - Parameter number: distinguishes the pictures of several instruments.
  func section(_ number: Int) -> ReportSection {
    ReportSection(
      heading: title, sentences: [basis] + sentences,
      plots: [picture(named: number == 1 ? "instrument" : "instrument-\(number)")])
  }

  private func picture(named name: String) -> ReportPlot {
    ReportPlot(
      name: name, heading: localized("Your notes, each against the rest"),
      sentence: localized(
        "Above the line a note is sharp of the rest, below it flat. The bar is its 90 %% interval."),
      description: localized(
        """
        Each dot is a note, from low to high; its height is how many cents it is sharp or flat of the \
        rest, and the bar is the 90 %% interval of that. A hollow dot was heard fewer than eight times. Notes \
        that stand out have their cents beside them. The picture ends at 25 cents.
        """), height: frame.height, drawing: drawing, table: table)
  }

  private var frame: PlotFrame {
    var frame = PlotFrame(height: 344 + 18 * Double(nameRows))
    frame.bottom = 30 + 18 * Double(nameRows)
    return frame
  }

  /// The rows in which names take turns, so that they do not touch.
  private var nameRows: Int { min((range.count + 15) / 16, 3) }

  private var drawing: [MarkupElement] {
    let (frame, y) = (frame, frame.vertical(Self.axis.domain))
    let x = frame.horizontal(Double(range.lowerBound) - 0.7...Double(range.upperBound) + 0.7)
    var elements = frame.rows(y, Self.axis.ticks, name: localized("Cents from the rest"))
    elements.append(frame.line("zero", frame.left, y.position(0), frame.rightEdge, y.position(0)))
    let rows = nameRows
    for (index, note) in map.notes.enumerated() {
      let place = x.position(Double(note.note.rawValue))
      let height = y.position(note.bias.value.rawValue)
      if note.isKnown {
        elements.append(
          frame.line(
            "spread", place, y.position(note.bias.low.rawValue), place,
            y.position(note.bias.high.rawValue)))
      }
      elements.append(
        frame.circle(note.isKnown ? "dot" : "hollow", x: place, y: height, radius: 4.5))
      if note.standsOut {
        elements.append(
          frame.text(
            Self.signed(note.bias), x: place + 8, y: height, anchor: "start", kind: "value",
            isCentred: true))
      }
      elements.append(
        frame.text(
          NoteName.text(note.note), x: place, y: frame.bottomEdge + 20 + Double(index % rows) * 18,
          anchor: "middle"))
    }
    return elements
  }

  private var table: ReportTable {
    let hasEarlier = earlier != nil
    return ReportTable(
      caption: localized("Cents from the rest; sharp is +. From and to are the 90 %% interval."),
      headings: [
        localized(context: "column", "Note"), localized(context: "column", "Heard"),
        localized(context: "column", "Bias (sharp is +)"), localized(context: "column", "From"),
        localized(context: "column", "To"),
      ] + (hasEarlier ? [localized(context: "column", "Four weeks ago")] : []),
      rows: map.notes.map { note in
        let earlier = earlier?[note.note].map { Self.signed($0.bias) } ?? ReportText.nothing
        return [NoteName.text(note.note), "\(note.count)"]
          + EstimateText(note.bias, isSigned: true).cells + (hasEarlier ? [earlier] : [])
      })
  }
}
