import History
import Program
import Training

extension TrialContext {
  /// What is known of how an answer came about, as members of its JSON event: those of its record.
  var fields: [ShownField] { members.map { ShownField($0.name, ShownField.Value($0.value)) } }
}

extension Voicing {
  /// What sounds beside the note in question, as members of a JSON event; nothing for the plain two notes
  /// one after the other.
  var fields: [ShownField] {
    if presentation == .melodic, accompaniment == [.prime] { return [] }
    return [
      ShownField("presentation", .text(presentation.rawValue)),
      ShownField("accompaniment", .text(accompanimentText)),
    ]
  }
}

extension TrialBeats {
  /// The beats a second of what sounded, and of what would have been true, as members of a JSON event.
  var fields: [ShownField] {
    [ShownField("beats", .double(given)), ShownField("trueBeats", .double(truth))]
  }
}

extension ShownField.Value {
  fileprivate init(_ value: FieldValue) {
    self =
      switch value {
      case .text(let text): .text(text)
      case .integer(let number): .int(number)
      case .number(let number): .double(number)
      case .flag(let flag): .bool(flag)
      }
  }
}
