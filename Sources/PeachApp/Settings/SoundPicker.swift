import Console
import Intonation
import Language
import MainThread
import Music
import Program
import Settings
import SoundFonts

/// Drives a ``SoundBrowser``: finds the sounds, looks up their intonation, and plays the selected
/// one. Main thread.
final class SoundPicker {
  /// Called when the browser has changed by itself.
  var onChange: (() -> Void)?

  /// The size of the terminal. The intonation of the sounds that it shows is looked up.
  private let size: () -> TerminalSize

  private(set) var browser: SoundBrowser
  private let context: CommandContext
  private let library: SoundFontLibrary
  private let settings: FileUserSettings
  private let preview: SettingPreview
  private let clock: any Clock<Duration>
  private var searching: Task<Void, Never>?
  private var resting: Task<Void, Never>?

  /// The sounds whose intonation was or is looked up.
  private var asked: Set<SoundSourceID> = []

  /// The time between the selection of a sound and its note.
  private static let rest = Duration.milliseconds(300)

  init(
    _ context: CommandContext, _ library: SoundFontLibrary, _ settings: FileUserSettings,
    preview: SettingPreview, size: @escaping () -> TerminalSize,
    clock: any Clock<Duration> = ProgramClock()
  ) {
    self.context = context
    self.library = library
    self.settings = settings
    self.preview = preview
    self.size = size
    self.clock = clock
    browser = SoundBrowser(
      chosen: settings.soundSource, glyphs: context.screenGlyphs, isPlain: context.isPlain)
  }

  /// Searches for the fonts, which takes as long as the disks do.
  func begin() {
    library.search = context.soundFontSearch(settings.soundFonts)
    searching = Task { [weak self, library] in
      let found = await Task.detached { library.sounds }.value
      let sounds = found.map { BrowsedSound($0) }
      let index = await Task.detached { SoundIndex(sounds) }.value
      guard !Task.isCancelled, let self else { return }
      browser.show(index)
      lookUp()
      onChange?()
    }
  }

  /// Ends the search and the sound.
  func close() {
    searching?.cancel()
    resting?.cancel()
    preview.end()
  }

  /// Ends the sound until another one is selected.
  func silence() {
    resting?.cancel()
    preview.end()
  }

  func handle(_ key: Key) -> ScreenReply<SoundBrowser.Action> {
    let before = browser.selected?.source
    let reply = browser.handle(key)
    lookUp()
    if reply == .stay, browser.selected?.source != before { playSoon() }
    return reply
  }

  private func playSoon() {
    resting?.cancel()
    preview.end()
    guard let source = browser.selected?.source else { return }
    resting = Task { [weak self, clock] in
      guard (try? await clock.sleep(for: Self.rest)) != nil else { return }
      self?.preview.audition(source)
    }
  }

  /// Looks up the intonation of each shown sound once, as reading takes a few milliseconds.
  private func lookUp() {
    let wanted = browser.visible(in: size()).filter { !$0.isExact && !asked.contains($0.source) }
    guard !wanted.isEmpty else { return }
    asked.formUnion(wanted.map(\.source))
    let tables = IntonationCache(environment: context.environment)
    let (range, isCorrected) = (settings.noteRange, settings.correctIntonation)
    Task { [weak self] in
      let verdicts = await Task.detached {
        wanted.map { sound in
          let table = tables.table(
            font: sound.path, bank: sound.source.bank, program: sound.source.program)
          let verdict = SoundVerdict(table, noteRange: range, isCorrected: isCorrected)
          return (sound.source, verdict)
        }
      }.value
      guard let self else { return }
      browser.show(Dictionary(verdicts) { $1 })
      onChange?()
    }
  }
}

extension BrowsedSound {
  /// A sound of a font, with its words in the user's language.
  fileprivate init(_ sound: FoundSound) {
    let name = sound.preset.name
    let own = sound.source.builtInName
    self.init(
      source: sound.source, name: own ?? (name.isEmpty ? localized("(no name)") : name),
      otherNames: own == nil || own == name ? [] : [name],
      font: sound.font.tag, section: SoundSection(sound.family), family: sound.family.word,
      path: sound.font.path, size: sound.font.size)
  }
}
