import CFluidSynth
import Music
import Sound
import SoundFonts
import Training

/// A source of periods that is measured.
protocol PeriodSource: AnyObject {
  /// The name in the table.
  var name: String { get }

  /// How many periods are rendered between two readings of the clock: one, or more if a period is too
  /// short for the clock.
  var periodsPerReading: Int { get }

  /// Renders one period; this is timed.
  func renderPeriod()

  /// Does what happens outside the callback before the next period; this is not timed.
  func prepareNextPeriod() async throws
}

extension PeriodSource {
  var periodsPerReading: Int { 1 }
}

/// Peach's own process callback, rendering without a server.
final class PeachSource: PeriodSource {
  enum Sounding: String, CaseIterable {
    case silence = "no note"
    case oneNote = "one note"
    case twoNotes = "two notes"
    case fiveNotes = "five notes"
    case sixNotes = "six notes"
    /// One note that is retuned before each period.
    case glide
    /// A note starts every 50 ms, while the last one fades out.
    case starts

    /// How many notes are held from the beginning.
    fileprivate var heldNotes: Int {
      switch self {
      case .silence: 0
      case .oneNote, .glide, .starts: 1
      case .twoNotes: 2
      case .fiveNotes: 5
      case .sixNotes: 6
      }
    }
  }

  private static let pitch = TuningSystem.standardReferencePitch

  let sounding: Sounding

  /// The index in ``VoiceParts/resamplerVersions`` of the resampler that the voices use.
  let version: Int

  let name: String
  private let engine: OfflineEngine
  private let player: SoundFontNotePlayer
  private let period: StereoPeriod
  private let periodsPerStart: Int
  private var handles: [any PlaybackHandle] = []
  private var count = 0

  /// Silence takes less time than a reading of the clock.
  var periodsPerReading: Int { sounding == .silence ? 16 : 1 }

  /// - Throws: ``BenchFault/refusedNotes(count:)`` if there are fewer voices than notes.
  init(
    _ sounding: Sounding, library: SoundFontLibrary, frames: Int, sampleRate: Double,
    version: Int = 0
  ) async throws {
    self.sounding = sounding
    self.version = version
    name =
      version == 0
      ? sounding.rawValue
      : "\(sounding.rawValue), \(VoiceParts.resamplerVersions[version])"
    period = StereoPeriod(frames: frames)
    periodsPerStart = max(1, Int(0.05 * sampleRate) / frames)
    let engine = OfflineEngine(sampleRate: sampleRate)
    self.engine = engine
    let player = try VoiceParts.withResampler(version: version) {
      try SoundFontNotePlayer(sink: engine, library: library, settings: FixedSettings())
    }
    self.player = player
    var refusedNotes = 0
    engine.onEvent = { [weak player] event in
      if case .refused = event.kind { refusedNotes += 1 }
      player?.handle(event)
    }
    for number in 0..<sounding.heldNotes {
      // Each at another pitch, within an octave.
      let cents = Double(700 * number % 1200)
      handles.append(try await play(Self.pitch.shifted(by: Cents(cents))))
    }
    renderPeriod()
    engine.deliverEvents()
    guard refusedNotes == 0 else { throw BenchFault.refusedNotes(count: refusedNotes) }
    if sounding == .silence {
      // The voices exist, as after a note.
      let note = try await play(Self.pitch)
      note.stop()
      for _ in 0..<Int(sampleRate) / frames { renderPeriod() }
      engine.deliverEvents()
    }
  }

  func renderPeriod() {
    engine.renderPeriod(left: period.left, right: period.right, frames: period.frames)
  }

  func prepareNextPeriod() async throws {
    engine.deliverEvents()
    count += 1
    switch sounding {
    case .silence, .oneNote, .twoNotes, .fiveNotes, .sixNotes: break
    case .glide:
      // Back and forth within a semitone.
      let cents = Double(count % 400 - 200) / 2
      try handles.first?.adjustFrequency(Self.pitch.shifted(by: Cents(cents)))
    case .starts:
      guard count.isMultiple(of: periodsPerStart) else { return }
      handles.forEach { $0.stop() }
      handles = [try await play(Self.pitch)]
    }
  }

