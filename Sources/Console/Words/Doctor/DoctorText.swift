/// The words of `peach doctor` that belong to no check alone.
enum DoctorText {
  static func name(_ subject: Checkup.Subject) -> String {
    switch subject {
    case .server: "JACK server"
    case .library: "JACK library"
    case .realtime: "real time"
    case .memory: "memory"
    case .processor: "processor"
    case .sounds: "sounds"
    case .settings: "settings"
    case .midi: "MIDI"
    case .history: "history"
    case .folders: "folders"
    case .terminal: "terminal"
    }
  }

  static func word(_ state: Checkup.State) -> String {
    switch state {
    case .ok: "ok"
    case .hint: "hint"
    case .fault: "FAULT"
    }
  }

  static let stateWidth = 5

  static func sum(faults: Int, hints: Int) -> String {
    switch (faults, hints) {
    case (0, 0): "Nothing is wrong."
    case (0, 1): "Nothing is wrong; 1 hint."
    case (0, _): "Nothing is wrong; \(hints) hints."
    case (1, 0): "1 fault."
    case (1, 1): "1 fault, 1 hint."
    case (1, _): "1 fault, \(hints) hints."
    case (_, 0): "\(faults) faults."
    case (_, 1): "\(faults) faults, 1 hint."
    default: "\(faults) faults, \(hints) hints."
    }
  }

  static func size(_ bytes: Int) -> String {
    bytes < 1 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB"
  }
}

extension DoctorReport {
  /// What is said while the doctor is at work.
  public static let examining = "Examining"
}
