import Charts
import Console
import Language
import MainThread
import Program
import Training

/// A run of training line by line: for a pipe, with a line for each result on standard output and
/// the rest on standard error, or for a terminal with a screen reader.
final class LineMode: OutputMode {
  private let words: TrainingWords
  private let output: any TextOutput
  private let messages: any TextOutput
  private let keys: Glyphs?
  private let ringsBell: () -> Bool
  private let waitsForKey: () -> Bool
  private var xruns = 0
  private var isAway = false

  /// The interval that was said last. Unisons need no words before the first other interval.
  private var interval: String?

  /// The questions that have been asked in words in this run.
  private var asked: Set<String> = []

  /// The present pause.
  private var pause: ShownState?
  private var closing: ClosingPage?

  /// The line with the sound, the output and the level, until it is said.
  private var opening: String?
  private var hasSaidStart = false

  /// False in the pause before the first trial.
  private var hasTrial = false

  /// True for the last trial of the run.
  private var isLast = false

  /// The number of results that still say which key is due.
  private var hints = 2

  /// True if the key is due to be said when the truth has been heard.
  private var owesHint = false

  /// The last message about a note that gave no result, in this trial and since the last commit.
  private var saidMiss: (line: String, time: ProgramClock.Instant)?

  /// The time before another message follows, and before the same one does. A user who tries again
  /// and again wants to play, not to listen to a voice.
  private static let pauses = (other: Duration.seconds(2), same: Duration.seconds(8))
  private let now: () -> ProgramClock.Instant

  /// Says what is new in the list of outputs while one is chosen.
  private let outputs: LineBoard

  /// - Parameters:
  ///   - keys: the signs for keys; `nil` if there are commands instead.
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

  func show(_ event: ShownEvent) {
    switch event {
    case .trial(let trial): show(trial)
    case .state(let state): show(state)
    case .result(let result): show(result)
    case .withdrawal(let withdrawal, _): if let line = withdrawal.line { output.writeLine(line) }
    case .discard(let discard): if let line = discard.line { messages.writeMessage(line) }
    case .miss(let miss): if let line = miss.line { showMiss(line.visible) }
    case .summary(_, let page): closing = page
    case .plan(let page): for line in page.lines { messages.writeLine(line) }
    case .block(let step): show(step)
    case .question(let question): messages.writeLine(question)
    case .level(let level): messages.writeLine(LevelText.level(level))
    case .help: showHelp()
    case .outputs(let screen):
      outputs.show(screen?.spoken(in: TerminalSize(columns: 80, rows: 24)) ?? [])
    case .verdict, .scene: break
    }
  }

  /// Says the interval before the notes sound. Nothing is said while they do.
  private func show(_ trial: ShownTrial) {
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
  private func show(_ state: ShownState) {
    pause = state.phase == .paused ? state : nil
    // A commit is always answered.
    if state.phase == .judging { saidMiss = nil }
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

  /// Says, before the first trial, the sound, the keys that answer, and the one that starts.
  private func sayStart() {
    hasSaidStart = true
    let beginning =
      keys.map { [KeyTable.opening(of: page($0), $0), localized("Enter starts, ? helps.")] }
      ?? [start]
    messages.writeLine(([opening].compactMap { $0 } + beginning).joined(separator: " "))
    opening = nil
  }

  /// Says which key is due before one of the other trials.
  private func sayNext() {
    sayOpening()
    guard owesHint else { return }
    owesHint = false
    messages.writeLine(Self.next)
  }

  private static var next: String { localized("Enter: next.") }

  private func show(_ result: ShownResult) {
    let bell = result.isWrong && ringsBell() ? "\u{7}" : ""
    let line = result.line.visible
    let whole = saysNext(after: result) ? localized("%@. %@", line, Self.next) : line
    output.write(controls: bell + whole + "\n")
  }

  /// Returns true if the line of a result says which key is due, as that of the first results does.
  /// If the truth is heard first, the key is said afterwards.
  private func saysNext(after result: ShownResult) -> Bool {
    guard keys != nil, !isLast, hints > 0, waitsForKey() else { return false }
    hints -= 1
    owesHint = result.isReplayed
    return !owesHint
  }

  private func showMiss(_ line: String) {
    let now = now()
    if let saidMiss {
      let pause = saidMiss.line == line ? Self.pauses.same : Self.pauses.other
      guard now - saidMiss.time >= pause else { return }
    }
    saidMiss = (line, now)
    messages.writeLine(line)
  }

  private func show(_ step: PlanStep) {
    let place = localized("%d of %d", step.number, step.plan.blocks.count)
    let key = keys == nil ? nil : localized("Press Enter to continue.")
    messages.writeLine(
      ["\(step.name), \(place).", step.text, key].compactMap { $0 }.joined(separator: " "))
  }

  func showReady(_ description: ReadyDescription) {
    isAway = false
    // If nothing is heard, a notice says so.
    opening = description.isConnected ? description.opening.visible : nil
    // Users who send commands have to know them.
    if keys == nil { showHelp() }
  }

  func showNotice(_ notice: Notice) {
    // A line cannot show progress; its beginning and end are enough.
    guard !notice.isProgress, !isPartOfOpening(notice) else { return }
    if notice.code != .xrun { sayOpening() }
    switch notice.code {
    case .ignored: sayIgnored(notice)
    case .waitingForStart where keys != nil:
      messages.writeLine(localized("Interrupted. Press Enter to continue, q to end the session."))
    case .xrun: xruns += notice.count ?? 1
    case .reconnecting:
      // Once, however often Peach tries.
      if !isAway { messages.writeMessage(localized("Waiting for a JACK server. q ends.")) }
      isAway = true
    default: messages.writeMessage(notice.message)
    }
  }

  /// Returns true if a notice needs no line of its own on a terminal, as the line at the start
  /// names the outputs and the controllers in fewer words. A training that has to wait for a
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

  /// Says that a key or a command did nothing and, while the training waits, what is due instead.
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

  private func showHelp() {
    sayOpening()
    let lines = keys.map { KeyTable.lines(of: page($0), $0) } ?? [words.question]
    for line in lines { messages.writeLine(line) }
    // A training that waits already does not repeat that by itself.
    if keys != nil, let line = pause.flatMap({ self.line(of: $0) }) { messages.writeLine(line) }
  }

  func showStopped(_ ending: Ending, trials: Int) {
    sayOpening()
    let none = localized("Nothing was answered.")
    let said = closing?.spoken ?? (trials > 0 ? localized("%d done.", trials) : none)
    let lost =
      xruns > 0
      ? localized(one: "JACK reported one xrun.", other: "JACK reported %d xruns.", xruns) : nil
    messages.writeLine([said, lost].compactMap { $0 }.joined(separator: " "))
  }
}

extension ShownState {
  /// True if the training waits for the key that begins the next trial.
  fileprivate var waitsForKey: Bool { pause == .key }
}
