import Console
import Language
import Music

/// A run of training line by line. For a pipe: a line for each result on standard output, the rest on
/// standard error. Or for a terminal that is read out.
final class LineMode: OutputMode {
  private let words: TrainingWords
  private let output: any TextOutput
  private let messages: any TextOutput
  private let keys: Glyphs?
  private let ringsBell: () -> Bool
  private var xruns = 0
  private var isAway = false

  /// - Parameters:
  ///   - keys: the signs for keys, if there are keys; else there are commands.
  ///   - ringsBell: whether a wrong answer rings the terminal's bell, asked at each one.
  init(
    _ words: TrainingWords, output: any TextOutput, messages: any TextOutput, keys: Glyphs? = nil,
    ringsBell: @escaping () -> Bool = { false }
  ) {
    self.words = words
    self.output = output
    self.messages = messages
    self.keys = keys
    self.ringsBell = ringsBell
  }

  func show(_ state: ShownState) {
    if let line = state.line { messages.writeLine(line) }
  }

  func show(_ result: ShownResult) {
    let bell = result.isWrong && ringsBell() ? "\u{7}" : ""
    output.write(controls: bell + result.line.visible + "\n")
  }

  func show(_ withdrawal: ShownWithdrawal) { output.writeLine(withdrawal.line) }

  func show(_ discard: ShownDiscard) {
    if let line = discard.line { messages.writeMessage(line) }
  }

  func showSummary(_ text: String) { messages.writeLine(text) }

  func showLevel(_ level: AmplitudeDB) { messages.writeLine(LevelText.level(level)) }

  func showReady(_ description: ReadyDescription) {
    isAway = false
    messages.writeLine(description.line.visible)
    showHelp()
  }

  func showNotice(_ notice: Notice) {
    switch notice.code {
    case .xrun: xruns += notice.count ?? 1
    case .reconnecting:
      // Once, however often Peach tries.
      if !isAway { messages.writeMessage(TrainingWords.serverAway) }
      isAway = true
    default: messages.writeMessage(notice.message)
    }
  }

  func showConnections(_ peers: [String]) {
    guard !peers.isEmpty else { return }
    messages.writeMessage(localized("playing to %@", peers.joined(separator: ", ")))
  }

  func showFault(_ fault: Fault) { messages.writeMessage(fault.message) }

  func showHelp() {
    for line in keys.map(words.help) ?? [words.question] { messages.writeLine(line) }
  }

  func showStopped(_ ending: Ending, trials: Int) {
    messages.writeLine(words.ending(trials: trials, xruns: xruns))
  }
}

/// Shows messages about the client while no training runs, below the visible screen. Shows only
/// what the user should know.
final class IdleMode: OutputMode {
  private let board: any Board

  /// What the next training reports, or what no longer applies by then.
  private static let unimportant: Set<Notice.Code> = [
    .reconnecting, .waitingForStart, .ignored, .xrun, .connectionRestored, .connected,
    .midiConnected,
  ]

  init(board: any Board) { self.board = board }

  func showFault(_ fault: Fault) { board.print(fault.message) }

  func showNotice(_ notice: Notice) {
    guard !Self.unimportant.contains(notice.code) else { return }
    board.print(notice.message)
  }

  func close() { board.close() }
}
