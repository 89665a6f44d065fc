import Console
import Language
import Music
import Training

/// The end of a session: its course, the present figures, their change, and the next steps.
public struct ClosingPage: EndPage, Hashable {
  public let choice: TrainingChoice

  /// The title of the session; `nil` for the name of the choice.
  public var title: String?

  /// True if its notes sounded together although they might have followed each other.
  public var isTogether = false
  public var course: SessionCourse

  /// The length of the session.
  public var seconds: Double

  /// The figures at the beginning; `nil` if they are unknown.
  public var before: SessionFigures?
  public var now: SessionFigures

  /// True if the next session asks for the least known notes.
  public var asksForLeastKnown: Bool

  /// The suggestion of a rest, if it is due.
  public var rest: String?

  /// True if more of the training brings little today.
  public var isPlenty = false

  /// Sentences about answers that were not stored.
  public var unstored: [String] = []

  /// The trials of the next session; `nil` if it has no end.
  public var nextTrials: Int?

  public var hasStart: Bool

  public init(
    _ choice: TrainingChoice, title: String? = nil, course: SessionCourse, seconds: Double,
    before: SessionFigures?,
    now: SessionFigures, asksForLeastKnown: Bool = true, rest: String? = nil,
    nextTrials: Int? = nil, hasStart: Bool = true
  ) {
    self.choice = choice
    self.title = title
    self.course = course
    self.seconds = seconds
    self.before = before
    self.now = now
    self.asksForLeastKnown = asksForLeastKnown
    self.rest = rest
    self.nextTrials = nextTrials
    self.hasStart = hasStart
  }

  /// The other training of the same intervals.
  public var other: TrainingChoice {
    TrainingChoice(choice.training == .comparison ? .matching : .comparison, choice.kind)
  }

  // MARK: Screen

  /// The whole terminal with an empty notice and status.
  public func frame(in size: TerminalSize, glyphs: Glyphs) -> StageFrame {
    let room = StageFrame.room(in: size)
    let legend = course.legend(glyphs)
    let hasLegendInTitle = heading.columns + 2 + legend.columns <= size.columns
    let facts =
      facts.flatMap { StyledText($0).wrapped(to: room.columns) }
      + beside.flatMap { StyledText($0).wrapped(to: room.columns) }.map(\.dim)
      + advice.flatMap { StyledText($0).wrapped(to: room.columns) }
    var picture = course.lines(in: room, glyphs)
    if !picture.isEmpty, !hasLegendInTitle { picture.insert(legend, at: 0) }
    // The words matter more than the picture.
    if picture.count + facts.count > room.rows { picture = [] }
    let gap: [StyledText] = picture.isEmpty || facts.isEmpty ? [] : [""]
    let body = picture + gap + facts
    return StageFrame(
      title: StyledText(heading),
      corner: picture.isEmpty || !hasLegendInTitle ? "" : legend, body: body,
      bodyColumns: max(
        StageFrame.stageColumns, min(picture.map(\.columns).max() ?? 0, room.columns)),
      keys: commands.compactMap(\.hint),
      verdict: StyledText(facts.isEmpty ? heading : facts.map(\.plain).joined(separator: " ")))
  }

  // MARK: Keys

  public enum Choice: Hashable {
    case train(TrainingChoice)
    case profile, settings
    case leave
  }

  /// The choice of a key; `nil` for a key without a meaning here.
  public func choice(of key: Key) -> Choice? {
    commands.first { $0.keys.contains(key.command) }?.choice
  }

  private struct Command {
    let choice: Choice
    let keys: [Key]

    /// `nil` if the command is not shown.
    var hint: StageFrame.KeyHint?

    init(_ choice: Choice, _ keys: [Key], _ hint: StageFrame.KeyHint? = nil) {
      (self.choice, self.keys, self.hint) = (choice, keys, hint)
    }

    /// The command of a training, with its key on the start screen.
    init(_ choice: TrainingChoice, _ meaning: String? = nil) {
      let key = StartKeys.key(of: choice)
      self.init(
        .train(choice), [.character(key)], meaning.map { StageFrame.KeyHint("\(key)", $0) })
    }
  }

  private var commands: [Command] {
    let more = nextTrials.map { localized("%d more", $0) } ?? localized(context: "key", "again")
    let again = Command(.train(choice), [.enter], StageFrame.KeyHint("Enter", more))
    let leave = Command(
      .leave, [.escape, .character("q")],
      hasStart ? StageFrame.KeyHint(localized("Esc start")) : StageWords.end)
    guard hasStart else { return [again, leave] }
    let meaning =
      other.training == .matching
      ? localized(context: "key", "tune") : localized(context: "key", "compare")
    let profile = StageFrame.KeyHint("\(StartKeys.profile)", localized(context: "key", "profile"))
    return [
      again, Command(other, meaning), Command(.profile, [.character(StartKeys.profile)], profile),
      leave, Command(.settings, [.character(StartKeys.settings)]),
    ] + TrainingChoice.all.filter { $0 != other }.map { Command($0) }
  }

  // MARK: Lines

