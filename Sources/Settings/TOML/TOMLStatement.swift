/// What stands where in a TOML file; offsets count bytes.
struct TOMLStatement: Equatable {
  enum Kind: Equatable {
    /// `path = value`, with the value's bytes and the start of a comment behind it.
    case assignment(value: Range<Int>, comment: Int?)

    /// `[path]` or `[[path]]`.
    case header

    /// A line that holds a comment alone.
    case comment
  }

  let kind: Kind

  /// The key's parts, decoded; empty for a comment.
  let path: [String]

  /// The number of the first line, from 1.
  let line: Int

  /// Where it begins, after its indentation.
  let start: Int

  /// Its lines, indentation and line break included.
  let lines: Range<Int>
}
