import Language

/// The words of `peach doctor` that belong to no check alone.
enum DoctorText {
  static func name(_ subject: Checkup.Subject) -> String {
    switch subject {
    case .server: localized(context: "doctor", "JACK server")
    case .library: localized(context: "doctor", "JACK library")
    case .realtime: localized(context: "doctor", "real time")
    case .memory: localized(context: "doctor", "memory")
    case .processor: localized(context: "doctor", "processor")
    case .sounds: localized(context: "doctor", "sounds")
    case .settings: localized(context: "doctor", "settings")
    case .midi: "MIDI"
    case .session: localized(context: "doctor", "session")
    case .osc: "OSC"
    case .history: localized(context: "doctor", "history")
    case .folders: localized(context: "doctor", "folders")
    case .terminal: localized(context: "doctor", "terminal")
    }
  }

  static func word(_ state: Checkup.State) -> String {
    switch state {
    case .ok: localized(context: "doctor", "ok")
    case .hint: localized(context: "doctor", "hint")
    case .fault: localized(context: "doctor", "FAULT")
    }
  }

  /// The widest of the words.
  static var stateWidth: Int { [.ok, .hint, .fault].map { word($0).count }.max() ?? 0 }

  static func sum(faults: Int, hints: Int) -> String {
    let hintWords = localized(one: "%d hint", other: "%d hints", hints)
    let faultWords = localized(one: "%d fault", other: "%d faults", faults)
    return switch (faults, hints) {
    case (0, 0): localized("Nothing is wrong.")
    case (0, _): localized("Nothing is wrong; %@.", hintWords)
    case (_, 0): localized("%@.", faultWords)
    default: localized("%@, %@.", faultWords, hintWords)
    }
  }

  static func size(_ bytes: Int) -> String {
    bytes < 1 << 20 ? localized("%d KiB", bytes >> 10) : localized("%d MiB", bytes >> 20)
  }
}

extension DoctorReport {
  /// What is said while the doctor is at work.
  static var examining: String { localized("Examining") }
}
