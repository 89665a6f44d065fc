import Foundation
import Language
import Music
import Sound
import SoundFonts
import Training

extension SoundFontError {
  /// The defect of the file, as a part of a sentence.
  package var words: String {
    switch self {
    case .unreadable(let number): String(cString: strerror(number))
    case .notAFile: localized("not a regular file")
    case .unspeakablePath: localized("names in it are not UTF-8")
    case .notASoundFont: localized("not a SoundFont")
    case .wrongLength(let claimed, let actual):
      localized(
        "its header says %d bytes, but it has %d: it is truncated or damaged", claimed, actual)
    case .chunkTooLong(let name, let offset):
      localized("its chunk %@ at byte %d is longer than the chunk around it", name, offset)
    case .tooManyChunks: localized("it has too many chunks")
    case .missingChunk(let name): localized("its chunk %@ is missing", name)
    case .brokenTable(let name, let length, let record):
      localized("its table %@ has %d bytes, which is not a multiple of %d", name, length, record)
    case .unknownEdition(let edition):
      localized(
        "it has edition %@ of the SoundFont format; FluidSynth plays editions 2 and 3", edition)
    case .contradictoryTable(let name):
      localized("its table %@ does not fit the others", name)
    case .tooManyPresets(let count):
      localized("it has %d presets, more than the format allows", count)
    case .noPresets: localized("it has no presets")
    case .cutWhileRead: localized("it was truncated while Peach was reading it")
    }
  }
}

extension Fault {
  package init(_ error: BuiltInFontMissing) {
    self = .sound(
      reason: localized(
        "the built-in SoundFont is missing; Peach looked in %@", error.tried.joined(separator: ", ")
      ))
  }
}

extension SoundError {
  package var words: String {
    switch self {
    case .unknownFont(let name):
      localized("there is no SoundFont %@ (peach sounds path shows where Peach looks for it)", name)
    case .damagedFont(let path, .unreadable(let number)):
      localized("the SoundFont %@ cannot be read: %@", path, String(cString: strerror(number)))
    case .damagedFont(let path, let reason):
      localized("the SoundFont %@ is damaged: %@", path, reason.words)
    case .unreadableFont(let path): localized("the SoundFont %@ is damaged", path)
    case .noPreset(let path, let bank, let program):
      localized("%@ has no preset with bank %d and program %d", path, bank, program)
    case .sampleRate(let hertz):
      localized("FluidSynth does not support a sample rate of %d Hz", Int(hertz))
    case .outOfMemory: localized("out of memory")
    }
  }
}

package nonisolated enum SoundAdvice {
  /// The advice about a sound that leaves few notes to ask for, as a part of a sentence.
  package static var moreNotes: String {
    localized(
      """
      choose another sound (peach sounds list), or other notes (noteRangeMin, noteRangeMax)
      """)
  }
}

extension Fault {
  package init(_ error: JackError) {
    switch error {
    case .noServer(let name): self = .noServer(name: name)
    case .silent(let name): self = .serverSilent(name: name)
    case .refused(let status):
      self = .serverRefused(reason: localized("status 0x%@", String(status, radix: 16)))
    case .nameTaken(let name): self = .clientNameTaken(name)
    case .badServerName(let name, let isFromEnvironment):
      self = .usage(
        localized(
          "%@ takes 1…%d bytes without slashes and control characters, not '%@'",
          isFromEnvironment ? "JACK_DEFAULT_SERVER" : "--server", JackNameCheck.mostBytes,
          name.shortened))
    case .badClientName(let name):
      self = .usage(
        localized(
          "a JACK client's name takes 1…%d bytes without colons and slashes, not '%@'",
          JackNameCheck.mostBytes, name.shortened))
    case .noPort(let name):
      self = .serverRefused(reason: localized("the port %@ could not be created", name))
    case .notActivated:
      self = .serverRefused(reason: localized("it does not run Peach's process callback"))
    }
  }

  package init(_ fault: EngineFault) {
    switch fault {
    case .serverGone: self = .serverGone
    case .openedInFreewheel: self = .openedInFreewheel
    case .sampleRateChanged(let hertz): self = .sampleRateChanged(hertz: hertz)
    }
  }

  package init(_ error: AudioError) {
    switch error {
    case .frequencyOutOfRange(let hertz):
      self = .sound(reason: localized("%@ Hz is outside 20…20000 Hz", NumberText.short(hertz)))
    case .bendOutOfRange(let cents):
      self = .sound(
        reason: localized("a note cannot be detuned by %@ cents", NumberText.short(cents)))
    case .noteEnded: self = .sound(reason: localized("the note has already ended"))
    case .overloaded:
      self = .sound(reason: localized("the JACK server does not process notes fast enough"))
    case .engineUnavailable: self = .serverGone
    case .soundUnavailable(let reason): self = .sound(reason: reason)
    case .noUsableNote:
      self = .configuration(
        localized(
          """
          no reference note (noteRangeMin, noteRangeMax, referenceNote) can be played in tune with its \
          interval and the accompaniment (peach sounds check shows why), so training stops: %@
          """, SoundAdvice.moreNotes))
    }
  }
}
