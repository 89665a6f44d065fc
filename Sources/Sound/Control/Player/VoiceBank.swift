import CResampler
import Foundation
import Realtime
import SoundFonts

/// The voices of one sound, and the owner of all their memory.
///
/// Made on any thread but the process thread, sent to the process callback as ``pointer``, and to
/// be released only after the callback has returned it, or after the client is closed. `@unchecked
/// Sendable` because only the callback uses the voices in between.
final class VoiceBank: @unchecked Sendable {
  /// The length of each average of a glide, in seconds; after three of them the goal is reached:
  /// short enough to sound immediate, and long enough for a sweep that is steered every 10 ms to
  /// stay below −97 dB.
  static let glideSeconds = 0.001 / 3

  /// The length of each average of a glide, in frames.
  static func glideLength(at sampleRate: Double) -> Int {
    Int((glideSeconds * sampleRate).rounded(.up))
  }

  /// FluidSynth's rate is limited; the resampler makes a whole number of frames from each frame.
  private static func factor(at sampleRate: Double) -> Double {
    (sampleRate / Synthesizer.highestSampleRate).rounded(.up)
  }

  /// FluidSynth's rate in a voice of a client with that rate, in frames per second.
  static func synthesizerRate(at sampleRate: Double) -> Double {
    sampleRate / factor(at: sampleRate)
  }

  /// The seconds in which an old and a new stroke of a held note cross: long enough for the new one
  /// to begin softly.
  private static let crossingSeconds = 0.04

  /// The version of the resampler that new banks use, by CResampler's index: the fastest one unless
  /// a measurement sets another.
  @TaskLocal static var resamplerVersion = 0

  let pointer: UnsafeMutablePointer<Voice>

  /// The synthesizers of the voices, then those of the spare strands.
  private let synthesizers: [Synthesizer]
  private let resamplers: [OpaquePointer]
  private let buffers: UnsafeMutablePointer<Float>
  private let glides: UnsafeMutablePointer<Double>
  private let fade: FadeCurve
  private let crossing: FadeCurve
  private let rise = StartRampCurve()
  private let spareStrands: UnsafeMutablePointer<Strand>
  private let spares: UnsafeMutablePointer<SpareStrands>

  /// The synthesizer with the font that all of them share. It must not be used, nor its font be
  /// shared, once the callback has the bank.
  var fontOwner: Synthesizer { synthesizers[0] }

  /// - Throws: ``SoundError``
  init(preset: PresetLocation, sampleRate: Double) throws {
    let count = VoiceBankView.voiceCount
    let factor = Self.factor(at: sampleRate)
    let synthRate = Self.synthesizerRate(at: sampleRate)
    let first = try Synthesizer(preset: preset, sampleRate: synthRate)
    synthesizers =
      try [first]
      + (1..<count + SpareStrands.capacity).map { _ in
        try Synthesizer(preset: preset, sampleRate: synthRate, sharingFontOf: first)
      }
    let made = (0..<count).compactMap { _ in resampler_create(factor, UInt32(Self.resamplerVersion))
    }
    guard made.count == count else {
      made.forEach { resampler_destroy($0) }
      throw SoundError.outOfMemory
    }
    resamplers = made
    fade = FadeCurve(sampleRate: sampleRate)
    crossing = FadeCurve(sampleRate: synthRate, seconds: Self.crossingSeconds)
    spareStrands = .allocate(capacity: SpareStrands.capacity)
    spares = .allocate(capacity: 1)
    spares.initialize(to: SpareStrands(memory: spareStrands))
    // Stereo blocks: the voice's, then the stroke's.
    let voiceFloats = 2 * Voice.bufferBlocks * Voice.blockFrames
    let floats = voiceFloats + 2 * Stroke.bufferBlocks * Voice.blockFrames
    buffers = .allocate(capacity: count * floats)
    buffers.initialize(repeating: 0, count: count * floats)
    let glideLength = Self.glideLength(at: sampleRate)
    // A glide's own memory, then the ratios of a block.
    let glideValues = Glide.averages * glideLength
    let values = glideValues + Voice.blockFrames
    glides = .allocate(capacity: count * values)
    glides.initialize(repeating: 0, count: count * values)
    pointer = .allocate(capacity: count)
    for index in 0..<count {
      let strand = Strand(synth: synthesizers[index].handle)
      let voiceBuffers = buffers + index * floats
      (pointer + index).initialize(
        to: Voice(
          strand: strand, resampler: resamplers[index], fade: fade.table, rise: rise.rise,
          glide: Glide(length: glideLength, memory: glides + index * values),
          ratios: glides + index * values + glideValues, buffers: voiceBuffers, spares: spares,
          strokes: Strokes(sampleRate: synthRate),
          stroke: Stroke(
            sampleRate: synthRate, fade: crossing.table, strand: strand,
            blocks: voiceBuffers + voiceFloats)))
    }
    // One more, because the resampler's step is rounded down.
    warmUp(frames: Int(factor) * (Voice.mostBlocks * Voice.blockFrames + 1))
    for synthesizer in synthesizers[count...] {
      spares.pointee.put(warmedUp(Strand(synth: synthesizer.handle)))
    }
  }

