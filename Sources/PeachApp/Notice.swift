import Console

/// Something that the user should know and that stops nothing. Each notice is made in the file of its
/// feature.
struct Notice: Hashable {
  /// What a script recognizes a notice by; never translated.
  struct Code: Hashable, ExpressibleByStringLiteral {
    let name: String

    init(stringLiteral name: String) { self.name = name }
    init(_ name: String) { self.name = name }
  }

  let code: Code
  /// What happened, what it means for the training, and what to do, in the user's language.
  let message: String
  /// The same in a sentence that fits into one row of the stage; `nil` if the message does.
  let brief: String?
  /// The facts in the message, as members of the JSON object.
  let members: [ShownField]
  /// What follows the message on standard error, one line each.
  let lines: [String]

  init(
    _ code: Code, _ message: String, _ members: [ShownField] = [], brief: String? = nil,
    lines: [String] = []
  ) {
    (self.code, self.message, self.brief) = (code, message, brief)
    (self.members, self.lines) = (members, lines)
  }

  /// How often it happened, if that is one of the members.
  var count: Int? {
    for field in members where field.name == "count" {
      if case .int(let count) = field.value { return count }
    }
    return nil
  }
}
