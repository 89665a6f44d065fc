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
  /// How long each average of a glide is, in seconds; after three of them the goal is reached:
  /// short enough to sound immediate, and long enough for a sweep that is steered every 10 ms to
  /// stay below −97 dB.
  static let glideSeconds = 0.001 / 3

  let pointer: UnsafeMutablePointer<Voice>
  private let synthesizers: [Synthesizer]
  private let resamplers: [OpaquePointer]
  private let buffers: UnsafeMutablePointer<Float>
  private let glides: UnsafeMutablePointer<Double>
  private let fade: FadeCurve
  private let rise = StartRampCurve()

  /// - Throws: ``SoundError``
  init(preset: PresetLocation, sampleRate: Double) throws {
    let count = VoiceBankView.voiceCount
    // FluidSynth's rate is limited; the resampler makes a whole number of frames from each frame.
    let factor = (sampleRate / Synthesizer.highestSampleRate).rounded(.up)
    synthesizers = try (0..<count).map { _ in
      try Synthesizer(preset: preset, sampleRate: sampleRate / factor)
    }
    let made = (0..<count).compactMap { _ in resampler_create(factor) }
    guard made.count == count else {
      made.forEach { resampler_destroy($0) }
      throw SoundError.outOfMemory
    }
    resamplers = made
    fade = FadeCurve(sampleRate: sampleRate)
    let floats = 4 * Voice.blockFrames
    buffers = .allocate(capacity: count * floats)
    buffers.initialize(repeating: 0, count: count * floats)
    let glideLength = Int((Self.glideSeconds * sampleRate).rounded(.up))
    // A glide's own memory, then the ratios of a block.
    let glideValues = Glide.stages * glideLength
    let values = glideValues + Voice.blockFrames
    glides = .allocate(capacity: count * values)
    glides.initialize(repeating: 0, count: count * values)
    pointer = .allocate(capacity: count)
    for index in 0..<count {
      (pointer + index).initialize(
        to: Voice(
          synth: synthesizers[index].handle, resampler: resamplers[index], fade: fade.table,
          rise: rise.rise,
          glide: Glide(length: glideLength, memory: glides + index * values),
          ratios: glides + index * values + glideValues,
          buffers: buffers + index * floats))
    }
    warmUp()
  }

  /// Plays an unheard note with each voice, so that the first note of the process callback finds
  /// every page and every cache filled.
  private func warmUp() {
    let frames = Voice.blockFrames
    let unheard = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
    unheard.initialize(repeating: 0, count: 2 * frames)
    defer { unheard.deallocate() }
    for index in 0..<VoiceBankView.voiceCount {
      // The shortest possible note: only a fade.
      pointer[index].start(
        NoteStart(note: NoteID(0), key: 69, velocity: 63, ratio: 1, durationFrames: 1))
      while pointer[index].isActive {
        _ = pointer[index].render(left: unheard, right: unheard + frames, frames: frames)
      }
    }
  }

  deinit {
    pointer.deallocate()
    buffers.deallocate()
    glides.deallocate()
    resamplers.forEach { resampler_destroy($0) }
  }
}

/// The memory behind a ``FadeTable``: the rise of a raised cosine (Hann window, Harris 1978).
final class FadeCurve {
  /// How long a start, a stop and a change of level take, in seconds: long enough that not even the
  /// lowest note clicks, short enough to sound immediate.
  static let seconds = 0.02

  let table: FadeTable
  private let gains: UnsafeMutablePointer<Float>

  init(sampleRate: Double) {
    let frames = Int((Self.seconds * sampleRate).rounded(.up))
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
  /// How many equal steps the curve has; straight lines between them are off by −140 dB.
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