  /// Plays an unheard note with each voice, so that the first note of the process callback finds
  /// every page and every cache filled.
  ///
  /// - Parameter frames: as many as make a voice render all the blocks that it has room for.
  private func warmUp(frames: Int) {
    let unheard = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
    unheard.initialize(repeating: 0, count: 2 * frames)
    defer { unheard.deallocate() }
    for index in 0..<VoiceBankView.voiceCount {
      // The shortest possible note: only a fade.
      let start = NoteStart(note: NoteID(0), key: 69, velocity: 63, ratio: 1, durationFrames: 1)
      pointer[index].strike(start)
      pointer[index].start(start)
      while pointer[index].isActive {
        _ = pointer[index].render(left: unheard, right: unheard + frames, frames: frames)
      }
      pointer[index].clear()
    }
  }

  /// Plays an unheard stroke with a spare strand.
  private func warmedUp(_ strand: Strand) -> Strand {
    var strand = strand
    // As many blocks as a voice renders at once: it may take the strand over.
    let floats = 2 * Voice.mostBlocks * Strand.blockFrames
    let unheard = UnsafeMutablePointer<Float>.allocate(capacity: floats)
    unheard.initialize(repeating: 0, count: floats)
    defer { unheard.deallocate() }
    strand.strike(StruckKey(key: 69, cents: 0, velocity: 63))
    strand.render(into: unheard, count: Voice.mostBlocks)
    strand.silence(using: unheard)
    return strand
  }

  deinit {
    pointer.deallocate()
    spares.deallocate()
    spareStrands.deallocate()
    buffers.deallocate()
    glides.deallocate()
    resamplers.forEach { resampler_destroy($0) }
  }
}

/// The memory behind a ``FadeTable``: the rise of a raised cosine (Hann window, Harris 1978).
final class FadeCurve {
  /// The seconds that a start, a stop and a change of level take: long enough that not even the
  /// lowest note clicks, short enough to sound immediate.
  static let seconds = 0.02

  let table: FadeTable
  private let gains: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - sampleRate: in frames per second.
  ///   - seconds: the length of the fade, > 0.
  init(sampleRate: Double, seconds: Double = FadeCurve.seconds) {
    let frames = Int((seconds * sampleRate).rounded(.up))
    gains = .allocate(capacity: frames)
    for frame in 0..<frames {
      gains[frame] = Float((1 - cos(.pi * (Double(frame) + 0.5) / Double(frames))) / 2)
    }
    table = FadeTable(gains: UnsafePointer(gains), frames: frames)
  }

  deinit { gains.deallocate() }
}

/// The memory behind a ``StartRamp``.
final class StartRampCurve {
  /// The number of equal steps of the curve; straight lines between them are off by −140 dB.
  private static let steps = 4096

  let rise: StartRamp
  private let gains: UnsafeMutablePointer<Float>

  init() {
    gains = .allocate(capacity: Self.steps + 1)
    for step in 0...Self.steps {
      let share = (1 - cos(.pi * Double(step) / Double(Self.steps))) / 2
      gains[step] = Float(pow(10, StartRamp.decibels / 20 * (1 - share)))
    }
    rise = StartRamp(gains: UnsafePointer(gains), steps: Self.steps)
  }

  deinit { gains.deallocate() }
}

/// The versions of the resampler that this machine has, for tests and benchmarks.
public enum ResamplerVersions {
  /// The names of the instruction sets, the fastest version first.
  public static var names: [String] {
    (0..<resampler_version_count()).map { String(cString: resampler_version_name($0)) }
  }

  /// Calls `body` with a version for the sounds that it loads itself, on the main thread. Other
  /// threads use the fastest one.
  ///
  /// - Parameter index: an index of ``names``.
  public static func use<Result>(
    _ index: Int, _ body: () throws -> Result
  ) rethrows -> Result {
    try VoiceBank.$resamplerVersion.withValue(index, operation: body)
  }
}
