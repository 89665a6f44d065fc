/// Ends the process if a condition that must always hold does not: a fault of the program that no
/// user can cause. Unlike `assert`, release builds check it too, so it has to be cheap. Any thread.
///
/// - Parameter what: the condition in words.
@inlinable
public func invariant(
  _ holds: @autoclosure () -> Bool, _ what: @autoclosure () -> String,
  file: StaticString = #fileID, line: UInt = #line
) {
  // A precondition would not say what.
  if !holds() { fatalError(what(), file: file, line: line) }
}
