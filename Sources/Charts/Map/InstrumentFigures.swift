import Console
import Foundation
import Language
import Music
import Training

/// The map of an instrument as it is shown: in sentences, as a picture, and as JSON.
public struct InstrumentFigures {
  /// The name of the instrument; `nil` if it has none.
  public let label: String?
  public let map: InstrumentMap

  /// The map of what was played more than four weeks before; `nil` if that is nothing.
  let earlier: InstrumentMap?
  let calendar: Calendar

  /// How far back the earlier map ends, in seconds.
  public nonisolated static let weeks: TimeInterval = 28 * 24 * 60 * 60

  public init(
    _ map: InstrumentMap, label: String?, earlier: InstrumentMap? = nil,
    calendar: Calendar = .current
  ) {
    (self.map, self.label, self.earlier, self.calendar) = (map, label, earlier, calendar)
  }

  /// `Your instrument: violin`
  public var title: String {
    label.map { localized("Your instrument: %@", $0.visible) } ?? localized("Your instrument")
  }

  // MARK: Sentences

  /// What the map says, the most important first.
  public var sentences: [String] {
    standingOut + changes + [whole, strength, tuning]
  }

  /// What the map rests on.
  public var basis: String {
    let notes = localized(one: "%d note", other: "%d notes", map.count)
    let days = localized(one: "on %d day", other: "on %d days", map.dayCount)
    guard map.outliers > 0 else { return localized("%@ %@.", notes, days) }
    return localized(
      one: "%2$@ %3$@; %1$d that lay far off is left out.",
      other: "%2$@ %3$@; %1$d that lay far off are left out.", map.outliers, notes, days)
  }

  /// Notes of one name whose intervals overlap are named together.
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

  /// Without the sign, from the nearer end to the farther one.
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

  /// `441.2 ± 0.4`
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

  /// Notes whose interval has left that of four weeks before.
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
      add(offset, named: "cents", to: &object)
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
        add(note.bias, named: "bias", to: &object)
        object.add("state", note.isKnown ? "shown" : "early")
        object.add("standsOut", note.standsOut)
        return object
      })
  }

  private static func add(_ estimate: CentsEstimate, named name: String, to line: inout JSONLine) {
    line.add(name, estimate.value.rawValue)
    line.add("low", estimate.low.rawValue)
    line.add("high", estimate.high.rawValue)
  }
}

extension InstrumentMap {
  /// What is known of a note; `nil` if it was not heard.
  subscript(note: MIDINote) -> Bias? { notes.first { $0.note == note } }
}
