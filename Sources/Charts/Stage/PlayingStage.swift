import Console
import Language
import Music
import Training

/// The training of the player's own note on the stage: the reference, what arrives at the input, and after
/// the judgement the course of the pitch about the target.
public struct PlayingStage: Hashable {
  public enum Moment: Hashable {
    case reference
    /// With what was said last, and whether what was heard is being judged.
    case listening(InputMeter, missed: String? = nil, isJudging: Bool = false)
    case answered(Answer)
  }

  public struct Answer: Hashable {
    public var played: HeardNote

    /// `nil` if there is nothing to say of them.
    public var beats: TrialBeats?
    public var replay: StageReplay

    public init(_ played: HeardNote, beats: TrialBeats? = nil, replay: StageReplay = .none) {
      (self.played, self.beats, self.replay) = (played, beats, replay)
    }
  }

  public let task: StageTask
  public let moment: Moment

  public init(_ task: StageTask, _ moment: Moment) { (self.task, self.moment) = (task, moment) }

  private var interval: DirectedInterval { task.interval }

  func body(on plan: StagePlan) -> StageBody {
    var body = StageBody(
      rows: interval == .prime ? 9 : 11, keys: keys(plan), firstKeys: isListening ? 2 : 0)
    switch moment {
    case .reference:
      let listen = localized("listen")
      body.lines = [
        StyledText(
          placing: (plan.first, StyledText(plan.glyphs.sounded, .strong)),
          (plan.first + 3, StyledText(listen)))
      ]
      body.verdict = StyledText(listen)
    case .listening(let meter, let missed, let isJudging):
      body.lines = listeningLines(meter, missed, isJudging, plan)
      body.verdict = StyledText(missed ?? localized("play it"))
    case .answered(let answer):
      let words = TrialWords.matched(answer.played.error)
      body.lines = result(answer, words, plan)
      body.verdict = StyledText(words)
    }
    if interval != .prime {
      let heading = plan.fitting(
        TuningText.interval(interval, in: task.tuning), NoteName.text(interval))
      body.lines = [heading] + (plan.isNarrow ? [] : [""]) + body.lines
    }
    if case .answered = moment { body.focus = body.lines.lastIndex(showing: body.verdict) }
    return body
  }

  private var isListening: Bool {
    if case .listening(_, _, isJudging: false) = moment { true } else { false }
  }

  // MARK: Listening

  private func listeningLines(
    _ meter: InputMeter, _ missed: String?, _ isJudging: Bool, _ plan: StagePlan
  ) -> [StyledText] {
    let glyphs = plan.glyphs
    let words = isJudging ? localized("judging") : localized("play it")
    var lines = [
      StyledText(
        placing: (plan.first, StyledText(glyphs.silent)),
        (plan.first + 3, StyledText(glyphs.note, .strong)),
        (plan.first + 6, StyledText(words)))
    ]
    let column = plan.isNarrow ? 0 : plan.first + 3
    let room = max(plan.columns - column, 1)
    func add(_ text: StyledText) {
      lines += text.wrapped(to: room).map { StyledText.blanks(column) + $0 }
    }
    add(meter.bar(glyphs, columns: plan.isNarrow ? 16 : 24))
    add(StyledText(meter.words))
    if let missed { add(StyledText(missed)) }
    if !plan.isNarrow, !isJudging {
      lines.append("")
      lines.append(
        StyledText.blanks(column) + plan.hints([Self.done, hearReference], from: column))
    }
    return lines
  }

  private static var done: StageFrame.KeyHint { StageFrame.KeyHint(localized("Enter judge now")) }

  private var hearReference: StageFrame.KeyHint {
    StageFrame.KeyHint(localized("Space reference again"))
  }

  // MARK: After it

  private func result(_ answer: Answer, _ words: String, _ plan: StagePlan) -> [StyledText] {
    let played = answer.played
    let verdict = facts([words, NoteName.text(task.reference.transposed(by: interval))], plan)
    var lines: [StyledText] = []
    if let beats = answer.beats {
      lines += StyledText(TrialWords.beats(beats)).wrapped(to: plan.columns)
    }
    if !TrialWords.isInTune(played.error),
      let width = TrialWords.width(interval, played.error)
    {
      lines.append(StyledText(width))
    }
    if let heard = StageWords.heard(answer.replay, localized(context: "note", "yours"), plan.glyphs)
    {
      lines += plan.replayed(heard)
    }
    // In a low terminal the plot is lower first, then details go, and then the plot.
    let room = plan.rows - verdict.count - lines.count - (interval == .prime ? 0 : 1)
    let details = facts(TrialWords.details(of: played), plan)
    let plots = [2, 1].map { reach in
      PitchPlot(
        played, rows: reach, columns: min(PitchPlot.room(in: plan.columns), 50), plan.glyphs
      ).lines
    }
    let plot = plots.first { $0.count + details.count <= room } ?? plots.last { $0.count <= room }
    let rest = max(room - (plot?.count ?? 0), 0)
    return (plot ?? []) + verdict + details.prefix(rest) + lines
  }

  /// Facts side by side, as many in a line as fit.
  private func facts(_ facts: [String], _ plan: StagePlan) -> [StyledText] {
    var lines: [String] = []
    for fact in facts {
      let longer = lines.last.map { localized("%@ · %@", $0, fact) }
      if let longer, longer.columns <= plan.columns {
        lines[lines.count - 1] = longer
      } else {
        lines.append(fact)
      }
    }
    return lines.flatMap { StyledText($0).wrapped(to: plan.columns) }
  }

