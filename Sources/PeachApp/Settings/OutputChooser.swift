import Charts
import Client
import Console
import Language
import MainThread
import Program
import Settings
import Sound

/// Drives an ``OutputScreen``: asks the server for its ports, plays a quiet note at one of its
/// inputs or listens to one of its outputs, and connects Peach's own ports to those that the user
/// chooses. Main thread.
final class OutputChooser {
  /// Called when the screen has changed by itself.
  var onChange: (() -> Void)?

  var onMessage: ((String) -> Void)?
  var onFault: ((Fault) -> Void)?

  /// Ends when all connections have been made.
  private(set) var closing: Task<Void, Never>?

  private(set) var screen: OutputScreen
  private let link: any OutputLink
  private let preview: SettingPreview
  private let save: (PortRole, String) throws -> Void
  private let clock: any Clock<Duration>
  private var asking: Task<Void, Never>?

  /// The interval at which the server is asked for its ports.
  private static let interval = Duration.seconds(1)

  /// The longest time in which a server that answers makes connections.
  private static let longestMove = Duration.seconds(3)

  /// - Parameters:
  ///   - setting: the value of the setting `connect`.
  ///   - input: the value of the setting `connectInput`.
  ///   - save: writes the setting for the outputs or the input.
  init(
    _ link: any OutputLink, preview: SettingPreview, setting: String,
    input: String = OutputChoice.physical.text, glyphs: Glyphs,
    clock: any Clock<Duration> = ProgramClock(),
    save: @escaping (PortRole, String) throws -> Void
  ) {
    self.link = link
    self.preview = preview
    self.save = save
    self.clock = clock
    screen = OutputScreen(setting: setting, input: input, glyphs: glyphs)
  }

  convenience init(
    _ context: CommandContext, _ link: ServerLink, _ settings: FileUserSettings,
    editor: SettingEditor, preview: SettingPreview
  ) {
    self.init(
      link, preview: preview, setting: settings.connect.text,
      input: settings.connectInput.text, glyphs: context.screenGlyphs,
      save: { role, text in
        let key: SettingKey = role == .input ? .connectInput : .connect
        _ = try editor.change(key.name, to: text)
      })
  }

  func begin() {
    asking = Task { [weak self, preview, link, clock] in
      // A page that is already closed needs no client.
      guard !Task.isCancelled else { return }
      _ = await preview.openPlayer()
      // A server may come, and go, while the page is open.
      while !Task.isCancelled, self != nil {
        let outputs = await link.audioPorts(for: .outputs)
        let sources = await link.audioPorts(for: .input)
        guard !Task.isCancelled else { return }
        self?.show(outputs, sources: sources)
        try? await clock.sleep(for: Self.interval)
      }
    }
  }

  /// Undoes connections that were tried and not chosen.
  func close() {
    asking?.cancel()
    preview.end()
    // An attempt that has begun can be undone only afterwards.
    move { await $0.endTrying() }
  }

  /// Returns when all connections have been made, or if the server hangs.
  func closingHasEnded() async {
    if let closing { await withDeadline(Self.longestMove, on: clock) { await closing.value } }
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

  private func show(_ outputs: [ServerPort]?, sources: [ServerPort]?) {
    let isNew = screen.show(
      outputs.map { PortPair.all(among: $0) },
      sources: sources.map { PortPair.all(among: $0, for: .input) })
    if isNew { onChange?() }
  }

  /// Shows the level of the audio input. A page that is read out does not.
  func show(_ meter: InputMeter) {
    screen.show(meter)
    onChange?()
  }

  /// Connects the ports for now, and plays a quiet note or listens to the input.
  private func hear(_ pair: PortPair) {
    guard let target = pair.pattern.target else {
      onMessage?(Self.tooLong(pair))
      return
    }
    let rule = PortRule(pair.role, target)
    guard pair.role == .outputs else {
      return move { [weak self] in
        await $0.tryConnecting(rule)
        self?.screen.forgetPeak()
      }
    }
    preview.playQuietNote { [weak self] in
      guard let self else { return }
      move { await $0.tryConnecting(rule) }
      await closing?.value
    }
  }

  /// Connects the ports and writes the setting. Returns false if that is not possible.
  private func choose(_ choice: OutputScreen.Choice) -> Bool {
    if let pair = choice.pair, choice.setting != OutputChoice.physical.text,
      pair.pattern.target == nil
    {
      onMessage?(Self.tooLong(pair))
      return false
    }
    do {
      try save(choice.role, choice.setting)
    } catch {
      onFault?(Fault(any: error))
      return false
    }
    guard let pair = choice.pair, let target = OutputChoice(choice.setting).map(PortTarget.init)
    else {
      move { await $0.leave(choice.role) }
      onMessage?(localized("Peach connects nothing; the connections are made by hand."))
      return true
    }
    move { await $0.move(to: PortRule(choice.role, target)) }
    onMessage?(
      choice.role == .input
        ? localized("Listening to %@.", pair.inWords) : localized("Playing to %@.", pair.inWords))
    return true
  }

  /// Changes the connections after all earlier changes.
  private func move(_ work: @escaping @MainActor (any OutputLink) async -> Void) {
    closing = Task { [closing, link] in
      await closing?.value
      await work(link)
    }
  }

  private static func tooLong(_ pair: PortPair) -> String {
    localized("The names of the ports of %@ are too long; connect them in a patchbay.", pair.client)
  }
}
