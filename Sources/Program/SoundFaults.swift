import Foundation
import Language
import Music
import Sound
import SoundFonts

extension SoundFontError {
  /// What is wrong with the file, as a part of a sentence.
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

/// What to do about a sound.
package nonisolated enum SoundAdvice {
  /// About one that leaves few notes to ask for, as a part of a sentence.
  package static var moreNotes: String {
    localized(
      """
      choose another sound (peach sounds list), or other notes (noteRangeMin, noteRangeMax)
      """)
  }
}