  private func play(_ frequency: Frequency) async throws -> any PlaybackHandle {
    try await player.play(
      frequency: frequency, velocity: .training, amplitudeDB: AmplitudeDB(0))
  }
}

/// FluidSynth's rendering of one note with its default settings: reverb and chorus, its own interpolation
/// and a lock in every call.
final class FluidSynthSource: PeriodSource {
  let name = "FluidSynth, one note"
  private let plain: PlainFluidSynth
  private let period: StereoPeriod

  init(font: String, frames: Int, sampleRate: Double) throws {
    period = StereoPeriod(frames: frames)
    plain = try PlainFluidSynth(font: font, sampleRate: sampleRate)
  }

  func renderPeriod() {
    _ = fluid_synth_write_float(
      plain.synth, Int32(period.frames), period.left, 0, 1, period.right, 0, 1)
  }

  func prepareNextPeriod() async throws {}
}

/// FluidSynth with its default settings, playing A4 of the default sound.
final class PlainFluidSynth {
  let settings: OpaquePointer
  let synth: OpaquePointer

  /// - Throws: ``BenchFault/noSynthesizer(font:)``
  init(font: String, sampleRate: Double) throws {
    guard let settings = new_fluid_settings() else { throw BenchFault.noSynthesizer(font: font) }
    // The only setting that FluidSynth's JACK driver changes.
    fluid_settings_setnum(settings, "synth.sample-rate", sampleRate)
    guard let synth = new_fluid_synth(settings) else {
      delete_fluid_settings(settings)
      throw BenchFault.noSynthesizer(font: font)
    }
    self.settings = settings
    self.synth = synth
    let sound = SoundSourceID.default
    let number = fluid_synth_sfload(synth, font, 1)
    guard number >= 0,
      fluid_synth_program_select(synth, 0, number, Int32(sound.bank), Int32(sound.program)) == 0,
      fluid_synth_noteon(synth, 0, 69, Int32(MIDIVelocity.training.rawValue)) == 0
    else { throw BenchFault.noSynthesizer(font: font) }
  }

  isolated deinit {
    delete_fluid_synth(synth)
    delete_fluid_settings(settings)
  }
}

/// One part of a voice alone, rendering blocks of 64 frames.
final class VoicePartSource: PeriodSource {
  enum Part {
    case synthesizer
    /// With an index of ``VoiceParts/resamplerVersions``.
    case resampler(version: Int)

    static var all: [Part] {
      [.synthesizer] + VoiceParts.resamplerVersions.indices.map { Part.resampler(version: $0) }
    }
  }

  let name: String

  /// Whether voices use it: of the resampler they use the first version.
  let isUsed: Bool

  private let part: Part
  private let parts: VoiceParts

  init(_ part: Part, library: SoundFontLibrary, sampleRate: Double) throws {
    self.part = part
    switch part {
    case .synthesizer:
      name = "FluidSynth, dry"
      isUsed = true
      parts = try VoiceParts(library: library, sampleRate: sampleRate)
    case .resampler(let version):
      name = "resampler, \(VoiceParts.resamplerVersions[version])"
      isUsed = version == 0
      parts = try VoiceParts(library: library, sampleRate: sampleRate, version: version)
    }
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

/// The buffers that a period is rendered to.
final class StereoPeriod {
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  let frames: Int

  init(frames: Int) {
    self.frames = frames
    left = .allocate(capacity: frames)
    right = .allocate(capacity: frames)
    left.initialize(repeating: 0, count: frames)
    right.initialize(repeating: 0, count: frames)
  }

  isolated deinit {
    left.deallocate()
    right.deallocate()
  }
}
