extension String {
  /// The text for a line that is read out, where a dot between two parts says nothing.
  public nonisolated var spoken: String { replacing(" · ", with: ", ") }
}