  /// The answer in a line that is read out: the verdict first, and what it was. Empty before it.
  ///
  /// - Parameter place: which answer of the session it is, from 1.
  func spokenAnswer(place: Int) -> String {
    guard case .answered(let answer) = moment else { return "" }
    let played = answer.played
    let facts =
      ([
        localized("%d %@", place, TrialWords.matched(played.error)),
        TrialWords.isInTune(played.error) ? nil : TrialWords.width(interval, played.error),
        answer.beats.map(TrialWords.beats),
        NoteName.text(task.reference.transposed(by: interval)),
      ].compactMap { $0 } + TrialWords.details(of: played)).joined(separator: ", ")
    return answer.replay == .none ? facts : localized("%@. Yours, then true:", facts)
  }

  private func keys(_ plan: StagePlan) -> [StageFrame.KeyHint] {
    guard plan.isNarrow else { return plan.always }
    switch moment {
    case .reference: return [StageWords.shortAgain] + plan.always
    case .listening(_, _, isJudging: true): return plan.always
    case .listening: return [Self.done, StageWords.shortAgain] + plan.always
    case .answered(let answer):
      let skip = answer.replay == .none ? [] : [StageWords.skip]
      return skip + [StageWords.shortAgain] + plan.always
    }
  }
}

/// What arrives at the input at one moment.
public struct InputMeter: Hashable {
  /// In dB of full scale; `nil` if it is not known yet.
  public var level: Double?

  /// What is being played, roughly; `nil` for nothing.
  public var note: MIDINote?

  /// Whether nothing at all has arrived for a while.
  public var isSilent: Bool

  /// Whether it is too loud to be measured.
  public var isClipping: Bool

  /// That nothing is connected to the input, or what else keeps it from arriving; `nil` for nothing.
  public var fault: String?

  public init(
    level: Double? = nil, note: MIDINote? = nil, isSilent: Bool = false, isClipping: Bool = false,
    fault: String? = nil
  ) {
    (self.level, self.note, self.fault) = (level, note, fault)
    (self.isSilent, self.isClipping) = (isSilent, isClipping)
  }

  /// The lowest level that the bar shows.
  private static let floor = -60.0

  /// `input ████████············ -23 dB`
  func bar(_ glyphs: Glyphs, columns: Int) -> StyledText {
    let level = min(max(level ?? Self.floor, Self.floor), 0)
    let filled = Int(((level - Self.floor) / -Self.floor * Double(columns)).rounded())
    let full = glyphs.bars.last.map { String($0) } ?? glyphs.sounded
    let bar =
      String(repeating: full, count: filled)
      + String(repeating: glyphs.faint, count: columns - filled)
    return StyledText(localized("input") + " ") + StyledText(bar) + StyledText(decibels)
  }

  private var decibels: String {
    level.flatMap { $0 > Self.floor ? localized(" %@ dB", NumberText.fixed($0, places: 0)) : nil }
      ?? ""
  }

  /// What is wrong with the input, or what is heard.
  var words: String {
    if let fault { return fault }
    if isClipping { return localized("too loud: turn the input down") }
    if isSilent { return localized("no signal at the input") }
    return note.map { localized("heard: %@", NoteName.text($0)) } ?? ""
  }
}

/// The course of a pitch about the target, in characters.
struct PitchPlot {
  private let cents: [Double]
  private let columns: Int
  private let glyphs: Glyphs

  /// Where the scale ends, in cents: 5 if the whole course fits, otherwise 50.
  private let reach: Double

  private static let reaches = (fine: 5.0, coarse: 50.0)

  /// So many are above the target, and as many below.
  private let rows: Int

  init(_ played: HeardNote, rows: Int, columns: Int, _ glyphs: Glyphs) {
    cents = played.curve.isEmpty ? [played.error.rawValue] : played.curve.cents
    (self.rows, self.columns) = (rows, columns)
    self.glyphs = glyphs
    let most = cents.map(\.magnitude).max() ?? 0
    reach = most <= Self.reaches.fine ? Self.reaches.fine : Self.reaches.coarse
  }

  private static var unit: String { localized(context: "axis", "cents") }

  /// How many columns the course has beside the scale and its unit.
  static func room(in columns: Int) -> Int { max(columns - 6 - unit.columns, 1) }

  var lines: [StyledText] {
    (-rows...rows).reversed().map { row in
      let value = reach * Double(row) / Double(rows)
      let isMarked = row == 0 || abs(row) == rows
      let label =
        isMarked
        ? (value > 0 ? "+" : "") + NumberText.fixed(value, places: 0) : ""
      let line = StyledText(label).leftPadded(to: 3)
      return line + StyledText(" " + (isMarked ? glyphs.axisTick : glyphs.axis)) + course(row)
        + (row == rows ? StyledText(" " + Self.unit) : "")
    }
  }

  private func course(_ row: Int) -> StyledText {
    (0..<columns).reduce(StyledText()) { line, column in
      let first = column * cents.count / columns
      let last = max((column + 1) * cents.count / columns, first + 1)
      let part = cents[first..<min(last, cents.count)]
      let mean = part.reduce(0, +) / Double(max(part.count, 1))
      let place = Int((min(max(mean / reach, -1), 1) * Double(rows)).rounded())
      guard place == row else {
        return line + StyledText(row == 0 ? glyphs.dashes : " ")
      }
      return line + StyledText(glyphs.sounded, row == 0 ? .right : .wrong)
    }
  }
}