  /// The lines that stay on the ordinary screen: everything but the picture.
  public var lines: [String] { [heading] + facts + beside + advice }

  /// A line that is read out or written to a pipe.
  public var spoken: String {
    let shown = now.figures.filter { $0.isShown || $0.state == .first }.map { figure in
      localized(
        "%@ %@.", figure.spokenName,
        figure.isShown ? SessionWords.spoken(figure.text) : figure.unknown)
    }
    let count = [localized("%d done.", course.points.count), score].compactMap { $0 }
      .joined(separator: " ")
    // The sentence about notes together is not true of the others.
    let done = isTogether ? localized("%@: %@", title ?? choice.name, count) : count
    let known =
      (shown.isEmpty ? [now.truth].compactMap { $0 } : shown) + [now.known].compactMap { $0 }
    return ([done] + known + advice).joined(separator: " ")
  }

  /// The heading, such as `Comparison, unison · 40 in 3 minutes`.
  private var heading: String {
    localized(
      "%@ · %d in %@", title ?? choice.name, course.points.count, SessionWords.time(seconds))
  }

  private var facts: [String] {
    // The sentence says why a single figure is not shown.
    let figures =
      now.figures.count == 1
      ? now.figures.filter { $0.isShown || $0.state == .first } : now.figures
    let width = figures.map(\.name.columns).max() ?? 0
    let lines = figures.map { figure in
      figure.name.rightPadded(to: width) + "  " + text(of: figure)
    }
    return [score].compactMap { $0 } + lines + [now.truth, least].compactMap { $0 }
  }

  /// The sentences that are not about hearing.
  private var advice: [String] {
    let plenty = isPlenty ? localized("More of the same today brings little.") : nil
    return unstored + [plenty, rest].compactMap { $0 }
  }

  /// The nearest known figure, and a comparison from music.
  private var beside: [String] { [now.known].compactMap { $0 } + [yardstick] }

  /// A comparison from music, another one each time.
  private var yardstick: String { Yardstick.sentence(now.foreseen.answers + course.points.count) }

  /// The right answers of the session and the expected number of them, or the median error; `nil`
  /// without an answer.
  private var score: String? {
    let points = course.points
    guard !points.isEmpty else { return nil }
    guard let right else {
      let middle = points.map(\.cents).sorted()[points.count / 2]
      return localized("Half of them lie within %@ cents.", CentsText.plain(middle))
    }
    guard let expected else { return localized("%d of %d right.", right, points.count) }
    return localized("%d of %d right, %d expected.", right, points.count, expected)
  }

  /// The number of right answers; `nil` for answers that are not right or wrong.
  public var right: Int? {
    course.training.answer.isRightOrWrong ? course.points.count(where: \.isFull) : nil
  }

  /// The expected number of right answers; `nil` if that is not known for all of them.
  public var expected: Int? {
    let session = now.foreseen.since(before?.foreseen ?? ForeseenAnswers())
    return session.answers == course.points.count ? Int(session.expected.rounded()) : nil
  }

  private func text(of figure: SessionFigures.Figure) -> String {
    let now = VerdictText.brief(figure)
    guard figure.isShown else { return now }
    let known = localized("now %@", now)
    // Notes under other conditions are not compared. Their loudness may differ from trial to trial.
    guard let before = before?.figures.first(where: { $0.name == figure.name }), before.isShown,
      before.condition?.soundSource == figure.condition?.soundSource,
      before.condition?.duration == figure.condition?.duration
    else { return known }
    return localized("before %@", VerdictText.brief(before)) + "  " + known
  }

  private var least: String? {
    now.leastKnown.map { notes in
      let (low, high) = (NoteName.text(notes.lowerBound), NoteName.text(notes.upperBound))
      let range = low == high ? low : NumberText.range(low, high)
      return asksForLeastKnown
        ? localized("Next time more of %@, of which least is known.", range)
        : localized("Least is known of %@.", range)
    }
  }
}

/// Comparisons of figures with music.
enum Yardstick {
  /// - Parameter number: a number that selects the sentence.
  static func sentence(_ number: Int) -> String { all[number % all.count] }

  private static var all: [String] {
    [
      localized("A just and an equal third differ by 14 cents, a fifth by 2."),
      localized("A semitone has 100 cents, a whole tone 200."),
      localized("A piano tuner sets unisons to about 1 cent."),
      localized("A = 442 instead of 440 hertz is 8 cents higher."),
      localized("The notes of a good choir lie about 10 to 15 cents apart."),
      localized("A Pythagorean and a just third differ by 22 cents."),
      localized("A singer's vibrato swings about 50 cents to either side."),
    ]
  }
}

/// The page at the end of a session or a plan.
public protocol EndPage {
  /// The lines that stay on the ordinary screen or are read out.
  var lines: [String] { get }

  /// The whole terminal with an empty notice and status.
  func frame(in size: TerminalSize, glyphs: Glyphs) -> StageFrame

  /// The choice of a key; `nil` for a key without a meaning here.
  func choice(of key: Key) -> ClosingPage.Choice?
}
