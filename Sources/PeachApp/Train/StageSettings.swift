import Realtime
import Settings
import Sound
import SoundFonts

/// Passes on to the client what it needs of the settings. A change counts from the next trial on.
final class StageSettings {
  private let settings: FileUserSettings
  private let controls: ControlUse
  private let fontSearch: (SoundFontPaths) -> SoundFontSearch

  /// What the process callback has.
  private var boundControls: (settings: MIDISettings, isAnswering: Bool)?

  /// Whether controls answer. Otherwise what would answer only goes on.
  var isAnswering = true

  /// Where the SoundFonts were last looked for.
  private var searchedFonts: SoundFontPaths

  /// - Parameters:
  ///   - controls: what MIDI controls do in the training.
  ///   - fontSearch: where SoundFonts are looked for with these settings.
  init(
    _ settings: FileUserSettings, controls: ControlUse,
    fontSearch: @escaping (SoundFontPaths) -> SoundFontSearch
  ) {
    self.settings = settings
    self.controls = controls
    self.fontSearch = fontSearch
    searchedFonts = settings.soundFonts
  }

  /// Training begins on this client, which knows nothing of the settings yet.
  func begin(on stage: PlayerClient) {
    boundControls = nil
    isAnswering = true
    bindControls(on: stage)
  }

  /// Hands over the MIDI settings if they have changed.
  func bindControls(on stage: PlayerClient) {
    guard boundControls.map({ $0 == (settings.midi, isAnswering) }) != true else { return }
    // The link reports a client that has gone meanwhile.
    guard
      (try? stage.player.bind(
        ControlBindings(settings.midi, for: controls, isAnswering: isAnswering))) != nil
    else { return }
    boundControls = (settings.midi, isAnswering)
  }

  /// Has SoundFonts looked for where the settings say now.
  func updateFonts(on stage: PlayerClient) {
    guard searchedFonts != settings.soundFonts else { return }
    searchedFonts = settings.soundFonts
    stage.player.library.search = fontSearch(settings.soundFonts)
  }
}
