import Testing

/// Expects agreement to a millionth.
func expectClose(
  _ found: Double?, _ expected: Double, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let found else {
    Issue.record("there is no value", sourceLocation: sourceLocation)
    return
  }
  #expect(
    abs(found - expected) <= 1e-6 * abs(expected), "\(found) is not \(expected)",
    sourceLocation: sourceLocation)
}
