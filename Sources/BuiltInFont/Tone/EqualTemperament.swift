/// The frequencies of the MIDI keys in twelve-tone equal temperament, A4 (key 69) = 440 Hz.
enum EqualTemperament {
  /// The keys that a font covers.
  static let keys = 0...127

  /// 2^(1/12), the nearest `Double`.
  private static let semitone = 1.0594630943592953

  /// The frequency of `key` in hertz: 440·2^((key - 69)/12), good to about 1e-14. Multiplied
  /// out, because a library's power function may differ from machine to machine.
  static func hertz(ofKey key: Int) -> Double {
    var hertz = 440.0
    for _ in 0..<abs(key - 69) {
      hertz = key > 69 ? hertz * semitone : hertz / semitone
    }
    return hertz
  }
}
