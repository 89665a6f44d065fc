import Console
import History
import Settings
import Sound
import Training

/// Errors of the rooms, as the faults that the console has words for.
extension Fault {
  init(any error: any Error) {
    switch error {
    case let fault as Fault: self = fault
    case let error as SettingsError: self.init(error)
    case let error as JackError: self.init(error)
    case let error as SoundError: self = .sound(reason: error.words)
    case let error as AudioError: self.init(error)
    default: self = .software(String(describing: error))
    }
  }

  init(_ error: JackError) {
    switch error {
    case .noServer(let name): self = .noServer(name: name)
    case .refused(let status):
      self = .serverRefused(reason: "status 0x\(String(status, radix: 16))")
    case .nameTaken(let name): self = .clientNameTaken(name)
    case .noPort(let name): self = .serverRefused(reason: "the port \(name) could not be made")
    case .notActivated: self = .serverRefused(reason: "it does not call Peach")
    }
  }

  init(_ fault: EngineFault) {
    switch fault {
    case .serverGone: self = .serverGone
    case .sampleRateChanged(let hertz): self = .sampleRateChanged(hertz: hertz)
    }
  }

  init(_ error: AudioError) {
    switch error {
    case .frequencyOutOfRange(let hertz):
      self = .sound(reason: "\(hertz) Hz is not within 20…20000 Hz")
    case .bendOutOfRange(let cents):
      self = .sound(reason: "a note cannot be bent by \(cents) cents")
    case .noteEnded: self = .sound(reason: "the note had ended")
    case .overloaded: self = .sound(reason: "the JACK server does not take notes fast enough")
    case .engineUnavailable: self = .serverGone
    case .soundUnavailable(let reason): self = .sound(reason: reason)
    }
  }
}

extension SoundError {
  var words: String {
    switch self {
    case .builtInFontMissing(let tried):
      "the built-in SoundFont is in none of \(tried.joined(separator: ", "))"
    case .unreadableFont(let path): "\(path) is no SoundFont that can be read"
    case .noPreset(let path, let bank, let program):
      "\(path) has no preset with bank \(bank) and program \(program)"
    case .sampleRate(let hertz): "FluidSynth does not render at \(hertz) Hz"
    case .outOfMemory: "there is not enough memory"
    }
  }
}
