import History
import Training

extension TrialContext {
  /// What is known of how an answer came about, as members of its JSON event: those of its record.
  var fields: [ShownField] { members.map { ShownField($0.name, ShownField.Value($0.value)) } }
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
