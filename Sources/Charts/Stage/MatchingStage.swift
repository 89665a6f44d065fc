import Console
import Language
import Music
import Training

/// A pitch matching: two places side by side without a number, a bar or a movement, and after the
/// commit both notes on a scale in cents.
struct MatchingStage: PitchDrawing {
  let stage: TrialStage

  func body(on plan: StagePlan) -> StageBody {
    var body = StageBody(
      rows: interval == .prime ? 6 : 9, keys: keys(plan), firstKeys: moment == .second ? 2 : 0)
    if let answer = stage.answer {
      body.verdict = verdict(answer, plan)
      body.lines = result(answer, plan)
    } else if moment == .second {
      body.verdict = StyledText(localized("tune it"))
      body.lines = tuningLines(plan)
    } else {
      let (line, verdict) = reference(plan)
      (body.lines, body.verdict) = ([line], verdict)
    }
    if interval != .prime {
      let heading = plan.fitting(
        TuningText.interval(interval, in: task.tuning), NoteName.text(interval))
      body.lines = [heading, ""] + body.lines
    }
    return body
  }

  // MARK: Before the commit

  private func tuningLines(_ plan: StagePlan) -> [StyledText] {
    let glyphs = plan.glyphs
    let line = StyledText(
      placing: (plan.first, StyledText(glyphs.silent)),
      (plan.first + 3, StyledText(glyphs.note, .strong)),
      (plan.first + 6, StyledText(localized("tune it"))))
    guard !plan.isNarrow else { return [line] }
    let column = max(plan.first + 17, line.columns + 3)
    let commit = plan.hints([inTune], from: plan.first + 3).leftPadded(by: plan.first + 3)
    let again = max(plan.first + 22, commit.columns + 3)
    return [
      line.padded(to: column) + plan.hints([fine(glyphs), coarse(glyphs)], from: column),
      commit.padded(to: again) + plan.hints([hearReference], from: again),
    ]
  }

  private func fine(_ glyphs: Glyphs) -> StageFrame.KeyHint {
    StageFrame.KeyHint("\(glyphs.left) \(glyphs.right)", localized(context: "key", "fine"))
  }

  private func coarse(_ glyphs: Glyphs) -> StageFrame.KeyHint {
    StageFrame.KeyHint("\(glyphs.up) \(glyphs.down)", localized(context: "key", "coarse"))
  }

  /// The two keys in one, for little room.
  private func tune(_ glyphs: Glyphs) -> StageFrame.KeyHint {
    StageFrame.KeyHint(
      "\(glyphs.left) \(glyphs.right) \(glyphs.up) \(glyphs.down)",
      localized(context: "keys that tune", "tune"))
  }

  private var inTune: StageFrame.KeyHint { StageFrame.KeyHint(localized("Enter in tune")) }

  // MARK: After it

  private func result(_ answer: TrialStage.Answer, _ plan: StagePlan) -> [StyledText] {
    let words = TrialWords.matched(answer.error)
    let scale = TuningScale(error: answer.error, quarter: plan.quarter, plan.glyphs)
    var sounding: ReplayNote.Role?
    if case .sounding(let note) = answer.replay { sounding = note }
    let note = NoteName.text(task.reference)
    let facts = localized("%@ · %@ · %@", words, note, TrialWords.began(answer.offset))
    var said = [StyledText(facts)]
    if facts.columns > plan.columns {
      said = [StyledText(words), StyledText("\(note)  \(TrialWords.began(answer.offset))")]
    }
    let lines = remarks(
      answer, plan, replayed: StyledText(plan.glyphs.note + " " + localized("yours, then true")))
    let picture = scale.lines(sounding: sounding)
    let room = plan.rows - picture.count - lines.count - (interval == .prime ? 0 : 1)
    return picture + said.prefix(max(room, 1)) + lines
  }

  func narrowKeys(_ plan: StagePlan) -> [StageFrame.KeyHint] {
    moment == .second
      ? [inTune, tune(plan.glyphs), StageWords.shortAgain, StageWords.end]
      : [StageWords.shortAgain] + plan.always
  }
}

