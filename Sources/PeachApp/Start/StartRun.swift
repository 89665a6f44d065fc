import Charts
import Console
import Foundation
import Music
import OSC
import Settings
import Training

/// The start screen and everything that can be opened from it, until the user ends it. Main thread.
final class StartRun {
  private let context: CommandContext
  private let services: TrainingServices
  private let board: any Board
  private let panel: TrainingPanel?
  private let editor: SettingEditor
  private let preview: SettingPreview

  /// The screens, from the first to the visible one.
  private var screens: [any Screen<ScreenAction>] = []
  private var whenChosen: CheckedContinuation<Choice, Never>?

  /// What ends the display of the screens.
  private enum Choice {
    case train(TrainingChoice)
    case end(status: Int32)
  }

  /// Reads settings and history. Throws ``Fault`` and `SettingsError`.
  init(_ context: CommandContext, overrides: [SettingKey: String] = [:]) throws {
    self.context = context
    let style: OutputStyle
    if context.isPlain {
      board = LineBoard(output: context.output)
      panel = nil
      style = .lines(
        output: context.output, messages: context.output, hasKeys: true)
    } else {
      let board = FullScreenBoard(output: context.output)
      let panel = TrainingPanel(
        board: board, glyphs: context.glyphs, footer: TrainingWords.footer)
      self.board = board
      self.panel = panel
      style = .panel(panel)
    }
    services = try TrainingServices(
      context: context, overrides: overrides, style: style,
      idleMode: IdleMode(board: board))
    editor = SettingEditor(context, services: services)
    preview = SettingPreview(services: services, board: board)
  }

  /// Runs until the user ends it, and returns the exit status. Throws ``Fault`` if the client that
  /// a session requires cannot be opened.
  func run() async throws -> Int32 {
    var last: TrainingChoice?
    var status: Int32?
    try await openSession()
    while status == nil {
      switch await choose(after: last) {
      case .train(let choice):
        last = choice
        status = await train(choice)
      case .end(let code): status = code
      }
    }
    preview.end()
    await services.close()
    board.close()
    return status ?? 0
  }

  /// A session is open when the client is open, whether or not anything is trained.
  private func openSession() async throws(Fault) {
    guard let session = context.session else { return }
    do {
      try await services.link.launch()
    } catch {
      services.history.close()
      throw error
    }
    session.finishOpening()
  }

  // MARK: Screens

  private func choose(after last: TrainingChoice?) async -> Choice {
    services.history.refresh()
    screens = [
      StartScreen(hearing: services.history.hearing, glyphs: context.glyphs, chosen: last)
    ]
    return await withCheckedContinuation { continuation in
      whenChosen = continuation
      services.listen { [weak self] in self?.handle($0, after: last) }
      draw()
      services.history.onNotice = { [board] in board.print($0.message) }
      services.showOpeningNotices { board.print($0.message) }
    }
  }

  private func handle(_ input: InputSource.Input, after last: TrainingChoice?) {
    switch input {
    case .key(let key): handle(key)
    case .resized:
      draw()
      board.redraw()
    case .signal(let number): leave(.end(status: ExitStatus.signalled(by: number)))
    case .suspend: Task { await suspend() }
    case .endOfInput: leave(.end(status: ExitStatus.success.rawValue))
    case .remote(let command): handle(command, after: last)
    case .save: services.save()
    case .line, .overlongLine: break
    }
    if let reason = context.output.failure {
      context.messages.writeMessage(Fault.output(reason: reason).message)
      leave(.end(status: ExitStatus.inputOutput.rawValue))
    }
  }

  /// Open Sound Control can choose a training here. The other commands are for the training itself.
  private func handle(_ command: RemoteCommand, after last: TrainingChoice?) {
    guard case .start(let text) = command else { return }
    guard let text else {
      return leave(.train(last ?? TrainingChoice(.comparison, .unison)))
    }
    guard let named = NamedTraining(text) else { return }
    leave(.train(TrainingChoice(named.name, named.kind ?? .unison)))
  }

