import Console
import Foundation
import Language
import Music
import Training

enum ProfileScreenText {
  static func title(_ choice: TrainingChoice) -> String { localized("Profile: %@", choice.name) }

  static var cents: String { localized(context: "axis", "cents") }

  // MARK: Above the pictures

  static var thresholds: String { localized("Threshold, cents") }
  static var errors: String { localized("Error, cents") }
  static var shifts: String { localized("What sounds true, cents") }

  static var mistunings: String { localized("What sounds in tune, cents") }

  static func allErrors(_ count: Int) -> String { localized("Errors of all %d notes", count) }

  static func estimateLegend(_ glyphs: Glyphs) -> String {
    localized("%@ %@ 90 %%", glyphs.sounded, glyphs.faint)
  }

  static func spreadLegend(_ glyphs: Glyphs) -> String {
    localized("%@ mean   %@ spread", glyphs.sounded, glyphs.faint)
  }

  static func shiftLegend(_ glyphs: Glyphs) -> String {
    localized("%@ %@ 90 %%   %@ threshold", glyphs.sounded, "\(glyphs.span)", glyphs.faint)
  }

  static func thresholdLegend(_ glyphs: Glyphs) -> String {
    localized("%@ threshold", glyphs.faint)
  }

  static func notes(_ range: ClosedRange<Int>) -> String {
    let (first, last) = (MIDINote(range.lowerBound), MIDINote(range.upperBound))
    return range.count == 1
      ? NoteName.text(first)
      : NumberText.range(NoteName.text(first), NoteName.text(last))
  }

  static func dates(_ view: DateInterval, in calendar: Calendar) -> String {
    let first = DateText.short(view.start, in: calendar)
    // The end is the first moment after the view.
    let last = DateText.short(view.end.addingTimeInterval(-1), in: calendar)
    return first == last ? first : localized("%@ to %@", first, last)
  }

  // MARK: Below them

  /// The most ranges of notes in a sentence.
  private static let mostRanges = 3

  /// The note that is known best, and those that are not known yet; empty if no note is known.
  static func known(_ entries: [NotesPage.Entry]) -> [String] {
    func width(_ estimate: CentsEstimate) -> Double {
      log(estimate.high.rawValue / estimate.low.rawValue)
    }
    let known = entries.compactMap { entry in entry.shown.map { (note: entry.note, $0) } }
    guard let best = known.min(by: { width($0.1) < width($1.1) }) else { return [] }
    let told = localized(
      "Best known %@: %@.", NoteName.text(best.note), EstimateText(threshold: best.1).all)
    let ranges = ranges(of: entries.filter { $0.shown == nil }.map(\.note.rawValue))
    guard !ranges.isEmpty else { return [told] }
    let named = ranges.prefix(mostRanges).map(notes).joined(separator: ", ")
    let unknown =
      ranges.count > mostRanges
      ? localized("Not known yet: %@ and others.", named)
      : localized("Not known yet: %@.", named)
    return ["\(told) \(unknown)"]
  }

  /// Joins numbers that follow one another.
  private static func ranges(of numbers: [Int]) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges
  }

  /// The sentence for a period without training.
  ///
  /// - Parameter date: the last day with this training before the period.
  static func nothing(lastBefore date: Date?, in calendar: Calendar) -> String {
    guard let date else { return localized("No training of this kind in this period.") }
    return localized(
      "No training of this kind in this period; the last before it was on %@.",
      DateText.full(date, in: calendar))
  }

  /// - Parameter results: their number in words.
  static func trained(_ results: String, on days: Int) -> String {
    localized(context: "results on days", "%@ on %@.", results, ReportText.days(days))
  }

  // MARK: Figures of a period

  /// - Parameter count: the number of answers in words.
  static func level(
    _ threshold: CentsEstimate, _ answers: Int,
    _ count: @MainActor (Int) -> String = TrainingName.comparison.words.count
  ) -> String {
    localized("%@, %@", VerdictText.threshold(threshold), count(answers))
  }

  static func matched(_ bias: CentsEstimate, spread: CentsEstimate, _ count: Int) -> String {
    localized(
      "%@ cents on average, spread %@, %@", EstimateText(bias, isSigned: true).value,
      EstimateText(spread).value, HearingWords.notes(count))
  }

  static func date(_ date: Date, _ period: ReportPeriod, in calendar: Calendar) -> String {
    guard period == .week else { return ReportText.date(date, period, in: calendar) }
    return localized(
      "Week from %@", DateText.full(ReportPeriod.monday(before: date, in: calendar), in: calendar))
  }

  // MARK: Keys

  private typealias KeyHint = StageFrame.KeyHint

  /// - Parameters:
  ///   - zooms: whether there is a picture to enlarge.
  ///   - moves: whether there are notes beyond it.
  static func notesKeys(_ glyphs: Glyphs, zooms: Bool, moves: Bool) -> [StageFrame.KeyHint] {
    let octave = upDown(glyphs, localized(context: "key", "octave"))
    return [training(glyphs), weeks, back] + (zooms ? [zoom] : []) + (moves ? [octave] : [])
      + [help]
  }

  /// - Parameters:
  ///   - picks: whether there are several intervals.
  ///   - scrolls: whether some of them do not fit.
  static func intervalsKeys(
    _ glyphs: Glyphs, picks: Bool, scrolls: Bool
  ) -> [StageFrame.KeyHint] {
    let scroll = upDown(glyphs, localized(context: "key", "scroll"))
    return [training(glyphs), weeks, back] + (picks ? [pick] : []) + (scrolls ? [scroll] : [])
      + [help]
  }

  static func matchingKeys(_ glyphs: Glyphs) -> [StageFrame.KeyHint] {
    [training(glyphs), weeks, back, help]
  }

  /// - Parameters:
  ///   - other: the key that leads to all results.
  ///   - picks: whether there are several intervals.
  ///   - zooms: whether there is time to look at.
  ///   - moves: whether there is training before or after it.
  static func weeksKeys(
    _ glyphs: Glyphs, other: String, picks: Bool, zooms: Bool, moves: Bool
  ) -> [StageFrame.KeyHint] {
    let time = upDown(glyphs, localized(context: "key", "earlier, later"))
    return [training(glyphs), KeyHint("t", other), back] + (picks ? [pick] : [])
      + (zooms ? [zoom] : []) + (moves ? [time] : []) + [help]
  }

  private static func upDown(_ glyphs: Glyphs, _ meaning: String) -> KeyHint {
    KeyHint("\(glyphs.up) \(glyphs.down)", meaning)
  }

  private static func training(_ glyphs: Glyphs) -> KeyHint {
    KeyHint("\(glyphs.left) \(glyphs.right)", localized(context: "key", "training"))
  }

  private static var weeks: KeyHint { KeyHint("t", localized(context: "key", "weeks")) }
  private static var pick: KeyHint { KeyHint("Tab", localized(context: "key", "one or all")) }
  private static var zoom: KeyHint { KeyHint("z", localized(context: "key", "zoom")) }
  private static var back: KeyHint { KeyHint("Esc", localized(context: "key", "back")) }
  private static var help: KeyHint { KeyHint("?", localized(context: "key", "help")) }
}
