import Console
import Program

/// A page that a ``SettingsController`` has opened, with what drives it. Main thread.
enum SettingsSubpage {
  case settings
  case player(PlayerScreen)
  case sounds(SoundPicker)
  case output(OutputChooser)
  case learn(MIDITeacher)
  case help(HelpPage<Never>)

  /// What it shows; `nil` for the settings, which the controller shows itself.
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

  /// The page is left: nothing plays, searches or listens for it any more.
  func close() {
    switch self {
    case .settings, .player, .help: break
    case .sounds(let picker): picker.close()
    case .output(let chooser): chooser.close()
    case .learn(let teacher): teacher.close()
    }
  }

  /// Returns when what a closed page had opened is closed again.
  func closingHasEnded() async {
    switch self {
    case .output(let chooser): await chooser.closingHasEnded()
    case .learn(let teacher): await teacher.closing?.value
    case .settings, .player, .sounds, .help: break
    }
  }
}
