import Charts
import Client
import Console
import Language
import Music
import Program
import Settings
import Training

/// The settings and their pages as one screen of a stack. The controller writes the user's choices
/// and plays them. It is made once and opened many times, at the settings or at one of the pages.
/// Main thread.
final class SettingsController: Screen {
  typealias Action = ScreenAction

  /// Called when the screen has changed by itself.
  var onChange: (() -> Void)?

  /// Called when settings have changed.
  var onSettings: (() -> Void)?

  var onMessage: ((String, Notice.Code) -> Void)?
  var onFault: ((Fault) -> Void)?

  /// The last messages, for the help.
  var messages: () -> [String] = { [] }

  private let context: CommandContext
  private let link: ServerLink
  private let settings: FileUserSettings

  /// The history of the present listener.
  private let history: () -> TrainingHistory
  private let size: () -> TerminalSize
  private let editor: SettingEditor
  private let preview: SettingPreview

  /// Made when it is opened, because its contents need the settings file several times.
  private lazy var screen = SettingsScreen(contents, glyphs: context.screenGlyphs)

  /// The visible page at the end, after those that it was opened from.
  private var pages: [SettingsSubpage] = []

  /// - Parameter size: the size of the terminal.
  init(
    _ context: CommandContext, _ link: ServerLink, _ settings: FileUserSettings,
    history: @escaping () -> TrainingHistory, editor: SettingEditor, preview: SettingPreview,
    size: @escaping () -> TerminalSize
  ) {
    self.context = context
    self.link = link
    self.settings = settings
    self.history = history
    self.editor = editor
    self.preview = preview
    self.size = size
  }

  // MARK: The life of the screen

  /// Begins again with the group that was open last.
  ///
  /// - Parameter page: the page to open, which goes back to the screen before; `nil` for the
  ///   settings.
  func open(_ page: SettingsPage? = nil) {
    leavePages()
    screen = SettingsScreen(contents, at: screen.group, glyphs: context.screenGlyphs)
    pages = page == nil ? [.settings] : []
    if let page { show(page) }
  }

  /// Fades out and waits until all pages are closed, so that a training can begin.
  func flush() async {
    let pages = pages
    leavePages()
    self.pages = pages.isEmpty ? [] : [.settings]
    await preview.flush()
    for page in pages { await page.closingHasEnded() }
    // The page of the outputs may have been closed a moment ago.
    await link.movesHaveEnded()
  }

  /// Shows the number of records, which the settings can delete.
  func historyHasGrown() { if !pages.isEmpty { screen.show(contents) } }

  private var contents: SettingsOnStage {
    editor.contents(records: history().counts?.text)
  }

  // MARK: Screen

  func frame(in size: TerminalSize) -> StageFrame? { visible.frame(in: size) }

  func lines(in size: TerminalSize) -> [String] { visible.lines(in: size) }

  func spoken(in size: TerminalSize) -> [String] { visible.spoken(in: size) }

  private var visible: any Screen {
    if let page = pages.last?.screen { page } else { screen }
  }

  /// Ends the sound of the visible page.
  func silence() {
    if case .sounds(let picker) = pages.last { picker.silence() }
    preview.end()
  }

  var takesText: Bool {
    switch pages.last {
    case .settings, nil: screen.isTyping
    case .player, .sounds, .output, .learn, .help: false
    }
  }

  func handle(_ key: Key) -> ScreenReply<ScreenAction> {
    switch pages.last {
    case .settings, nil: return handleInSettings(key)
    case .player(var player):
      let reply = player.handle(key)
      pages[pages.count - 1] = .player(player)
      switch reply {
      case .stay: preview.end()
      case .back: return back()
      case .help: showHelp(.player)
      case .perform(.choose(let preset)): choose(preset)
      case .perform(.undo): perform(.undo)
      }
    case .sounds(let picker): handle(key, in: picker)
    case .output(let chooser):
      switch chooser.handle(key) {
      case .stay, .perform: break
      case .back: return back()
      case .help: showHelp(.output)
      }
    case .learn(let teacher): handle(key, in: teacher)
    case .help(var page):
      if page.handle(key) == .back { return back() }
      pages[pages.count - 1] = .help(page)
    }
    return pages.isEmpty ? .back : .stay
  }

  private func handleInSettings(_ key: Key) -> ScreenReply<ScreenAction> {
    switch screen.handle(key) {
    case .stay: preview.end()
    case .back:
      preview.end()
      pages.removeAll()
      return .back
    case .help: showHelp(screen.page)
    case .perform(.changeLevel(let step)): return .perform(.changeLevel(.by(step)))
    case .perform(let action): perform(action)
    }
    return .stay
  }

  private func handle(_ key: Key, in picker: SoundPicker) {
    switch picker.handle(key) {
    case .stay: break
    case .back: _ = back()
    case .help: showHelp(.sounds)
    case .perform(.choose(let source)):
      _ = back()
      edit { [try editor.change(SettingKey.soundSource.name, to: source.description)] }
    }
  }

  private func handle(_ key: Key, in teacher: MIDITeacher) {
    switch teacher.handle(key) {
    case .stay: break
    case .back: _ = back()
    case .help: showHelp(.learn(LearnAnswer.allCases.map(\.row)))
    case .perform(.save(let settings)):
      _ = back()
      guard !settings.isEmpty else { break }
      let texts = settings.map { (key: $0.key, text: $0.text) }
      if edit({ try editor.learn(texts) }) {
        onMessage?(localized("The controls are saved; u takes them back."), "controlsSaved")
      }
    }
  }

