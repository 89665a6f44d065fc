import Console
import Foundation
import Music
import OSC
import Settings
import Training

/// The start screen and all that it leads to, until the user ends it. Main thread.
final class StartHost {
  private let surroundings: Surroundings
  private let desk: TrainingDesk
  private let board: any Board
  private let panel: TrainingPanel?
  private let editor: SettingsEditor
  private let audition: Audition

  /// The screens from the first to the one in view.
  private var screens: [any Screen] = []
  private var whenChosen: CheckedContinuation<Choice, Never>?

  /// What ends the time on the screens.
  private enum Choice {
    case train(TrainingName, TrainingKind)
    case end(status: Int32)
  }

  /// Reads settings and history. Throws ``Fault`` and `SettingsError`.
  init(_ surroundings: Surroundings, overrides: [SettingKey: String] = [:]) throws {
    self.surroundings = surroundings
    let seat: TrainingSeat
    if surroundings.isPlain {
      board = LineBoard(output: surroundings.output)
      panel = nil
      seat = .lines(
        output: surroundings.output, messages: surroundings.output, hasKeys: true)
    } else {
      let board = FullScreenBoard(output: surroundings.output)
      let panel = TrainingPanel(
        board: board, glyphs: surroundings.glyphs, footer: TrainingWords.footer)
      self.board = board
      self.panel = panel
      seat = .terminal(panel)
    }
    desk = try TrainingDesk(
      surroundings: surroundings, overrides: overrides, seat: seat,
      idleView: IdleView(board: board))
    editor = SettingsEditor(surroundings, desk: desk)
    audition = Audition(desk: desk, board: board)
  }

  /// Runs until the user ends it, and returns the exit status. Throws ``Fault`` where the client that a
  /// session wants cannot be had.
  func run() async throws -> Int32 {
    var last: (TrainingName, TrainingKind)?
    var status: Int32?
    try await openSession()
    while status == nil {
      switch await choose(after: last) {
      case .train(let name, let kind):
        last = (name, kind)
        status = await train(name, kind)
      case .end(let code): status = code
      }
    }
    audition.end()
    await desk.close()
    board.close()
    return status ?? 0
  }

  /// A session is open when the client is there, whether or not anything is trained.
  private func openSession() async throws(Fault) {
    guard let session = surroundings.session else { return }
    do {
      try await desk.link.launch()
    } catch {
      desk.history.close()
      throw error
    }
    session.finishOpening()
  }

  // MARK: Screens

  private func choose(after last: (TrainingName, TrainingKind)?) async -> Choice {
    screens = [StartScreen(profile: profile, glyphs: surroundings.glyphs, chosen: last)]
    return await withCheckedContinuation { continuation in
      whenChosen = continuation
      desk.listen { [weak self] in self?.take($0, after: last) }
      draw()
      desk.history.onNotice = { [board] in board.print($0.message) }
      for notice in desk.takeOpeningNotices() { board.print(notice.message) }
    }
  }

  private func take(_ input: Hands.Input, after last: (TrainingName, TrainingKind)?) {
    switch input {
    case .key(let key): take(key)
    case .resized:
      draw()
      board.redraw()
    case .signal(let number): leave(.end(status: ExitStatus.signalled(by: number)))
    case .suspend: Task { await suspend() }
    case .endOfInput: leave(.end(status: ExitStatus.success.rawValue))
    case .remote(let command): take(command, after: last)
    case .save: desk.save()
    case .line: break
    }
    if let reason = surroundings.output.failure {
      surroundings.messages.writeLine("peach: \(Fault.output(reason: reason).message)")
      leave(.end(status: ExitStatus.inputOutput.rawValue))
    }
  }

  /// By Open Sound Control a training can be chosen; the rest is for the training.
  private func take(_ command: RemoteCommand, after last: (TrainingName, TrainingKind)?) {
    guard case .start(let text) = command else { return }
    guard let text else {
      let (name, kind) = last ?? (.comparison, .unison)
      return leave(.train(name, kind))
    }
    guard let named = NamedTraining(text) else { return }
    leave(.train(named.name, named.kind ?? .unison))
  }

