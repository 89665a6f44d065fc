import Console

/// Why a run of training ended.
package enum Ending: Hashable {
  case trials, quit, endOfInput, interrupted

  /// The session has as many trials as the settings say.
  case sessionEnd
  case signal(Int32)
  case error(Fault)

  /// The reason in JSON, never translated.
  package var code: String {
    switch self {
    case .trials: "trials"
    case .quit: "quit"
    case .endOfInput: "endOfInput"
    case .interrupted: "interrupted"
    case .sessionEnd: "sessionEnd"
    case .signal: "signal"
    case .error: "error"
    }
  }

  /// Whether nothing is waited for, not even an answer that has been given.
  package var isImmediate: Bool {
    switch self {
    case .signal, .error, .interrupted: true
    case .trials, .sessionEnd, .quit, .endOfInput: false
    }
  }

  /// Whether somebody is left in front of the terminal who may want something else.
  package var leavesTheUser: Bool {
    switch self {
    case .trials, .sessionEnd, .quit: true
    case .endOfInput, .interrupted, .signal, .error: false
    }
  }

  /// The exit status of a run that ended for this reason.
  package var status: Int32 {
    switch self {
    case .trials, .sessionEnd, .quit, .endOfInput: ExitStatus.success.rawValue
    case .interrupted: ExitStatus.unavailable.rawValue
    case .signal(let number): ExitStatus.signalled(by: number)
    case .error(let fault): fault.status.rawValue
    }
  }
}