/// The scale on which a tuned note stands beside the true one, in cents.
struct TuningScale {
  private let error: Double
  private let quarter: Int
  private let glyphs: Glyphs

  /// The error at the ends.
  private let reach: Int

  private static let reaches = [10, 30, 100]

  /// The reach of the smallest scale for these cents, or of the largest one.
  static func reach(of cents: Double, among reaches: [Int] = Self.reaches) -> Int {
    reaches.first { cents <= Double($0) } ?? reaches[reaches.count - 1]
  }

  /// The column of the left end.
  private static let start = 1

  /// - Parameter quarter: the columns from one mark of the scale to the next.
  init(error: Cents, quarter: Int, _ glyphs: Glyphs) {
    reach = Self.reach(of: error.magnitude)
    self.error = error.rawValue
    self.quarter = quarter
    self.glyphs = glyphs
  }

  func lines(sounding: ReplayNote.Role?) -> [StyledText] {
    [numbers, axis] + marks(sounding)
  }

  private var middle: Int { Self.start + 2 * quarter }

  private var numbers: StyledText {
    let line = (-2...2).reduce(StyledText()) { line, index in
      let value = reach * index / 2
      let text = (value > 0 ? "+" : "") + "\(value)"
      let tick = middle + index * quarter
      let column = tick - (index < 0 ? text.count / 2 : (text.count - 1) / 2)
      return line.padded(to: column) + StyledText(text)
    }
    return line + StyledText(" " + localized(context: "axis", "cents"))
  }

  private var axis: StyledText {
    let step = String(repeating: String(glyphs.level), count: quarter - 1)
    let center = String(glyphs.center)
    let line =
      glyphs.axisStart + step + center + step + center + step + center + step + glyphs.axisTick
    return StyledText.blanks(Self.start) + StyledText(line)
  }

  private func marks(_ sounding: ReplayNote.Role?) -> [StyledText] {
    let truth = StyledText(glyphs.truth, .right).bold(if: sounding == .truth)
    let trueWord = localized(context: "note", "true")
    let label = StyledText(trueWord).bold(if: sounding == .truth)
    let place = place
    guard place != middle else {
      // One mark for both.
      let both = localized(context: "note", "true, yours")
      return [
        StyledText(placing: (middle, truth.bold(if: sounding != nil))),
        StyledText(placing: (start(of: trueWord, at: middle), StyledText(both))),
      ]
    }
    let yours = StyledText(glyphs.yours, .wrong).bold(if: sounding == .given)
    let yourWord = localized(context: "note", "yours")
    let yourLabel = StyledText(yourWord).bold(if: sounding == .given)
    let trueStart = start(of: trueWord, at: middle)
    let yourStart = start(of: yourWord, at: place)
    if place > middle {
      return [
        StyledText(placing: (middle, truth), (place, yours)),
        StyledText(
          placing: (trueStart, label),
          (max(yourStart, trueStart + trueWord.columns + 1), yourLabel)),
      ]
    }
    // The left label has room to its left; the right one keeps its distance.
    let left = max(min(yourStart, trueStart - 1 - yourWord.columns), 0)
    return [
      StyledText(placing: (place, yours), (middle, truth)),
      StyledText(
        placing: (left, yourLabel), (max(trueStart, left + yourWord.columns + 1), label)),
    ]
  }

  /// The column of the user's note, which is that of the true one only if it is in tune.
  private var place: Int {
    guard !TrialWords.isInTune(Cents(error)) else { return middle }
    let exact = error / Double(reach) * Double(2 * quarter)
    let clamped = min(max(exact, Double(-2 * quarter)), Double(2 * quarter))
    let column = Int(clamped.rounded())
    return middle + (column != 0 ? column : error > 0 ? 1 : -1)
  }

  private func start(of word: String, at column: Int) -> Int {
    max(column - (word.columns - 1) / 2, 0)
  }
}

extension StyledText {
  /// Adds blanks before a text that is not empty.
  fileprivate func leftPadded(by columns: Int) -> StyledText {
    isEmpty ? self : StyledText.blanks(columns) + self
  }
}
