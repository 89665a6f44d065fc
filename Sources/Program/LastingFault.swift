import Console
import Language

/// What is so until it ends, and that the user should know all the time: it takes the place of the status
/// row. The first ones matter most.
package nonisolated enum LastingFault: Hashable {
  case noServer
  case serverStalled
  case freewheeling
  case unconnected

  /// Answers cannot be stored. Peach keeps them.
  case notStored(isDiskFull: Bool)

  /// The sounds of played notes cannot be kept, as was asked for.
  case audioNotKept

  /// A sound is being loaded.
  ///
  /// - Parameter progress: how much of it is done, 0…1; `nil` if that is not known.
  case loading(String, progress: Double?)

  /// What tells one from another, whatever the details.
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
}

extension LastingFault {
  /// For the status row: `! no JACK server: trying again`. What is no fault has no sign.
  package nonisolated var text: StyledText {
    if case .loading = self { return StyledText(words) }
    return StyledText("!", .fault) + " " + StyledText(words)
  }

  /// Without the sign.
  package nonisolated var words: String {
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

  /// A sentence for where there is room for one, and for a line that is read out.
  package nonisolated var sentence: String {
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
