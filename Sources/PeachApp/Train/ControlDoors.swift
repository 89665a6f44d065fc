import Settings
import Sound
import SoundFonts
import Training

/// What the controls of a training use of the run around it. Main thread.
struct ControlDoors {
  let settings: FileUserSettings

  /// Whether keys are pressed on a terminal.
  let isOnTerminal: Bool

  /// Lets a training that a server interrupted go on; `false` if none waits for that.
  let start: () -> Bool

  /// The client, if there is one.
  let stage: () -> PlayerClient?

  /// When an input of the device that is being handled happened; `nil` if that is not known.
  let time: (InputDevice) -> SoundTime?

  /// Where SoundFonts are looked for with these settings.
  let fontSearch: (SoundFontPaths) -> SoundFontSearch

  /// Makes the page where the output is chosen; it says what it has done by the closure.
  let makeOutputs: (_ tell: @escaping (String) -> Void) -> OutputChooser
}

extension ControlDoors {
  init(_ services: TrainingServices) {
    let (context, link) = (services.context, services.link)
    self.init(
      settings: services.settings, isOnTerminal: services.terminal != nil,
      start: { link.start() }, stage: { link.stage },
      time: { device in
        let player = link.stage?.player
        return device == .midi ? player?.eventTime : player?.now
      },
      fontSearch: { context.soundFontSearch($0) },
      makeOutputs: { tell in
        let preview = SettingPreview(services: services)
        preview.onMessage = tell
        let chooser = OutputChooser(
          context, link, services.settings, editor: SettingEditor(context, services: services),
          preview: preview)
        chooser.onMessage = tell
        return chooser
      })
  }
}
