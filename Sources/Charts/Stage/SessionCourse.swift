import Console
import Foundation
import Language
import Training

/// The answers of a session in their order, on a logarithmic axis of cents.
public struct SessionCourse: Hashable {
  /// An answer for the picture, in little memory, as a session of any length keeps all of them.
  public struct Point: Hashable {
    /// The cents as a `Float`, which is negative unless its sign is the full one.
    private let bits: UInt32

    /// - Parameters:
    ///   - cents: the size of the difference or of the error, at least 0.
    ///   - isFull: whether the answer was right, or the note was tuned too high.
    public init(cents: Double, isFull: Bool) {
      bits =
        Float(
          sign: isFull ? .plus : .minus, exponent: 0, significand: Float(cents.magnitude)
        ).bitPattern
    }

    /// The size of the difference or of the error, to seven digits.
    public var cents: Double { Double(Float(bitPattern: bits).magnitude) }

    /// True for a right answer or a note that was tuned too high, which have the full sign.
    public var isFull: Bool { Float(bitPattern: bits).sign == .plus }
  }

  public var training: TrainingName
  public var points: [Point]

  public init(_ training: TrainingName, _ points: [Point] = []) {
    self.training = training
    self.points = points
  }

  /// The marked values: half powers of ten, rounded. The index is the number of half powers.
  private static let levels = -2...4

  /// The fewest marked values.
  private static let fewest = 3

  func legend(_ glyphs: Glyphs) -> StyledText {
    let (full, empty) = (sign(isFull: true, glyphs), sign(isFull: false, glyphs))
    let words =
      switch training.answer {
      case .choice, .place:
        (localized(context: "answer", "right"), localized(context: "answer", "wrong"))
      case .pitch, .none:
        (localized(context: "note", "sharp"), localized(context: "note", "flat"))
      }
    return full + StyledText(" " + words.0 + "  ") + empty + StyledText(" " + words.1)
  }

  /// The picture, or its end if the session is longer; empty without an answer.
  ///
  /// - Parameter room: the columns that the picture may have, and the rows, which decide whether a
  ///   marked value has two of them.
  func lines(in room: TerminalSize, _ glyphs: Glyphs) -> [StyledText] {
    guard !points.isEmpty else { return [] }
    let span = span
    let labels = span.map(Self.label)
    let width = max(labels.map(\.columns).max() ?? 0, 3)
    let shown = points.suffix(max(room.columns - width - 2, 1))
    let rowsEach = room.rows >= 24 ? 2 : 1
    var lines: [StyledText] = []
    for row in (span.lowerBound * rowsEach...span.upperBound * rowsEach).reversed() {
      let isMarked = row.isMultiple(of: rowsEach)
      let label = isMarked ? Self.label(row / rowsEach) : ""
      var line = StyledText(label).leftPadded(to: width)
      line += StyledText(" " + (isMarked ? glyphs.axisTick : glyphs.axis))
      for point in shown {
        line +=
          Self.row(of: point, rowsEach, in: span) == row ? sign(isFull: point.isFull, glyphs) : " "
      }
      lines.append(line)
    }
    return lines + axis(first: points.count - shown.count + 1, indent: width + 1, glyphs)
  }

  private func sign(isFull: Bool, _ glyphs: Glyphs) -> StyledText {
    let sign = isFull ? glyphs.sounded : glyphs.silent
    // A note that is too high or too low is neither right nor wrong.
    guard training.answer.isRightOrWrong else { return StyledText(sign) }
    return StyledText(sign, isFull ? .right : .wrong)
  }

  /// The marked values that are needed.
  private var span: ClosedRange<Int> {
    let all = points.map { Self.row(of: $0, 1, in: Self.levels) }
    var (low, high) = (all.min() ?? 2, all.max() ?? 4)
    low = max(min(low, high - Self.fewest + 1), Self.levels.lowerBound)
    high = max(high, low + Self.fewest - 1)
    return low...high
  }

  private static func row(of point: Point, _ rowsEach: Int, in span: ClosedRange<Int>) -> Int {
    let level = point.cents > 0 ? 2 * log10(point.cents) : Double(span.lowerBound)
    let clamped = min(max(level, Double(span.lowerBound)), Double(span.upperBound))
    return Int((clamped * Double(rowsEach)).rounded())
  }

  private static func label(_ level: Int) -> String {
    let power = pow(10, Double(level.isMultiple(of: 2) ? level : level - 1) / 2)
    return NumberText.short((level.isMultiple(of: 2) ? 1 : 3) * power)
  }

  /// The numbers of the first trial in view and of every tenth one.
  private func axis(first: Int, indent: Int, _ glyphs: Glyphs) -> [StyledText] {
    var line = StyledText.blanks(indent) + StyledText(glyphs.corner)
    var labels = StyledText()
    for number in first...points.count {
      let isTick = number == first || number.isMultiple(of: 10)
      line += StyledText(String(isTick ? glyphs.tickBelow : glyphs.level))
      let text = "\(number)"
      let column = indent + 1 + number - first - (text.count - 1)
      guard isTick, number == first || column > labels.columns else { continue }
      labels = labels.padded(to: column) + StyledText(text)
    }
    return [line, labels]
  }
}
