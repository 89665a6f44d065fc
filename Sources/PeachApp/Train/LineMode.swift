import Charts
import Console
import Language
import MainThread
import Music
import Program
import Training

/// A run of training line by line. For a pipe: a line for each result on standard output, the rest on
/// standard error. Or for a terminal that is read out.
final class LineMode: OutputMode {
  private let words: TrainingWords
  private let output: any TextOutput
  private let messages: any TextOutput
  private let keys: Glyphs?
  private let ringsBell: () -> Bool
  private let waitsForKey: () -> Bool
  private var xruns = 0
  private var isAway = false

  /// The interval that was said last; nobody has to be told of unisons before there was another one.
  private var interval: String?

  /// What has been asked in words in this run.
  private var asked: Set<String> = []

  /// The pause that lasts.
  private var pause: ShownState?
  private var closing: ClosingPage?

  /// What sounds, where and how loud, until it is said.
  private var opening: String?
  private var hasSaidStart = false

  /// Whether there was a trial, so that a pause is no longer the one before the first.
  private var hasTrial = false

  /// Whether the trial is the last one of its session.
  private var isLast = false

  /// How many more results say which key is due.
  private var hints = 2

  /// Whether the key is said when the truth has been heard.
  private var owesHint = false

  /// What was said last of a note that gave no result, in this trial and since the last commit.
  private var saidMiss: (line: String, time: ProgramClock.Instant)?

  /// Who tries again and again wants to play, and not to listen to a voice: something else is said after so long, and
  /// the same again after longer.
  private static let pauses = (other: Duration.seconds(2), same: Duration.seconds(8))
  private let now: () -> ProgramClock.Instant

  /// Says the outputs while one is chosen: of them all only what is new.
  private let outputs: LineBoard

  /// - Parameters:
  ///   - keys: the signs for keys, if there are keys; else there are commands.
  ///   - ringsBell: whether a wrong answer rings the terminal's bell, asked at each one.
  ///   - waitsForKey: whether a key begins each trial, asked at each result.
  ///   - now: the time.
  init(
    _ words: TrainingWords, output: any TextOutput, messages: any TextOutput, keys: Glyphs? = nil,
    ringsBell: @escaping () -> Bool = { false }, waitsForKey: @escaping () -> Bool = { false },
    now: @escaping () -> ProgramClock.Instant = { ProgramClock.now }
  ) {
    self.words = words
    self.output = output
    self.messages = messages
    outputs = LineBoard(output: messages)
    self.keys = keys
    self.ringsBell = ringsBell
    self.waitsForKey = waitsForKey
    self.now = now
  }

  /// Nothing is said while notes sound, but what is asked must be known.
  func show(_ trial: ShownTrial) {
    closing = nil
    saidMiss = nil
    hasTrial = true
    isLast = trial.count != nil && trial.count == trial.place
    sayOpening()
    defer { interval = trial.interval }
    guard trial.interval != interval, interval != nil || trial.isOfInterval else { return }
    let name = trial.interval.spoken.visible
    if let question = trial.question, asked.insert(question).inserted {
      messages.writeLine(localized("%@. %@", name, question))
    } else {
      messages.writeLine(name)
    }
  }

  /// A pause before each trial is what the user has wanted.
  func show(_ state: ShownState) {
    pause = state.name == "paused" ? state : nil
    // A commit is always answered.
    if state.name == TrialPhase.judging.rawValue { saidMiss = nil }
    guard !state.waitsForKey else { return hasSaidStart ? sayNext() : sayStart() }
    sayOpening()
    if let line = line(of: state) { messages.writeLine(line) }
  }

  private func line(of state: ShownState) -> String? {
    if state.waitsForKey, !hasTrial { return start }
    return keys == nil ? state.commandLine ?? state.line : state.line
  }

  private var start: String {
    keys == nil ? localized("The command start begins.") : localized("Enter starts.")
  }

  private func sayOpening() {
    guard let opening else { return }
    self.opening = nil
    messages.writeLine(opening)
  }

  /// Before the first trial of a run: what sounds, the keys that answer, and the one that starts. From then on
  /// it is known.
  private func sayStart() {
    hasSaidStart = true
    let beginning =
      keys.map { [KeyTable.opening(of: page($0), $0), localized("Enter starts, ? helps.")] }
      ?? [start]
    messages.writeLine(([opening].compactMap { $0 } + beginning).joined(separator: " "))
    opening = nil
  }

  /// Before the other trials.
  private func sayNext() {
    sayOpening()
    guard owesHint else { return }
    owesHint = false
    messages.writeLine(Self.next)
  }

  private static var next: String { localized("Enter: next.") }

  func show(_ result: ShownResult) {
    let bell = result.isWrong && ringsBell() ? "\u{7}" : ""
    let line = result.line.visible
    let whole = saysNext(after: result) ? localized("%@. %@", line, Self.next) : line
    output.write(controls: bell + whole + "\n")
  }

