import CResampler

/// The voices of one sound, and the owner of all their memory.
///
/// Made on the main thread, handed to the process callback as ``pointer``, and to be released only
/// after the callback has returned it, or after the client is closed.
final class VoiceBank {
  /// Half the length of the resampler's filter, in frames: signal to noise 139 dB at 2 µs a period.
  private static let halfLength = 24

  /// The filter's cut-off relative to half the sample rate, as zita-resampler chooses it for this
  /// length (1 − 2.6/h), undone by what VResampler takes off for a base ratio below 1.
  private static let cutoff = (1 - 2.6 / Double(halfLength)) / Voice.baseRatio

  /// The time constant of a glide, in seconds: 200 cents are within 0.01 cent after 60 ms.
  static let glideSeconds = 0.006

  let pointer: UnsafeMutablePointer<Voice>
  private let synthesizers: [Synthesizer]
  private let resamplers: [OpaquePointer]
  private let buffers: UnsafeMutablePointer<Float>
  private let fade: FadeCurve

  /// - Throws: ``SoundError``
  init(preset: PresetLocation, sampleRate: Double) throws {
    let count = VoiceBankView.voiceCount
    synthesizers = try (0..<count).map { _ in
      try Synthesizer(preset: preset, sampleRate: sampleRate)
    }
    let made = (0..<count).compactMap { _ in Self.makeResampler() }
    guard made.count == count else {
      made.forEach { resampler_destroy($0) }
      throw SoundError.outOfMemory
    }
    resamplers = made
    fade = FadeCurve(sampleRate: sampleRate)
    let floats = 4 * Voice.blockFrames
    buffers = .allocate(capacity: count * floats)
    buffers.initialize(repeating: 0, count: count * floats)
    pointer = .allocate(capacity: count)
    for index in 0..<count {
      (pointer + index).initialize(
        to: Voice(
          synth: synthesizers[index].handle, resampler: resamplers[index], fade: fade.table,
          glideFrames: Self.glideSeconds * sampleRate, buffers: buffers + index * floats))
    }
  }

  /// A voice's resampler; whoever asks for it destroys it. `nil` where memory is not to be had.
  static func makeResampler() -> OpaquePointer? {
    resampler_create(Voice.baseRatio, 2, UInt32(halfLength), cutoff)
  }

  deinit {
    pointer.deallocate()
    buffers.deallocate()
    resamplers.forEach { resampler_destroy($0) }
  }
}
