import History
import Language
import Settings
import Sound
import SoundFonts
import Training

/// Errors of the rooms, as the faults that the console has words for.
extension Fault {
  init(any error: any Error) {
    switch error {
    case let fault as Fault: self = fault
    case let error as SettingsError: self.init(error)
    case let error as JackError: self.init(error)
    case let error as BuiltInFontMissing: self.init(error)
    case let error as SoundFontError: self = .unreadableData(error.words)
    case let error as SoundError: self = .sound(reason: error.words)
    case let error as AudioError: self.init(error)
    default: self = .software(String(describing: error))
    }
  }

  init(_ error: JackError) {
    switch error {
    case .noServer(let name): self = .noServer(name: name)
    case .silent(let name): self = .serverSilent(name: name)
    case .refused(let status):
      self = .serverRefused(reason: localized("status 0x%@", String(status, radix: 16)))
    case .nameTaken(let name): self = .clientNameTaken(name)
    case .noPort(let name):
      self = .serverRefused(reason: localized("the port %@ could not be made", name))
    case .notActivated: self = .serverRefused(reason: localized("it does not call Peach"))
    }
  }

  init(_ fault: EngineFault) {
    switch fault {
    case .serverGone: self = .serverGone
    case .openedInFreewheel: self = .openedInFreewheel
    case .sampleRateChanged(let hertz): self = .sampleRateChanged(hertz: hertz)
    }
  }

  init(_ error: AudioError) {
    switch error {
    case .frequencyOutOfRange(let hertz):
      self = .sound(reason: localized("%@ Hz is not within 20…20000 Hz", NumberText.short(hertz)))
    case .bendOutOfRange(let cents):
      self = .sound(reason: localized("a note cannot be bent by %@ cents", NumberText.short(cents)))
    case .noteEnded: self = .sound(reason: localized("the note had ended"))
    case .overloaded:
      self = .sound(reason: localized("the JACK server does not take notes fast enough"))
    case .engineUnavailable: self = .serverGone
    case .soundUnavailable(let reason): self = .sound(reason: reason)
    }
  }
}

extension SoundError {
  var words: String {
    switch self {
    case .unknownFont(let name):
      localized("there is no SoundFont %@ (peach sounds path shows where one is looked for)", name)
    case .unreadableFont(let path): localized("%@ is no SoundFont that can be read", path)
    case .noPreset(let path, let bank, let program):
      localized("%@ has no preset with bank %d and program %d", path, bank, program)
    case .sampleRate(let hertz): localized("FluidSynth does not render at %d Hz", Int(hertz))
    case .outOfMemory: localized("there is not enough memory")
    }
  }
}