  /// The first results say which key is due. If the truth is heard before it is, that follows later.
  private func saysNext(after result: ShownResult) -> Bool {
    guard keys != nil, !isLast, hints > 0, waitsForKey() else { return false }
    hints -= 1
    owesHint = result.isReplayed
    return !owesHint
  }

  func show(_ withdrawal: ShownWithdrawal) { output.writeLine(withdrawal.line) }

  func show(_ discard: ShownDiscard) {
    if let line = discard.line { messages.writeMessage(line) }
  }

  func show(_ miss: ShownMiss) {
    let (line, now) = (miss.line.visible, now())
    if let saidMiss {
      let pause = saidMiss.line == line ? Self.pauses.same : Self.pauses.other
      guard now - saidMiss.time >= pause else { return }
    }
    saidMiss = (line, now)
    messages.writeLine(line)
  }

  func show(_ page: ClosingPage) { closing = page }
  func show(_ page: PlanPage) { for line in page.lines { messages.writeLine(line) } }

  func show(_ step: PlanStep) {
    let place = localized("%d of %d", step.number, step.plan.blocks.count)
    let key = keys == nil ? nil : localized("Press Enter to continue.")
    messages.writeLine(
      ["\(step.name), \(place).", step.text, key].compactMap { $0 }.joined(separator: " "))
  }

  func ask(_ question: String) { messages.writeLine(question) }

  func showLevel(_ level: AmplitudeDB) { messages.writeLine(LevelText.level(level)) }

  func showReady(_ description: ReadyDescription) {
    isAway = false
    // If nothing is heard, a notice says so.
    opening = description.isConnected ? description.opening.visible : nil
    // A user who sends commands has to know them.
    if keys == nil { showHelp() }
  }

  func showNotice(_ notice: Notice) {
    // A line cannot move; that it has begun and has ended is enough.
    guard !notice.isProgress, !isPartOfOpening(notice) else { return }
    if notice.code != .xrun { sayOpening() }
    switch notice.code {
    case .ignored: sayIgnored(notice)
    case .waitingForStart where keys != nil:
      messages.writeLine(localized("Interrupted. Press Enter to continue, q to end the session."))
    case .xrun: xruns += notice.count ?? 1
    case .reconnecting:
      // Once, however often Peach tries.
      if !isAway { messages.writeMessage(TrainingWords.serverAway) }
      isAway = true
    default: messages.writeMessage(notice.message)
    }
  }

  /// Whether a notice needs no line of its own on a terminal, whose line at the start says it in fewer
  /// words: what the outputs are connected to, and with which controllers. A training that has to wait for a
  /// connection says so itself.
  private func isPartOfOpening(_ notice: Notice) -> Bool {
    guard keys != nil else { return false }
    switch notice.code {
    case .connected, .unconnected: return true
    case .midiConnected, .midiOutputConnected:
      guard let opening else { return false }
      self.opening = "\(opening) \(notice.onStage.visible)"
      return true
    default: return false
    }
  }

  /// A key or a command did nothing. While the training waits, that is because something else is due.
  private func sayIgnored(_ notice: Notice) {
    let hint = pause.flatMap { line(of: $0) }
    guard keys == nil else {
      return messages.writeLine(hint ?? localized("That key does nothing at the moment."))
    }
    messages.writeMessage(notice.message)
    if let hint { messages.writeLine(hint) }
  }

  func showConnections(_ peers: [String]) {
    guard !peers.isEmpty else { return }
    messages.writeMessage(localized("playing to %@", peers.joined(separator: ", ")))
  }

  func showFault(_ fault: Fault) { messages.writeMessage(fault.message) }

  private func page(_ glyphs: Glyphs) -> KeyTable.Page { .training(words.keys(glyphs)) }

  func showHelp() {
    sayOpening()
    let lines = keys.map { KeyTable.lines(of: page($0), $0) } ?? [words.question]
    for line in lines { messages.writeLine(line) }
    // A training that already waits does not say so again by itself.
    if keys != nil, let line = pause.flatMap({ self.line(of: $0) }) { messages.writeLine(line) }
  }

  func show(_ outputs: OutputScreen?) {
    self.outputs.show(outputs?.spoken(in: TerminalSize(columns: 80, rows: 24)) ?? [])
  }

  func showStopped(_ ending: Ending, trials: Int) {
    sayOpening()
    let none = localized("Nothing was answered.")
    let said = closing?.spoken ?? (trials > 0 ? localized("%d done.", trials) : none)
    messages.writeLine([said, TrainingWords.lost(xruns)].compactMap { $0 }.joined(separator: " "))
  }
}

extension ShownState {
  /// Whether the training waits for the key that begins the next trial.
  fileprivate var waitsForKey: Bool { reason == PauseReason.key.rawValue }
}
