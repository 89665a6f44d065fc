/// The SoundFont that comes with Peach: steady tones and models of instruments, exactly in tune.
///
/// Every sample is one cycle of 16 384 points at 225 280 Hz, that is 13.75 Hz: the A of MIDI key 9
/// and, since 440 Hz / 32 is exact in binary, that key's frequency to the last bit. A player that
/// computes pitch correctly therefore plays every key correctly; there is no correction to round. A
/// cycle that needs fewer points has a half, a quarter… of them and is an A one, two… octaves
/// higher, equally exact. Changes over time, an attack or a decay, are sums of such cycles at
/// changing levels; see ``Envelope``. Only the piano, whose partials are not multiples of its
/// fundamental, is recorded from its model; see ``PianoZone``.
///
/// Why one long cycle instead of recordings at many pitches: FluidSynth reads its interpolation
/// from tables of 256 phases between two points. This truncation of the phase leaves spurious tones
/// of -20·log₁₀(256·N) dB for N points to a cycle (Jenq, "Digital spectra of nonuniformly sampled
/// signals", 1988): -132 dB for 16 384 points, but -72 dB for 16. Only harmonics can alias, and a
/// key's sample has none that would; see ``BandLimit``.
///
/// FluidSynth's fourth-order interpolation reaches that. The weights of its seventh-order one do
/// not add up to one at every phase, which leaves images at -70 dB for any sample, so use the
/// fourth order to play this font.
///
/// The points have 24 bits. Rounding errors in a repeated cycle become harmonics, which fold back
/// at high keys; with 24 bits they are below -150 dB, and no dither is needed.
///
/// The bytes are the same on every machine: all arithmetic is +, -, ×, ÷, √ and rounding on
/// `Double`, which IEEE 754 defines to the last bit, without a mathematics library.
public enum BuiltInFont {
  /// The file's name in the folder of fonts.
  public static let fileName = "Peach.sf2"

  /// The whole font, a SoundFont 2.04 file.
  public static func bytes() -> [UInt8] {
    let table = SineTable()
    let instruments =
      InstrumentModel.all.map { Instrument(of: $0, table: table) }
      + Timbre.all.map { Instrument(of: $0, table: table) } + [Instrument.piano]
    let sorted = instruments.sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
    return SoundFontFile(name: "Peach", instruments: sorted).bytes()
  }
}

/// A preset together with its only instrument.
struct Instrument {
  /// Keys and the sample that sounds for them. If zones overlap, all their samples sound.
  struct Zone {
    /// MIDI keys, both ends included.
    let keys: ClosedRange<Int>
    let sample: Sample
    /// This zone's generators, instead of or besides ``settings``.
    var settings: [(Generator, Int16)] = []
    /// How often the file contains the zone: two equal zones are twice as loud as one sample can
    /// be.
    var copies = 1
  }

  /// At most 20 characters of ASCII.
  let name: String
  let bank: UInt16
  let program: UInt16
  let zones: [Zone]

  /// The generators of every zone unless it sets its own: a steady tone. Attack within a
  /// millisecond, no decay, a release of 1/32 s (2^(-6000/1200) s), the filter open, no effects, in
  /// the middle, a semitone to a key, looped until the tone has died away.
  static let settings: [(Generator, Int16)] = [
    (.initialFilterCutoff, 13_500), (.chorusSend, 0), (.reverbSend, 0), (.pan, 0),
    (.volumeAttack, -12_000), (.volumeSustain, 0), (.volumeRelease, -6_000),
    (.sampleModes, 1), (.scaleTuning, 100),
  ]
}

extension Instrument {
  /// The bank of all sounds in the font, which General MIDI does not use.
  static let builtInBank: UInt16 = 8

  /// A steady tone whose spectrum moves with the key.
  init(of timbre: Timbre, table: SineTable) {
    self.init(
      name: timbre.name, bank: timbre.bank, program: timbre.program,
      zones: KeyZone.zones(for: timbre).map { zone in
        Zone(
          keys: zone.keys,
          sample: Sample(
            name: "\(timbre.name) \(zone.keys.upperBound)",
            cycle: Cycle(
              harmonics: BandLimit.harmonics(of: timbre, upTo: zone.keys.upperBound),
              table: table)))
      })
  }

  /// The piano, which is recorded instead of repeated.
  static var piano: Instrument {
    Instrument(
      name: PianoModel.name, bank: builtInBank, program: PianoModel.program,
      zones: PianoZone.zones().map { $0.zone() })
  }

  /// The sound of an instrument's model.
  init(of model: InstrumentModel, table: SineTable) {
    self.init(
      name: model.name, bank: Self.builtInBank, program: model.program,
      zones: ModelZone.zones(of: model).flatMap { $0.zones(table: table) })
  }
}
