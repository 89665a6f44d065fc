import Console
import Language
import Settings
import Sound

/// Drives an ``OutputScreen``: asks the server for its inputs, plays a quiet note at one of them, and connects
/// the outputs where the user wants them. Main thread.
final class OutputChooser {
  /// Called when the screen has changed by itself.
  var onChange: (() -> Void)?

  /// Called with what the user should know.
  var onMessage: ((String) -> Void)?
  var onFault: ((Fault) -> Void)?

  /// Ends when the outputs are connected as they are to stay.
  private(set) var closing: Task<Void, Never>?

  private(set) var screen: OutputScreen
  private let services: TrainingServices
  private let editor: SettingEditor
  private let preview: SettingPreview
  private var asking: Task<Void, Never>?

  /// The connections before the first attempt, and what watched over them.
  private var former: (connections: [JackConnections.Connection], watch: OutputWatch)?

  /// How often the server is asked for its inputs, which come and go.
  private static let interval = Duration.seconds(1)

  init(
    _ context: CommandContext, services: TrainingServices, editor: SettingEditor,
    preview: SettingPreview
  ) {
    self.services = services
    self.editor = editor
    self.preview = preview
    screen = OutputScreen(
      setting: services.settings.connect.text, glyphs: context.glyphs)
  }

  func begin() {
    asking = Task { [weak self, preview, services] in
      var stage = await preview.openStage()
      while !Task.isCancelled, self != nil {
        let ports = await stage?.engine.audioDestinations()
        guard !Task.isCancelled else { return }
        self?.show(ports.map(OutputPair.all(among:)))
        try? await Task.sleep(for: Self.interval)
        // A server may come, and go, while the page is open.
        stage = services.link.stage
      }
    }
  }

  /// The page is left. What was tried and not chosen is undone.
  func close() {
    asking?.cancel()
    preview.end()
    // An attempt that is under way is not known before it has been made.
    move { engine in
      guard let former = self.former else { return }
      self.former = nil
      await engine.returnOutputs(to: former.connections, watch: former.watch)
    }
  }

  func handle(_ key: Key) -> ScreenReply<OutputScreen.Action> {
    let reply = screen.handle(key)
    switch reply {
    case .stay, .help: preview.end()
    case .back: break
    case .perform(.hear(let pair)): hear(pair)
    case .perform(.choose(let choice)): if choose(choice) { return .back }
    }
    return reply
  }

  private func show(_ pairs: [OutputPair]?) {
    if screen.show(pairs) { onChange?() }
  }

  /// Connects the outputs there for the moment, and plays a quiet note.
  private func hear(_ pair: OutputPair) {
    guard let target = pair.pattern.target else {
      onMessage?(Self.tooLong(pair))
      return
    }
    preview.playQuietNote { [weak self] stage in
      guard let self, !Task.isCancelled else { return }
      move { engine in
        if self.former == nil {
          self.former = (await engine.askForOutputs() ?? [], engine.outputWatch)
        }
        _ = await engine.moveOutputs(to: OutputWatch(target))
      }
      await closing?.value
    }
  }

  /// Connects the outputs and writes the setting. Returns whether that was possible.
  private func choose(_ choice: OutputScreen.Choice) -> Bool {
    if let pair = choice.pair, choice.setting != OutputChoice.physical.text,
      pair.pattern.target == nil
    {
      onMessage?(Self.tooLong(pair))
      return false
    }
    do {
      _ = try editor.change(SettingKey.connect.name, to: choice.setting)
    } catch {
      onFault?(Fault(any: error))
      return false
    }
    guard let pair = choice.pair, let target = OutputChoice(choice.setting).map(OutputTarget.init)
    else {
      // The user patches: what was connected before stays so.
      move { engine in
        let former = self.former?.connections
        self.former = nil
        let now = await engine.askForOutputs() ?? []
        await engine.returnOutputs(to: former ?? now, watch: OutputWatch(.nothing))
      }
      onMessage?(localized("Peach connects nothing; the connections are made by hand."))
      return true
    }
    move { engine in
      self.former = nil
      _ = await engine.moveOutputs(to: OutputWatch(target))
    }
    onMessage?(localized("Playing to %@.", pair.inWords))
    return true
  }

  /// Changes the connections after those changes that were asked for before.
  private func move(_ work: @escaping (JackEngine) async -> Void) {
    closing = Task { [closing, services] in
      await closing?.value
      guard let stage = services.link.stage else { return }
      await work(stage.engine)
    }
  }

  private static func tooLong(_ pair: OutputPair) -> String {
    localized("The names of the ports of %@ are too long; connect them in a patchbay.", pair.client)
  }
}
