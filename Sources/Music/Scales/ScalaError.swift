/// Why bytes are no Scala file. Lines count from 1, comments included.
public enum ScalaError: Error, Hashable, Sendable {
  /// There is nothing but comments.
  case noDescription

  /// The file ends after its description.
  case noCount(line: Int)

  /// The number of notes is none.
  case badCount(line: Int, text: String)

  /// The file ends before its last pitch; `line` is where that should have stood.
  case tooFewPitches(line: Int, expected: Int, found: Int)

  /// A line begins neither with cents nor with a ratio.
  case badPitch(line: Int, text: String)

  /// A ratio is negative or zero, or divides by zero.
  case ratioNotPositive(line: Int, text: String)

  /// Where the fault is; 1 for an empty file.
  public var line: Int {
    switch self {
    case .noDescription: 1
    case .noCount(let line), .badCount(let line, _), .tooFewPitches(let line, _, _),
      .badPitch(let line, _), .ratioNotPositive(let line, _):
      line
    }
  }
}
