import Console
import Language
import Settings

/// A message to the user that stops nothing. Each notice is made in the file of its feature.
package struct Notice: Hashable {
  /// The name by which a script recognizes a notice; never translated.
  package struct Code: Hashable, ExpressibleByStringLiteral {
    package let name: String

    package init(stringLiteral name: String) { self.name = name }
    package init(_ name: String) { self.name = name }
  }

  package let code: Code
  package let standing: NoticeStanding

  /// The event, its effect on the training and the remedy, in the user's language.
  package let message: String
  /// A shorter sentence that fits into one row of the stage; `nil` if the message does.
  package let brief: String?
  /// The facts in the message, as members of the JSON object.
  package let members: [ShownField]
  /// The lines that follow the message on standard error.
  package let lines: [String]

  package init(
    _ code: Code, standing: NoticeStanding = .event, _ message: String,
    _ members: [ShownField] = [], brief: String? = nil, lines: [String] = []
  ) {
    (self.code, self.standing, self.message) = (code, standing, message)
    (self.members, self.brief, self.lines) = (members, brief, lines)
  }

  /// The member `count`: how often the event happened.
  package var count: Int? {
    for field in members where field.name == "count" {
      if case .int(let count) = field.value { return count }
    }
    return nil
  }

  /// The notice in a row of the stage.
  package var onStage: String { brief ?? Self.sentence(message) }

  /// Makes a sentence of a message, which begins in lower case and lacks the full stop, like the
  /// lines of a command. The key of a setting stays as it is.
  package static func sentence(_ message: String) -> String {
    let key = message.split(separator: " ").first.flatMap { SettingKey(name: String($0)) }
    let text = key != nil ? message : message.prefix(1).uppercased() + message.dropFirst()
    return text.last.map { ".?".contains($0) } == true ? text : text + "."
  }
}

/// The relation of a notice to the stage: an event, or the beginning or end of a lasting fault.
package nonisolated enum NoticeStanding: Hashable {
  /// The row of notices shows it.
  case event

  /// The status row shows the fault as long as it lasts.
  case begins(LastingFault)

  /// The fault has ended. `isTold`: that is an event, too.
  case ends(LastingFault.Kind, isTold: Bool)

  /// The stage shows it in another way, or it is no news there.
  case unshown

  /// True if the notice is shown when it comes.
  ///
  /// - Parameter showsStatus: whether a lasting fault has a place of its own as long as it lasts.
  package func isTold(showsStatus: Bool) -> Bool {
    switch self {
    case .event, .ends(_, isTold: true): true
    case .begins, .ends: !showsStatus
    case .unshown: false
    }
  }
}

/// A condition that the user should see as long as it lasts: it takes the place of the status row.
/// The first cases matter most.
package nonisolated enum LastingFault: Hashable {
  case noServer
  case serverStalled
  case freewheeling
  case unconnected

  /// Answers cannot be stored; Peach keeps them.
  case notStored(isDiskFull: Bool)

  /// The sounds of played notes cannot be kept, although the user asked for it.
  case audioNotKept

  /// A sound is being loaded. The progress is within 0…1; `nil` if it is not known.
  case loading(String, progress: Double?)

  /// The case without its details.
  package nonisolated enum Kind: Int, CaseIterable, Comparable {
    case noServer, serverStalled, freewheeling, unconnected, notStored, audioNotKept, loading

    package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  package var kind: Kind {
    switch self {
    case .noServer: .noServer
    case .serverStalled: .serverStalled
    case .freewheeling: .freewheeling
    case .unconnected: .unconnected
    case .notStored: .notStored
    case .audioNotKept: .audioNotKept
    case .loading: .loading
    }
  }

  /// The text of the status row: `! no JACK server: trying again`. Loading has no sign.
  package var text: StyledText {
    if case .loading = self { return StyledText(words) }
    return StyledText("!", .fault) + " " + StyledText(words)
  }

  package var words: String {
    switch self {
    case .noServer: localized("no JACK server: trying again")
    case .serverStalled: localized("the JACK server does not respond: waiting")
    case .freewheeling: localized("the JACK server is freewheeling: waiting")
    case .unconnected: localized("nothing connected: o")
    case .notStored(isDiskFull: true): localized("not stored: disk full")
    case .notStored(isDiskFull: false): localized("not stored: trying again")
    case .audioNotKept: localized("sound not kept")
    case .loading(let sound, nil): localized("loading %@", sound)
    case .loading(let sound, let progress?):
      localized("loading %@ %@ %%", sound, NumberText.fixed(progress * 100, places: 0))
    }
  }

  /// The sentence for wider places, and for a line that is read out.
  package var sentence: String {
    switch self {
    case .noServer: localized("No JACK server; trying again.")
    case .serverStalled: localized("The JACK server does not respond; training waits.")
    case .freewheeling: localized("The JACK server is freewheeling; training waits.")
    case .unconnected: localized("Nothing connected; o chooses an output.")
    case .notStored(isDiskFull: true): localized("Disk full; answers are kept for later.")
    case .notStored(isDiskFull: false):
      localized("Answers cannot be stored; they are kept for later.")
    case .audioNotKept: localized("The sound of your notes cannot be kept.")
    case .loading(let sound, nil): localized("Loading %@.", sound)
    case .loading(let sound, let progress?):
      localized("Loading %@, %@ %%.", sound, NumberText.fixed(progress * 100, places: 0))
    }
  }
}
