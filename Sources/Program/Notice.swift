import Console
import Foundation
import Settings

/// Something that the user should know and that stops nothing. Each notice is made in the file of its
/// feature.
package struct Notice: Hashable {
  /// What a script recognizes a notice by; never translated.
  package struct Code: Hashable, ExpressibleByStringLiteral {
    package let name: String

    package init(stringLiteral name: String) { self.name = name }
    package init(_ name: String) { self.name = name }
  }

  package let code: Code

  /// What the notice is to the stage.
  package let standing: NoticeStanding

  /// What happened, what it means for the training, and what to do, in the user's language.
  package let message: String
  /// The same in a sentence that fits into one row of the stage; `nil` if the message does.
  package let brief: String?
  /// The facts in the message, as members of the JSON object.
  package let members: [ShownField]
  /// What follows the message on standard error, one line each.
  package let lines: [String]

  package init(
    _ code: Code, standing: NoticeStanding = .event, _ message: String,
    _ members: [ShownField] = [], brief: String? = nil, lines: [String] = []
  ) {
    (self.code, self.standing, self.message) = (code, standing, message)
    (self.members, self.brief, self.lines) = (members, brief, lines)
  }

  /// How often it happened, if that is one of the members.
  package var count: Int? {
    for field in members where field.name == "count" {
      if case .int(let count) = field.value { return count }
    }
    return nil
  }
}

/// What a notice is to the stage: something that happened, or the beginning or the end of what lasts.
package nonisolated enum NoticeStanding: Hashable {
  /// It is told in the row of notices.
  case event

  /// From now on this is so; the status row shows it as long as it lasts.
  case begins(LastingFault)

  /// This is no longer so. `isTold`: that is also an event.
  case ends(LastingFault.Kind, isTold: Bool)

  /// The stage shows it in another way, or it is no news there.
  case unshown

  /// Whether a notice of this standing is told when it comes.
  ///
  /// - Parameter showsStatus: whether what lasts is shown in another place as long as it lasts.
  package func isTold(showsStatus: Bool) -> Bool {
    switch self {
    case .event, .ends(_, isTold: true): true
    case .begins, .ends: !showsStatus
    case .unshown: false
    }
  }
}

extension Notice {
  /// The notice in a row of the stage.
  package var onStage: String { brief ?? Self.sentence(message) }

  /// Messages begin like the lines of a command, in lower case and without a full stop. The key of a
  /// setting stays as it is.
  package static func sentence(_ message: String) -> String {
    let key = message.split(separator: " ").first.flatMap { SettingKey(name: String($0)) }
    let text = key != nil ? message : message.prefix(1).uppercased() + message.dropFirst()
    return text.last.map { ".?".contains($0) } == true ? text : text + "."
  }
}

/// A member of a JSON event.
package struct ShownField: Hashable {
  package enum Value: Hashable {
    case int(Int)
    case double(Double)
    case bool(Bool)
    case text(String)
    case list([String])
    case numbers([Double])
    /// The id of a record; `null` unless the record is safely on disk.
    case id(UUID)
    /// A number that is `null` if it is not known.
    case figure(Double?)
    case object([ShownField])
  }

  package let name: String
  package let value: Value

  /// Whether Open Sound Control sends it, too, in the order of the fields.
  package let isSent: Bool

  package init(_ name: String, _ value: Value, isSent: Bool = false) {
    self.name = name
    self.value = value
    self.isSent = isSent
  }
}
