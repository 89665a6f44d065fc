import Music
import Settings

/// What a notice is to the stage: something that happened, or the beginning or the end of what lasts.
nonisolated enum NoticeStanding: Hashable {
  /// It is told in the row of notices.
  case event

  /// From now on this is so; the status row shows it as long as it lasts.
  case begins(LastingFault.Kind)

  /// This is no longer so. `isTold`: that is also an event.
  case ends(LastingFault.Kind, isTold: Bool)

  /// The stage shows it in another way, or it is no news there.
  case unshown

  /// Whether a notice of this standing is told when it comes.
  ///
  /// - Parameter showsStatus: whether what lasts is shown in another place as long as it lasts.
  func isTold(showsStatus: Bool) -> Bool {
    switch self {
    case .event, .ends(_, isTold: true): true
    case .begins, .ends: !showsStatus
    case .unshown: false
    }
  }
}

extension Notice.Code {
  /// An event unless the table says something else.
  var standing: NoticeStanding { Self.standings[self] ?? .event }

  /// The one place that tells what lasts from what happens.
  private static let standings: [Notice.Code: NoticeStanding] = [
    // What the server says of itself and of the connections.
    .reconnecting: .begins(.noServer),
    .reconnected: .ends(.noServer, isTold: false),
    .serverStalled: .begins(.serverStalled),
    .serverResumed: .ends(.serverStalled, isTold: false),
    .unconnected: .begins(.unconnected),
    .connected: .ends(.unconnected, isTold: true),
    .connectionRestored: .unshown,
    // The history.
    .saveFailed: .begins(.notStored),
    .saved: .ends(.notStored, isTold: true),
    // Files of played notes.
    .keepingAudio: .unshown,
    .audioNotKept: .begins(.audioNotKept),
    .audioKeptAgain: .ends(.audioNotKept, isTold: true),
    // The sound. Its name stands in the status row.
    .soundLoading: .begins(.loading),
    .soundReady: .ends(.loading, isTold: false),
    .soundMissing: .ends(.loading, isTold: true),
    // A discarded trial says that the sound broke off.
    .xrun: .unshown,
    // A key that does not fit is no news, and a training that waits says so itself.
    .ignored: .unshown,
    .waitingForStart: .unshown,
    .commands: .unshown,
  ]
}

extension Notice {
  /// What begins with this notice, with its details; `nil` if nothing does.
  var beginning: LastingFault? {
    guard case .begins(let kind) = code.standing else { return nil }
    switch kind {
    case .noServer: return .noServer
    case .serverStalled: return .serverStalled
    case .freewheeling: return .freewheeling
    case .unconnected: return .unconnected
    case .notStored: return .notStored(isDiskFull: text(of: "reason") == "diskFull")
    case .audioNotKept: return .audioNotKept
    case .loading:
      let sound = text(of: "soundSource") ?? ""
      return .loading(SoundSourceID(sound)?.font ?? sound, progress: number(of: "progress"))
    }
  }

  /// The notice in a row of the stage.
  var onStage: String { brief ?? Self.sentence(message) }

  /// Messages begin like the lines of a command, in lower case and without a full stop. The key of a
  /// setting stays as it is.
  static func sentence(_ message: String) -> String {
    let key = message.split(separator: " ").first.flatMap { SettingKey(name: String($0)) }
    let text = key != nil ? message : message.prefix(1).uppercased() + message.dropFirst()
    return text.last.map { ".?".contains($0) } == true ? text : text + "."
  }

  private func text(of member: String) -> String? {
    for field in members where field.name == member {
      if case .text(let text) = field.value { return text }
    }
    return nil
  }

  private func number(of member: String) -> Double? {
    for field in members where field.name == member {
      if case .double(let number) = field.value { return number }
    }
    return nil
  }
}
