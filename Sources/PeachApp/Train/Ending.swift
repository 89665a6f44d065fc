/// Why a run of training ended.
enum Ending: Hashable {
  case trials, quit, endOfInput, interrupted
  case signal(Int32)
  case error(Fault)

  /// The reason in JSON, never translated.
  var code: String {
    switch self {
    case .trials: "trials"
    case .quit: "quit"
    case .endOfInput: "endOfInput"
    case .interrupted: "interrupted"
    case .signal: "signal"
    case .error: "error"
    }
  }
}