  private func handle(_ key: Key) {
    (board as? FullScreenBoard)?.forgetMessages()
    guard var screen = screens.popLast() else { return }
    let reply = screen.reply(to: key)
    screens.append(screen)
    switch reply {
    case .stay: preview.end()
    case .back:
      preview.end()
      if screens.count > 1 { screens.removeLast() }
    case .help: screens.append(HelpScreen(screen.help))
    case .perform(let action): if let choice = perform(action) { return leave(choice) }
    }
    draw()
  }

  /// Returns what ends the display of the screens, if the action does.
  private func perform(_ action: ScreenAction) -> Choice? {
    switch action {
    case .train(let choice): return .train(choice)
    case .quit: return .end(status: ExitStatus.success.rawValue)
    case .open(let name): screens.append(make(name))
    case .change(let name, let text):
      edit { try editor.change(name, to: text) }
    case .restore(let name): edit { try editor.restore(name) }
    case .resetHistory: resetHistory()
    case .hear(let name): if let key = SettingKey(name: name) { hear(key) }
    }
    return nil
  }

  private func draw() {
    guard let screen = screens.last else { return }
    board.show(context.isPlain ? screen.spoken(in: board.size) : screen.lines(in: board.size))
  }

  /// Changes a setting and plays a preview of it. If the change is not possible, the reason is
  /// shown and the screen stays the same.
  private func edit(_ change: () throws -> SettingKey) {
    let before = services.settings.intervals
    do {
      let key = try change()
      if var screen = screens.last as? SettingsScreen {
        screen.update(editor.all)
        screens[screens.count - 1] = screen
      }
      hear(key, insteadOf: before)
    } catch {
      preview.end()
      board.print(Fault(any: error).message)
    }
  }

  /// - Parameter before: the rotation before the change. Only the new intervals are played.
  private func hear(_ key: SettingKey, insteadOf before: [DirectedInterval]? = nil) {
    guard let kind = key.row.preview else { return }
    guard key == .intervals, let before else { return preview.begin(kind) }
    preview.begin(kind, intervals: services.settings.intervals.filter { !before.contains($0) })
  }

  /// Deletes every record after a backup. The profile and everything else that follows from the
  /// records is empty then.
  private func resetHistory() {
    guard let counts = services.history.counts else { return }
    guard counts.total > 0 else {
      return board.print(ResetWords.text(nil, backup: nil))
    }
    // If nothing was deleted, a notice has given the reason.
    guard let done = services.history.reset() else { return }
    board.print(ResetWords.text(done.deleted, backup: done.backup))
  }

  private func leave(_ choice: Choice) {
    services.listen(nil)
    whenChosen?.resume(returning: choice)
    whenChosen = nil
  }

  private func make(_ name: ScreenName) -> any Screen<ScreenAction> {
    switch name {
    case .profile:
      ProfileScreen(
        profile: profile, days: days, glyphs: context.glyphs, isPlain: context.isPlain)
    case .settings:
      SettingsScreen(
        settings: editor.all, records: services.history.counts?.text, glyphs: context.glyphs)
    case .info:
      TextScreen(context.infoFacts(serverAnswers: services.link.stage != nil).text.lines)
    }
  }

  private var profile: ProfileSnapshot {
    ProfileSnapshot(services.history.hearing, noteRange: services.settings.noteRange)
  }

  private var days: ProfileDays {
    ProfileDays(services.history.hearing)
  }

  /// Ctrl-Z: closes the client and restores the terminal until the process continues.
  private func suspend() async {
    await preview.flush()
    await services.suspend()
    draw()
    board.redraw()
  }

  // MARK: Training

  /// Trains, and returns the exit status if that ends the run.
  private func train(_ choice: TrainingChoice) async -> Int32? {
    await preview.flush()
    (board as? FullScreenBoard)?.forgetMessages()
    panel?.clear()
    board.clear()
    services.settings.kind = choice.kind
    do {
      switch try await services.train(choice.training).ending {
      case .signal(let number): return ExitStatus.signalled(by: number)
      case .error(let fault) where fault == .output(reason: context.output.failure ?? ""):
        return fault.status.rawValue
      default: return nil
      }
    } catch {
      board.print(error.message)
      return nil
    }
  }
}

extension String {
  fileprivate var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
