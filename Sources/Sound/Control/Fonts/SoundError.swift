import Foundation

/// Why a sound could not be made ready.
public enum SoundError: Error, Hashable, Sendable {
  /// No font of that name is in the places where fonts are looked for.
  case unknownFont(name: String)

  /// FluidSynth cannot read the file as a SoundFont.
  case unreadableFont(path: String)

  /// The font has no such preset.
  case noPreset(path: String, bank: Int, program: Int)

  /// FluidSynth does not render at this rate.
  case sampleRate(hertz: Double)

  /// Memory for the voices is not to be had.
  case outOfMemory
}
