import Console
import Language
import Training

/// A training on the terminal at one moment. It never reveals the answer before it is given.
public enum TrialScene: Hashable {
  case trial(TrialStage)
  indirect case paused(PausedStage)

  /// The whole terminal with an empty notice and status.
  public func frame(
    of session: SessionProgress, in size: TerminalSize, glyphs: Glyphs
  ) -> StageFrame {
    let plan = StagePlan(size, glyphs, of: session)
    let body = body(on: plan)
    var frame = StageFrame(
      title: StyledText(session.title), corner: StyledText(session.corner), body: body.lines,
      bodyRows: body.rows, keys: body.keys, verdict: body.verdict)
    frame.focus = body.focus
    if !showsAnswer, case .trial(let trial) = session.last,
      let last = trial.drawing.verdict(of: plan)
    {
      frame.last = StyledText(localized(context: "verdict", "last")) + " " + last
    }
    frame.firstKeys = body.firstKeys
    return frame
  }

  /// The answer in a line that is read out, with the facts that the stage shows; empty before the
  /// answer.
  ///
  /// - Parameter place: the number of the answer in the session, from 1.
  public func spokenAnswer(place: Int) -> String {
    if case .trial(let stage) = self { stage.drawing.spokenAnswer(place: place) } else { "" }
  }

  func body(on plan: StagePlan) -> StageBody {
    switch self {
    case .trial(let stage):
      var body = stage.drawing.body(on: plan)
      if stage.answer != nil, stage.training.answer != .none {
        body.focus = body.lines.lastIndex(showing: body.verdict)
      }
      return body
    case .paused(let stage): return stage.body(on: plan)
    }
  }

  private var showsAnswer: Bool {
    switch self {
    case .trial(let stage): stage.answer != nil
    case .paused(let stage): stage.answered != nil
    }
  }

  /// The scene after its answer has been taken back.
  public var withdrawn: TrialScene {
    switch self {
    case .paused(var stage):
      stage.answered = nil
      return .paused(stage)
    case .trial(let stage): return stage.answer == nil ? self : .paused(PausedStage(""))
    }
  }
}

public struct SessionProgress: Hashable {
  public var title: String

  /// The number of the present trial.
  public var index: Int?

  /// The number of trials; `nil` if only the user ends the session.
  public var count: Int?

  /// The last answer, unless it was taken back. Its verdict stays readable until the next one.
  public var last: TrialScene?

  /// True if an answered trial can be heard again.
  public var hasLast: Bool

  public var canUndo: Bool

  /// True if the question is shown, because the listener does not know the interval yet.
  public var explains = false

  public init(
    title: String = "", index: Int? = nil, count: Int? = nil, hasLast: Bool = false,
    canUndo: Bool = false
  ) {
    (self.title, self.index, self.count) = (title, index, count)
    (self.hasLast, self.canUndo) = (hasLast, canUndo)
  }

  /// The place in the session, such as `12 of 40`.
  var corner: String {
    guard let index else { return "" }
    return count.map { localized("%d of %d", index, $0) } ?? "\(index)"
  }
}

/// The replay of an answered trial, with the truth shown.
public enum StageReplay: Hashable {
  case none
  /// The replay comes next.
  case follows
  /// The note that sounds; `nil` between the notes and after them.
  case sounding(ReplayNote.Role?)
}

/// A training that waits.
public struct PausedStage: Hashable {
  /// The reason for the pause; may be empty.
  public var line: String

  public var canGoOn: Bool

  /// True if an answered trial can be heard again during the pause.
  public var isAudible: Bool

  /// The last answer, if it stays shown.
  public var answered: TrialScene?

  /// True if the keys of the training have no meaning: the line names others, or every key resumes.
  public var hasOwnKeys: Bool

  public init(
    _ line: String, canGoOn: Bool = true, isAudible: Bool = true, answered: TrialScene? = nil,
    hasOwnKeys: Bool = false
  ) {
    self.line = line
    self.canGoOn = canGoOn
    self.isAudible = isAudible
    self.answered = answered
    self.hasOwnKeys = hasOwnKeys
  }