  private func take(_ key: Key) {
    (board as? FullScreenBoard)?.forgetMessage()
    guard var screen = screens.popLast() else { return }
    let action = screen.answer(key)
    screens.append(screen)
    switch action {
    case .train(let name, let kind): return leave(.train(name, kind))
    case .open(let name): screens.append(make(name))
    case .back:
      audition.end()
      if screens.count > 1 { screens.removeLast() }
    case .change(let name, let text):
      edit { try editor.change(name, to: text) }
    case .restore(let name): edit { try editor.restore(name) }
    case .hear(let name): if let key = SettingKey(rawValue: name) { hear(key) }
    case .quit: return leave(.end(status: ExitStatus.success.rawValue))
    case nil: audition.end()
    }
    draw()
  }

  private func draw() {
    guard let screen = screens.last else { return }
    board.show(surroundings.isPlain ? screen.spoken(in: board.size) : screen.lines(in: board.size))
  }

  /// Changes a setting and lets it be heard; what cannot be is told, and the screen stays as it was.
  private func edit(_ change: () throws -> SettingKey) {
    let before = desk.settings.intervals
    do {
      let key = try change()
      if var screen = screens.last as? SettingsScreen {
        screen.update(editor.all)
        screens[screens.count - 1] = screen
      }
      hear(key, insteadOf: before)
    } catch {
      audition.end()
      board.print(Fault(any: error).message)
    }
  }

  /// - Parameter before: the rotation as it was; only what is new in it is heard.
  private func hear(_ key: SettingKey, insteadOf before: [DirectedInterval]? = nil) {
    guard let setting = AuditionedSetting(key, range: desk.settings.noteRange) else { return }
    guard key == .intervals, let before else { return audition.begin(setting) }
    audition.begin(setting, intervals: desk.settings.intervals.filter { !before.contains($0) })
  }

  private func leave(_ choice: Choice) {
    desk.listen(nil)
    whenChosen?.resume(returning: choice)
    whenChosen = nil
  }

  private func make(_ name: ScreenName) -> any Screen {
    switch name {
    case .profile:
      ProfileScreen(
        profile: profile, days: days, glyphs: surroundings.glyphs, isPlain: surroundings.isPlain)
    case .settings: SettingsScreen(settings: editor.all, glyphs: surroundings.glyphs)
    case .info:
      TextScreen(surroundings.infoFacts(serverAnswers: desk.link.stage != nil).text.lines)
    case .help: HelpScreen(screens.last?.help ?? [])
    }
  }

  private var profile: ProfileSnapshot {
    ProfileSnapshot(
      profile: desk.history.profile, trends: desk.history.trends,
      noteRange: desk.settings.noteRange)
  }

  private var days: ProfileDays {
    ProfileDays(timeline: desk.history.timeline, diary: desk.history.diary)
  }

  /// Ctrl-Z: without a client, and with the terminal as it was, until the process goes on.
  private func suspend() async {
    await audition.settle()
    board.close()
    await desk.suspend()
    draw()
  }

  // MARK: Training

  /// Trains, and returns the exit status where that ends the run.
  private func train(_ name: TrainingName, _ kind: TrainingKind) async -> Int32? {
    await audition.settle()
    (board as? FullScreenBoard)?.forgetMessage()
    panel?.clear()
    board.clear()
    desk.settings.kind = kind
    let training: any HostedTraining.Type =
      switch name {
      case .comparison: HostedComparison.self
      case .matching: HostedPitchMatching.self
      }
    let host = TrainingHost(
      at: desk, random: SystemRandomNumberGenerator(), training: training)
    do {
      try await host.run()
    } catch {
      board.print(error.message)
      return nil
    }
    switch host.ending {
    case .signal(let number): return ExitStatus.signalled(by: number)
    case .error(let fault) where fault == .output(reason: surroundings.output.failure ?? ""):
      return fault.status.rawValue
    default: return nil
    }
  }
}

extension String {
  fileprivate var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
