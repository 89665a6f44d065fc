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
