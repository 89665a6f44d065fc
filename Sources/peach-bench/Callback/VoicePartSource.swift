import Sound
import SoundFonts

/// One of the machines of a voice by itself, rendering a block of 64 frames.
final class VoicePartSource: PeriodSource {
  enum Part: String, CaseIterable {
    case synthesizer = "FluidSynth, dry"
    case resampler
  }

  let part: Part
  private let parts: VoiceParts

  var name: String { part.rawValue }

  init(_ part: Part, library: SoundFontLibrary, sampleRate: Double) throws {
    self.part = part
    parts = try VoiceParts(library: library, sampleRate: sampleRate)
    parts.synthesize()
  }

  func renderPeriod() {
    switch part {
    case .synthesizer: parts.synthesize()
    case .resampler: parts.resample()
    }
  }

  func prepareNextPeriod() async throws {}
}
