/// An instrument's likeness: what makes a clarinet a clarinet, put together from exact partials.
///
/// Three things are taken from the instrument: which partials sound, the resonances that colour them
/// (which stay where they are, so that each key has a spectrum of its own), and how they rise and die
/// away. What would blur the pitch is left out: vibrato, breath, noise, inharmonic partials.
struct Likeness: Sendable {
  /// The preset's name.
  let name: String
  /// The preset's MIDI program: the instrument's number in General MIDI.
  let program: UInt16
  /// How it begins, lasts and ends.
  let course: Course
  /// The amplitude of a partial by its number and the fundamental's frequency in hertz. Their common
  /// scale does not matter; see ``Loudness``.
  let amplitude: @Sendable (_ number: Int, _ fundamental: Double) -> Double

  /// All that the font holds, by program.
  static let all = [vibraphone, organ, guitar, violin, voice, trumpet, oboe, clarinet, flute]
}
