/// A row of a file as text, and the line on which it begins.
struct TextRow {
  let line: Int

  /// Whether there are line breaks in it, between quotes.
  let hasSeveralLines: Bool

  /// Without the line's end; ``RowFault`` where it is no text.
  let text: Result<String, RowFault>
}
