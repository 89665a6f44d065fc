extension Ending {
  /// The exit status of a run that ended for this reason.
  var status: Int32 {
    switch self {
    case .trials, .quit, .endOfInput: ExitStatus.success.rawValue
    case .interrupted: ExitStatus.unavailable.rawValue
    case .signal(let number): ExitStatus.signalled(by: number)
    case .error(let fault): fault.status.rawValue
    }
  }
}
