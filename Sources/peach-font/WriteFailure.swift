/// The font could not be written.
struct WriteFailure: Error, CustomStringConvertible {
  /// The file that was to be written.
  let path: String
  let cause: any Error

  var description: String { "\(path) could not be written: \(cause.localizedDescription)" }
}
