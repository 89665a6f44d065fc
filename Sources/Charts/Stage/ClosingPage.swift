import Console
import Language
import Music
import Training

/// The end of a session: its course, what is known now, whether that is a change, and what can be done
/// next.
public struct ClosingPage: Hashable {
  public let choice: TrainingChoice

  /// What the session is called; `nil` for the name of the choice.
  public var title: String?

  /// Whether its notes sounded together though they might have followed each other.
  public var isTogether = false
  public var course: SessionCourse

  /// How long it took, in seconds.
  public var seconds: Double

  /// At the beginning; `nil` if that is unknown.
  public var before: SessionFigures?
  public var now: SessionFigures

  /// Whether the next session asks for what is least known.
  public var asksForLeastKnown: Bool

  /// The suggestion of a rest, if it is time for one.
  public var advice: String?

  /// That answers were not stored, in sentences.
  public var unstored: [String] = []

  /// The trials of the next session; `nil` if it has no end.
  public var nextTrials: Int?

  /// Whether the start screen follows.
  public var hasStart: Bool

  public init(
    _ choice: TrainingChoice, title: String? = nil, course: SessionCourse, seconds: Double,
    before: SessionFigures?,
    now: SessionFigures, asksForLeastKnown: Bool = true, advice: String? = nil,
    nextTrials: Int? = nil, hasStart: Bool = true
  ) {
    self.choice = choice
    self.title = title
    self.course = course
    self.seconds = seconds
    self.before = before
    self.now = now
    self.asksForLeastKnown = asksForLeastKnown
    self.advice = advice
    self.nextTrials = nextTrials
    self.hasStart = hasStart
  }

  /// The same intervals in another training.
  public var other: TrainingChoice {
    TrainingChoice(choice.training == .comparison ? .matching : .comparison, choice.kind)
  }

  // MARK: Screen

  /// The whole terminal; the notice and the status are left empty.
  public func frame(in size: TerminalSize, glyphs: Glyphs) -> StageFrame {
    let room = StageFrame.room(in: size)
    let legend = course.legend(glyphs)
    let hasLegendInTitle = heading.columns + 2 + legend.columns <= size.columns
    let facts = facts.flatMap { StyledText($0).wrapped(to: room.columns) }
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

  /// What the user can choose on the page.
  public enum Choice: Hashable {
    case train(TrainingChoice)
    case profile, settings
    case leave
  }

  /// What a key chooses; `nil` for a key that means nothing here.
  public func choice(of key: Key) -> Choice? {
    commands.first { $0.keys.contains(key.command) }?.choice
  }

  private struct Command {
    let choice: Choice
    let keys: [Key]

    /// `nil` for one that is not shown.
    var hint: StageFrame.KeyHint?

    init(_ choice: Choice, _ keys: [Key], _ hint: StageFrame.KeyHint? = nil) {
      (self.choice, self.keys, self.hint) = (choice, keys, hint)
    }

    /// That of a training, by its key on the start screen.
    init(_ choice: TrainingChoice, _ meaning: String? = nil) {
      let key = StartKeys.key(of: choice)
      self.init(
        .train(choice), [.character(key)], meaning.map { StageFrame.KeyHint("\(key)", $0) })
    }
  }

  /// The most important ones first.
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

  /// What stays on the ordinary screen: everything but the picture.
  public var lines: [String] { [heading] + facts }

  /// The same in one line for those who have it read out, and for a pipe.
  public var spoken: String {
    let shown = now.figures.filter(\.isShown).map { figure in
      localized("%@ %@.", figure.spokenName, SessionWords.spoken(figure.text))
    }
    let count = localized("%d done.", course.points.count)
    // What is said of notes together is not true of the others.
    let done = isTogether ? localized("%@: %@", title ?? choice.name, count) : count
    let known = shown.isEmpty ? [now.truth].compactMap { $0 } : shown
    return ([done] + known + unstored + [advice].compactMap { $0 }).joined(separator: " ")
  }

  /// `Comparison, unison · 40 in 3 minutes`
  private var heading: String {
    let minutes = Int((seconds / 60).rounded())
    let time =
      minutes > 0
      ? localized(one: "%d minute", other: "%d minutes", minutes)
      : localized(one: "%d second", other: "%d seconds", max(Int(seconds.rounded()), 0))
    return localized("%@ · %d in %@", title ?? choice.name, course.points.count, time)
  }

  private var facts: [String] {
    // Why a single figure is not shown is said by the sentence.
    let figures = now.figures.count == 1 ? now.figures.filter(\.isShown) : now.figures
    let width = figures.map(\.name.columns).max() ?? 0
    let lines = figures.map { figure in
      figure.name.rightPadded(to: width) + "  " + text(of: figure)
    }
    return lines + [now.truth, least].compactMap { $0 } + unstored + [advice].compactMap { $0 }
  }

  private func text(of figure: SessionFigures.Figure) -> String {
    let now = VerdictText.brief(figure)
    guard figure.isShown else { return now }
    let known = localized("now %@", now)
    // Notes that sounded differently are not compared. Their loudness may differ from trial to trial.
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
        ? localized("Least is known of %@: more of that next time.", range)
        : localized("Least is known of %@.", range)
    }
  }
}
