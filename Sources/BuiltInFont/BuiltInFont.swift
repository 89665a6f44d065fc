/// The SoundFont that comes with Peach: steady tones and likenesses of instruments, exactly in tune.
///
/// Every sample is one cycle of 16 384 points at 225 280 Hz, that is 13.75 Hz: the A of MIDI key 9
/// and, since 440 Hz / 32 is a whole fraction, that key's frequency to the last bit. A player
/// that computes its pitch right therefore sounds every key right; there is no correction to
/// round. Where a cycle needs fewer points it has a half, a quarter… of them and is an A one, two…
/// octaves higher, as exact. What changes in time, an attack or a decay, is a sum of such cycles at
/// changing levels; see ``Course``.
///
/// Why one long cycle instead of recordings at many pitches: FluidSynth looks its interpolation
/// up in tables of 256 phases between two points. Cutting the phase off there leaves spurious
/// tones of -20·log₁₀(256·N) dB for N points to a cycle (Jenq, "Digital spectra of nonuniformly
/// sampled signals", 1988): -132 dB for 16 384, where 16 points would leave -72 dB. Aliasing is a
/// matter of harmonics only, and those a key's sample is rid of beforehand; see ``BandLimit``.
///
/// FluidSynth's fourth-order interpolation reaches that. The weights of its seventh-order one do
/// not add up to one at every phase, which leaves images at -70 dB whatever the sample: a player
/// of this font chooses the fourth order.
///
/// The points have 24 bits. A cycle that repeats turns its rounding errors into harmonics,
/// which fold back at high keys; at 24 bits they lie below -150 dB and no dither is needed.
///
/// The bytes are the same on every machine: all arithmetic is +, -, ×, ÷, √ and rounding on
/// `Double`, which IEEE 754 defines to the last bit, and no mathematics library is asked.
public enum BuiltInFont {
  /// The file's name in the folder of fonts.
  public static let fileName = "Peach.sf2"

  /// The whole font, a SoundFont 2.04 file.
  public static func bytes() -> [UInt8] {
    let table = SineTable()
    let instruments =
      Likeness.all.map { Instrument(of: $0, table: table) }
      + Timbre.all.map { Instrument(of: $0, table: table) }
    let sorted = instruments.sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
    return SoundFontFile(name: "Peach", instruments: sorted).bytes()
  }
}

/// A preset together with the one instrument that it plays.
struct Instrument {
  /// Keys and a sample that sounds for them; where zones overlap, all of theirs sound.
  struct Zone {
    /// MIDI keys, both ends included.
    let keys: ClosedRange<Int>
    let sample: Sample
    /// What holds for this zone, instead of or besides ``settings``.
    var settings: [(Generator, Int16)] = []
    /// How often the zone stands in the file: two equal ones are twice as loud as one sample can be.
    var copies = 1
  }

  /// At most 20 characters of ASCII.
  let name: String
  let bank: UInt16
  let program: UInt16
  let zones: [Zone]

  /// What holds for every zone that says nothing else: a tone that stands still. Attack within a millisecond, no
  /// decay, a release of 1/32 s (2^(-6000/1200) s), the filter open, nothing sent to effects,
  /// in the middle, a semitone to a key, looped until the tone has died away.
  static let settings: [(Generator, Int16)] = [
    (.initialFilterCutoff, 13_500), (.chorusSend, 0), (.reverbSend, 0), (.pan, 0),
    (.volumeAttack, -12_000), (.volumeSustain, 0), (.volumeRelease, -6_000),
    (.sampleModes, 1), (.scaleTuning, 100),
  ]
}

extension Instrument {
  /// The bank of all that the font holds, away from those of General MIDI.
  static let builtInBank: UInt16 = 8

  /// A steady tone whose spectrum goes with the key.
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

  /// An instrument's likeness.
  init(of likeness: Likeness, table: SineTable) {
    self.init(
      name: likeness.name, bank: Self.builtInBank, program: likeness.program,
      zones: LikenessZone.zones(of: likeness).flatMap { $0.zones(table: table) })
  }
}
