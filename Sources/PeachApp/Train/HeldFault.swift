/// A fault that may come when nobody is there to be told: it is kept until somebody is, and told once. Main
/// thread.
final class HeldFault {
  /// Called with the fault; at once if it has come already.
  var receive: ((Fault) -> Void)? {
    didSet { tell() }
  }

  /// The fault, if nobody has been told of it.
  private(set) var untold: Fault?

  /// A fault has come. Of several that nobody was told of the first one counts.
  func hold(_ fault: Fault) {
    untold = untold ?? fault
    tell()
  }

  /// Returns the fault if nobody has been told of it; now somebody has.
  func take() -> Fault? {
    defer { untold = nil }
    return untold
  }

  private func tell() {
    guard let receive, let fault = take() else { return }
    receive(fault)
  }
}