  private func choose(_ preset: String) {
    if edit({ try editor.choose(preset) }) {
      let name = PresetWords.name(of: preset)
      onMessage?(localized("Set for %@; u takes it back.", name), "preset")
    }
  }

  private func back() -> ScreenReply<ScreenAction> {
    pages.popLast()?.close()
    if case .settings = pages.last { screen.update(contents) }
    return pages.isEmpty ? .back : .stay
  }

  private func leavePages() {
    pages.reversed().forEach { $0.close() }
    pages = []
    preview.end()
  }

  private func showHelp(_ subject: KeyTable.Page) {
    preview.end()
    pages.append(.help(HelpPage(subject, messages: messages(), glyphs: context.screenGlyphs)))
  }

  // MARK: Actions

  private func perform(_ action: SettingsAction) {
    switch action {
    case .change(let name, let text): edit { [try editor.change(name, to: text)] }
    case .restore(let name): edit { [try editor.restore(name)] }
    case .undo:
      edit {
        let keys = try editor.undo()
        if keys.isEmpty {
          onMessage?(Notice.nothingToUndo.message, .nothingToUndo)
        } else {
          onMessage?(localized("The change is taken back."), "undone")
        }
        return keys
      }
    case .hear(let name):
      if let kind = SettingKey(name: name)?.row.preview { preview.begin(kind) }
    case .open(let page): show(page)
    case .changeLevel: break
    case .resetHistory: resetHistory()
    }
  }

  private func show(_ page: SettingsPage) {
    preview.end()
    switch page {
    case .player:
      pages.append(.player(PlayerScreen(editor.presets, glyphs: context.screenGlyphs)))
    case .sounds:
      let picker = SoundPicker(
        context, link.library, settings, preview: preview, size: size)
      picker.onChange = { [weak self] in self?.onChange?() }
      pages.append(.sounds(picker))
      picker.begin()
    case .output:
      let chooser = OutputChooser(
        context, link, settings, editor: editor, preview: preview)
      chooser.onMessage = { [weak self] in self?.onMessage?($0, "connected") }
      chooser.onFault = { [weak self] in self?.onFault?($0) }
      chooser.onChange = { [weak self] in self?.onChange?() }
      pages.append(.output(chooser))
      chooser.begin()
    case .learn:
      let teacher = MIDITeacher(context, link)
      teacher.onChange = { [weak self] in self?.onChange?() }
      teacher.onFault = { [weak self] fault in
        guard let self else { return }
        onFault?(fault)
        if case .learn = pages.last { _ = back() }
        onChange?()
      }
      pages.append(.learn(teacher))
      teacher.begin()
    }
  }

  /// Changes settings and plays the first of them soon. If the change is not possible, returns
  /// false, shows the reason and leaves the screen as it is.
  @discardableResult
  private func edit(_ change: () throws -> [SettingKey]) -> Bool {
    let before = settings.intervals
    do {
      let keys = try change()
      screen.update(contents)
      if case .player(var player) = pages.last {
        player.update(editor.presets)
        pages[pages.count - 1] = .player(player)
      }
      onSettings?()
      if let key = keys.first { hear(key, insteadOf: before) }
      return true
    } catch {
      preview.end()
      onFault?(Fault(onScreen: error))
      return false
    }
  }

  /// - Parameter before: the intervals before the change. Only new ones are played.
  private func hear(_ key: SettingKey, insteadOf before: [DirectedInterval]) {
    guard let kind = key.row.preview else { return preview.end() }
    let new = settings.intervals.filter { !before.contains($0) }
    preview.begin(
      kind, intervals: key == .intervals ? new : nil, after: SettingPreview.delay)
  }

  /// Deletes every record after a backup, which also empties the profile.
  private func resetHistory() {
    preview.end()
    // If nothing can be deleted, such as while the history is read, a notice gives the reason.
    history().reset { [weak self] done in
      guard let self else { return }
      onMessage?(ResetWords.text(done?.deleted, backup: done?.backup), "reset")
      historyHasGrown()
    }
  }
}

/// A page that a ``SettingsController`` has opened, with its driver. Main thread.
private enum SettingsSubpage {
  case settings
  case player(PlayerScreen)
  case sounds(SoundPicker)
  case output(OutputChooser)
  case learn(MIDITeacher)
  case help(HelpPage<Never>)

  /// `nil` for the settings, which the controller shows itself.
  var screen: (any Screen)? {
    switch self {
    case .settings: nil
    case .player(let screen): screen
    case .sounds(let picker): picker.browser
    case .output(let chooser): chooser.screen
    case .learn(let teacher): teacher.screen
    case .help(let page): page
    }
  }

  /// Ends the sound, the search and the connections of the page.
  func close() {
    switch self {
    case .settings, .player, .help: break
    case .sounds(let picker): picker.close()
    case .output(let chooser): chooser.close()
    case .learn(let teacher): teacher.close()
    }
  }

  /// Returns when everything that a closed page had opened is closed.
  func closingHasEnded() async {
    switch self {
    case .output(let chooser): await chooser.closingHasEnded()
    case .learn(let teacher): await teacher.closing?.value
    case .settings, .player, .sounds, .help: break
    }
  }
}