  func body(on plan: StagePlan) -> StageBody {
    let hasLast = canGoOn && isAudible && plan.hasLast && !hasOwnKeys
    let hints: [StageFrame.KeyHint] =
      (canGoOn ? [StageWords.enterContinues] : []) + (hasLast ? [StageWords.lastAgain] : [])
      + (canGoOn && !hasOwnKeys ? [StageWords.resume] : []) + [StageWords.end]
    var body = answered?.body(on: plan) ?? StageBody(lines: [], rows: ComparisonStage.rows)
    let column = plan.isNarrow ? 0 : plan.first
    // Some lines are too long for one row.
    let lines = StyledText(line).wrapped(to: max(plan.columns - column, 1))
    let keys =
      plan.isNarrow || lines.count > 1
      ? StyledText() : plan.hints(hints, from: column + line.columns + 2)
    let first =
      line.isEmpty ? keys : keys.isEmpty ? StyledText(line) : StyledText(line) + "  " + keys
    // Without a picture, the text stands in the middle of its place.
    body.lines += body.lines.isEmpty ? ["", ""] : [""]
    for text in lines.count > 1 ? lines : [first] where !text.isEmpty {
      body.lines.append(StyledText.blanks(column) + text)
    }
    let always =
      hasOwnKeys
      ? hints
      : StageWords.always(canPause: false, canUndo: plan.canUndo, hasLast: hasLast)
    body.keys = plan.isNarrow ? hints + always.filter { !hints.contains($0) } : always
    if !line.isEmpty { body.verdict = StyledText(line) }
    if body.verdict.isEmpty, let first = hints.first { body.verdict = first.styled }
    return body
  }
}

/// The contents of the stage at one moment of a training.
struct StageBody {
  var lines: [StyledText] = []
  var rows: Int?
  var keys: [StageFrame.KeyHint] = []

  /// The line with the end of the verdict, if there is one.
  var focus: Int?

  /// The number of keys that matter more than the way out.
  var firstKeys = 0
  var verdict: StyledText = ""
}

/// The words that the trainings share on the stage. The first word of a hint is its key.
enum StageWords {
  static var again: StageFrame.KeyHint { StageFrame.KeyHint(localized("Space again")) }

  /// The hint for the row of keys of a narrow terminal.
  static var shortAgain: StageFrame.KeyHint {
    StageFrame.KeyHint(localized(context: "few columns", "Space again"))
  }

  /// The two notes of the replay, with the one that sounds in bold.
  ///
  /// - Parameter given: the words for the note that was not true.
  static func heard(_ replay: StageReplay, _ given: String, _ glyphs: Glyphs) -> StyledText {
    func part(_ words: String, _ role: ReplayNote.Role) -> StyledText {
      StyledText("\(glyphs.note) \(words)").bold(if: replay == .sounding(role))
    }
    return part(given, .given) + "   " + part(localized(context: "note", "true"), .truth)
  }

  static var skip: StageFrame.KeyHint { StageFrame.KeyHint(localized("Enter skips")) }
  static var enterContinues: StageFrame.KeyHint { StageFrame.KeyHint(localized("Enter continue")) }
  static var resume: StageFrame.KeyHint { StageFrame.KeyHint(localized("p continue")) }
  static var lastAgain: StageFrame.KeyHint {
    StageFrame.KeyHint(localized("Space last"))
  }
  static var last: StageFrame.KeyHint { StageFrame.KeyHint(localized("r last")) }
  static var end: StageFrame.KeyHint { StageFrame.KeyHint(localized("Esc end")) }

  /// The keys of all moments that have an effect now, the most important ones first.
  static func always(
    canPause: Bool = true, canUndo: Bool, hasLast: Bool
  ) -> [StageFrame.KeyHint] {
    let pause = canPause ? [StageFrame.KeyHint(localized("p pause"))] : []
    let undo = canUndo ? [StageFrame.KeyHint(localized("u undo"))] : []
    return pause + undo + (hasLast ? [last] : []) + [
      end, StageFrame.KeyHint(localized("? help")), StageFrame.KeyHint(localized("o output")),
      StageFrame.KeyHint("+ -", localized(context: "key", "level")),
    ]
  }
}
