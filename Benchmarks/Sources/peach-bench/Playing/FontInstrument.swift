import CFluidSynth
import Foundation

/// An instrument of a SoundFont, whose notes FluidSynth renders one by one, without reverberation and chorus.
final class FontInstrument {
  private let settings: OpaquePointer
  private let synth: OpaquePointer
  private var rendered: [FreePerformance.Note: [Double]] = [:]

  /// A note without its onset: equal ones sound the same.
  private static func key(_ note: FreePerformance.Note) -> FreePerformance.Note {
    var key = note
    key.onset = 0
    return key
  }

  /// - Throws: ``BenchFault/failed(_:messages:)`` if the font cannot be read.
  init(font: String, program: Int) throws {
    guard let settings = new_fluid_settings() else {
      throw BenchFault.failed("FluidSynth", messages: "no settings")
    }
    fluid_settings_setnum(settings, "synth.sample-rate", FreePerformance.rate)
    fluid_settings_setint(settings, "synth.reverb.active", 0)
    fluid_settings_setint(settings, "synth.chorus.active", 0)
    guard let synth = new_fluid_synth(settings) else {
      delete_fluid_settings(settings)
      throw BenchFault.failed("FluidSynth", messages: "no synthesizer")
    }
    self.settings = settings
    self.synth = synth
    let id = fluid_synth_sfload(synth, font, 1)
    guard id >= 0,
      fluid_synth_program_select(synth, 0, id, 0, Int32(program)) == 0
    else { throw BenchFault.failed(font, messages: "no program \(program)") }
  }

  isolated deinit {
    delete_fluid_synth(synth)
    delete_fluid_settings(settings)
  }

  /// The samples of a note from its onset to the end of its release, in one channel.
  ///
  /// - Parameter vibrato: to either side, in cents.
  func samples(
    _ note: FreePerformance.Note, vibrato: Double = 0, isLegato: Bool = false
  ) -> [Double] {
    // Whole cents are all that FluidSynth sounds.
    fluid_synth_set_gen(synth, 0, Int32(GEN_FINETUNE.rawValue), Float(note.cents.rounded()))
    fluid_synth_all_sounds_off(synth, 0)
    _ = render(Int(0.05 * FreePerformance.rate))
    fluid_synth_noteon(synth, 0, Int32(note.key), 90)
    // One note fades out while the next one begins.
    let fade = 0.03
    var samples: [Double] = []
    let sounding = Int((note.seconds + (isLegato ? fade : 0)) * FreePerformance.rate)
    // The font's own vibrato has another rate with each program.
    while samples.count < sounding {
      bend(vibrato * sin(2 * .pi * Self.vibratoRate * Double(samples.count) / FreePerformance.rate))
      samples += render(min(Self.step, sounding - samples.count))
    }
    bend(0)
    fluid_synth_noteoff(synth, 0, Int32(note.key))
    if !isLegato { samples += render(Int(0.2 * FreePerformance.rate)) }
    let count = Int(fade * FreePerformance.rate)
    for index in 0..<min(count, samples.count) {
      samples[samples.count - 1 - index] *= Double(index) / Double(count)
    }
    return samples
  }

  /// The same, rendered once for all notes that are equal but for their onset.
  func repeated(_ note: FreePerformance.Note, vibrato: Double, isLegato: Bool) -> [Double] {
    let key = Self.key(note)
    let samples = rendered[key] ?? samples(note, vibrato: vibrato, isLegato: isLegato)
    rendered[key] = samples
    return samples
  }

  func forget() { rendered = [:] }

  /// Periods a second, and the frames for which its pitch stays.
  private static let vibratoRate = 5.5
  private static let step = 64

  /// - Parameter cents: from the note's pitch. The wheel reaches two semitones.
  private func bend(_ cents: Double) {
    fluid_synth_pitch_bend(synth, 0, Int32((8192 + cents / 200 * 8192).rounded()))
  }

  private func render(_ count: Int) -> [Double] {
    var left = [Float](repeating: 0, count: count)
    var right = left
    fluid_synth_write_float(synth, Int32(count), &left, 0, 1, &right, 0, 1)
    return zip(left, right).map { Double($0 + $1) / 2 }
  }
}
