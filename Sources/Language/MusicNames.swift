import Foundation
import Music

/// Reads notes, intervals and frequencies as musicians type them, in English and in German,
/// whatever the user's language. Files keep the spelling that ``note(_:)`` and ``interval(_:)``
/// understand.
public enum TypedMusic {
  // MARK: Notes

  /// A note by its MIDI number or its name: `60`, `C4`, `F#3`, `Bb-1`, `c'`, `Cis4`, `H3`; `nil` if
  /// there is no such note. Digits number the octaves, 4 from middle C up; marks are Helmholtz's,
  /// `c'` being middle C. `B` is the note below C.
  public static func note(_ text: String) -> MIDINote? {
    let text = text.trimmed
    if let number = Int(text), text.allSatisfy(\.isNumber) { return MIDINote(exactly: number) }
    guard let match = text.wholeMatch(of: #/([A-Ha-h])(isis|is|eses|es|s|[#♯b♭])?(-1|[0-9]|'+)/#)
    else { return nil }
    let letter = match.1.lowercased()
    let steps = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11, "h": 11]
    guard let step = steps[letter], let accidental = accidental(match.2, after: letter) else {
      return nil
    }
    // Small letters with marks count from the octave below middle C; capitals have no marks.
    let isMarked = match.3.first == "'"
    guard !isMarked || match.1.first?.isLowercase == true else { return nil }
    guard let octave = isMarked ? 3 + match.3.count : Int(match.3) else { return nil }
    return MIDINote(exactly: 12 * (octave + 1) + step + accidental)
  }

  private static func accidental(_ text: Substring?, after letter: String) -> Int? {
    switch text {
    case nil: 0
    case "is", "#", "♯": 1
    case "isis": 2
    case "es", "b", "♭": -1
    case "eses": -2
    // Only `Es` and `As` have this spelling.
    case "s": letter == "e" || letter == "a" ? -1 : nil
    default: nil
    }
  }

  /// The typed name as ``note(_:)`` understands it: in a language that has H for the note below C,
  /// `B4` is the note below H.
  public static func spelling(ofNote text: String) -> String {
    let text = text.trimmed
    guard localized(context: "note", "B") == "H",
      let match = text.wholeMatch(of: #/([Bb])([-0-9'].*)/#)
    else { return text }
    return "\(match.1)b\(match.2)"
  }

  // MARK: Intervals

  /// An interval by its tag or its name: `P5`, `M3-`, `fifth`, `major third down`, `Quinte
  /// abwärts`; `nil` for anything else.
  public static func interval(_ text: String) -> DirectedInterval? {
    let text = text.trimmed
    if let interval = DirectedInterval(text) { return interval }
    var words = text.lowercased().replacing("↓", with: " down").replacing("↑", with: " up")
      .split(separator: " ")
    guard let last = words.last else { return nil }
    let isDown = ["down", "descending", "abwärts", "ab", "hinunter"].contains(last)
    if isDown || ["up", "ascending", "aufwärts", "auf", "hinauf"].contains(last) {
      words.removeLast()
    }
    if words.count > 1, ["perfect", "reine"].contains(words.first) { words.removeFirst() }
    return semitones(of: words.map(String.init)).flatMap { Interval(rawValue: $0) }
      .map { DirectedInterval($0, isDown ? .down : .up) }
  }

  private static func semitones(of words: [String]) -> Int? {
    guard words.count == 2 else { return words.count == 1 ? plain[words[0]] : nil }
    return imperfect[words[1]].flatMap { minor in
      ["minor", "kleine"].contains(words[0])
        ? minor : ["major", "große", "grosse"].contains(words[0]) ? minor + 1 : nil
    }
  }

  /// The tags of several intervals with commas or blanks between them. Other text stays as it is.
  public static func intervals(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).flatMap { part -> [String] in
      var words = part.split(separator: " ")[...]
      guard !words.isEmpty else { return [""] }
      var found: [String] = []
      while !words.isEmpty {
        // The longest name first: `major third down` is one interval.
        let count = (1...words.count).reversed().first { count in
          interval(words.prefix(count).joined(separator: " ")) != nil
        }
        let name = words.prefix(count ?? words.count).joined(separator: " ")
        found.append(interval(name)?.description ?? name)
        words = words.dropFirst(count ?? words.count)
      }
      return found
    }
  }

  /// The semitones of intervals that have only one size.
  private static let plain = [
    "unison": 0, "prime": 0, "einklang": 0, "semitone": 1, "halbton": 1, "tone": 2, "ganzton": 2,
    "fourth": 5, "quarte": 5, "tritone": 6, "tritonus": 6, "fifth": 7, "quinte": 7, "octave": 12,
    "oktave": 12,
  ]

  /// The semitones of the minor interval. The major one has one more.
  private static let imperfect = [
    "second": 1, "sekunde": 1, "third": 3, "terz": 3, "sixth": 8, "sexte": 8, "seventh": 10,
    "septime": 10,
  ]

  public static var intervalNames: [String] {
    plain.keys.sorted()
      + imperfect.keys.sorted().flatMap { name in
        (["second", "third", "sixth", "seventh"].contains(name)
          ? ["minor", "major"] : ["kleine", "große"])
          .map { "\($0) \(name)" }
      }
  }

  // MARK: Frequencies

  /// A number with or without `Hz` after it; `nil` for anything else.
  public static func hertz(_ text: String) -> Double? {
    let text = text.trimmed
    let number = text.lowercased().hasSuffix("hz") ? String(text.dropLast(2)).trimmed : text
    return NumberText.number(number)
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

// MARK: Sounds

extension BuiltInSound {
  /// The name for a list, in the user's language.
  public var name: String {
    switch self {
    case .piano: localized("piano")
    case .vibraphone: localized("vibraphone")
    case .organ: localized("organ")
    case .guitar: localized("guitar")
    case .violin: localized("violin")
    case .cello: localized("cello")
    case .voice: localized("voice")
    case .trumpet: localized("trumpet")
    case .oboe: localized("oboe")
    case .clarinet: localized("clarinet")
    case .flute: localized("flute")
    case .sine: localized("sine")
    case .triangle: localized("triangle")
    case .reed: localized("reed")
    }
  }
}
