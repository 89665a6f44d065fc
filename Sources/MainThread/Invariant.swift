/// Ends the process if what has to hold at all times does not: a fault of the program that no user can cause. Unlike
/// `assert` it is checked in release builds too, so it has to be cheap. Any thread.
///
/// - Parameter what: says what holds.
@inlinable
public func invariant(
  _ holds: @autoclosure () -> Bool, _ what: @autoclosure () -> String,
  file: StaticString = #fileID, line: UInt = #line
) {
  // A precondition would not say what.
  if !holds() { fatalError(what(), file: file, line: line) }
}
