import Language
import Music

/// The reference notes of a training, as spelt in the settings: `any`, or one note by its name or its
/// MIDI number: `C3`, `F#3`, `48`.
public enum ReferenceNote: Hashable, Sendable {
  /// Any note of the range.
  case any

  /// This one alone, within the keyboard of a piano.
  case note(MIDINote)

  /// Reads the spelling in the settings; `nil` if it is not valid.
  public init?(_ text: String) {
    if text == "any" {
      self = .any
    } else if let note = TypedMusic.note(text), NoteRange.limits.contains(note.rawValue) {
      self = .note(note)
    } else {
      return nil
    }
  }

  /// The only reference note; `nil` for any.
  public var note: MIDINote? { if case .note(let note) = self { note } else { nil } }
}

extension ReferenceNote: CustomStringConvertible {
  /// The spelling in the settings.
  public var description: String { note?.name ?? "any" }
}
