import Console
import Foundation
import Language
import Music
import Training

/// The words of the profile screen.
enum ProfileScreenText {
  static func title(_ choice: TrainingChoice) -> String { localized("Profile: %@", choice.name) }

  static var cents: String { localized(context: "axis", "cents") }

  // MARK: Above the pictures

  static var thresholds: String { localized("Threshold, cents") }
  static var errors: String { localized("Error, cents") }
  static var shifts: String { localized("What sounds true, cents") }

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

  /// The notes in view.
  static func notes(_ range: ClosedRange<Int>) -> String {
    let (first, last) = (MIDINote(range.lowerBound), MIDINote(range.upperBound))
    return range.count == 1
      ? NoteName.text(first)
      : localized(context: "range", "%@–%@", NoteName.text(first), NoteName.text(last))
  }

  /// The days in view.
  static func dates(_ view: DateInterval, in calendar: Calendar) -> String {
    let first = DateText.short(view.start, in: calendar)
    // The end is the first moment that is no longer in view.
    let last = DateText.short(view.end.addingTimeInterval(-1), in: calendar)
    return first == last ? first : localized("%@ to %@", first, last)
  }

  // MARK: Below them

  /// What to do about a training without results.
  static func untrained(_ choice: TrainingChoice) -> String {
    let key = ClosingPage.number(of: choice)
    return switch choice.training {
    case .comparison:
      localized(
        """
        Not trained yet. Press %d on the start screen; a first figure takes at least %d \
        comparisons.
        """, key, FigureState.fewestAnswers)
    case .matching:
      localized(
        "Not trained yet. Press %d on the start screen; a first figure takes %d tuned notes.",
        key, MatchingFit.fewest)
    }
  }

  /// More ranges of notes than these are not read.
  private static let mostRanges = 3

  /// Which note is known best, and which are not known yet; nothing if none is known.
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

  /// Numbers that follow one another, joined.
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

  static func level(_ threshold: CentsEstimate, _ answers: Int) -> String {
    localized("%@, %@", VerdictText.threshold(threshold), CountText.comparisons(answers))
  }

  static func matched(_ whole: MatchingDay) -> String {
    let (bias, notes) = (ReportText.signedCents(whole.bias), HearingWords.notes(whole.count))
    guard let spread = whole.spread else { return localized("%@ cents, %@", bias, notes) }
    return localized(
      "%@ cents on average, spread %@, %@", bias, CentsText.plain(spread.rawValue), notes)
  }

  static func date(_ date: Date, _ period: ReportPeriod, in calendar: Calendar) -> String {
    guard period == .week else { return ReportText.date(date, period, in: calendar) }
    return localized(
      "Week from %@", DateText.full(ReportPeriod.monday(before: date, in: calendar), in: calendar))
  }
}

// MARK: Keys

extension ProfileScreenText {
  private typealias KeyHint = StageFrame.KeyHint

  static func notesKeys(_ glyphs: Glyphs) -> [StageFrame.KeyHint] {
    [training(glyphs), weeks, back, zoom]
      + [
        KeyHint("\(glyphs.up) \(glyphs.down)", localized(context: "key", "octave")), help,
      ]
  }

  static func intervalsKeys(_ glyphs: Glyphs) -> [StageFrame.KeyHint] {
    [training(glyphs), weeks, back, KeyHint("Tab", localized(context: "key", "one or all"))]
      + [
        KeyHint("\(glyphs.up) \(glyphs.down)", localized(context: "key", "scroll")), help,
      ]
  }

  static func matchingKeys(_ glyphs: Glyphs) -> [StageFrame.KeyHint] {
    [training(glyphs), weeks, back, help]
  }

  /// - Parameter other: the key that leads to all results.
  static func weeksKeys(_ glyphs: Glyphs, other: String) -> [StageFrame.KeyHint] {
    [training(glyphs), KeyHint("t", other), back, zoom]
      + [
        KeyHint("\(glyphs.up) \(glyphs.down)", localized(context: "key", "earlier, later")), help,
      ]
  }

  private static func training(_ glyphs: Glyphs) -> KeyHint {
    KeyHint("\(glyphs.left) \(glyphs.right)", localized(context: "key", "training"))
  }

  private static var weeks: KeyHint { KeyHint("t", localized(context: "key", "weeks")) }
  private static var zoom: KeyHint { KeyHint("z", localized(context: "key", "zoom")) }
  private static var back: KeyHint { KeyHint("Esc", localized(context: "key", "back")) }
  private static var help: KeyHint { KeyHint("?", localized(context: "key", "help")) }

  static func help(_ glyphs: Glyphs) -> [String] {
    [localized("The profile: what Peach knows about your hearing"), ""]
      + ScreenText.table([
        ("\(glyphs.left) \(glyphs.right)", localized("the other trainings")),
        ("t", localized("switch between all results and results by week")),
        ("z", localized("a part of the notes or of the time, and all again")),
        (
          "\(glyphs.up) \(glyphs.down)",
          localized("an octave up and down; by week: the time before or after")
        ),
        ("Tab", localized("one interval after the other, and all again")),
        ("q", localized("back to the start screen")),
      ]) + [
        "",
        localized(
          """
          Comparison: for each note, a dot shows its threshold, the difference that you get right \
          three times out of four, on a logarithmic scale. It lies between the small dots above \
          and below with a probability of 90 %%. A note without a large dot is not known yet.
          """
        ),
        localized(
          """
          Intervals: for each, the size that sounds true to you, as cents from the true one, and \
          the difference about it that you get right three times out of four.
          """
        ),
        localized(
          """
          By week, the page shows the threshold of unisons as it was known at the end of each \
          week, not what was asked. It rests on all answers up to then.
          """
        ),
        localized(
          """
          Pitch matching: the mean error of the last 200 notes and the spread around it, which \
          contains two out of three notes.
          """
        ),
      ]
  }
}
