import Console
import Foundation

/// A result in the course of a session.
public struct CoursePoint: Hashable {
  /// How large the difference or the error was, in cents.
  public let cents: Double

  /// The sign below its bar, such as that of a wrong answer.
  public let mark: Character

  public init(cents: Double, mark: Character) {
    self.cents = cents
    self.mark = mark
  }
}

/// The course of a session as a row of bars, the newest at the right, with a sign below each.
public enum CourseText {
  /// The natural logarithms of the cents of the lowest and the highest bar.
  private static let range = (log(0.3), log(100.0))

  public static func lines(_ points: [CoursePoint], glyphs: Glyphs) -> [String] {
    let bars = points.map { glyphs.bars[level($0.cents, of: glyphs.bars.count)] }
    return [String(bars), String(points.map(\.mark))]
  }

  private static func level(_ cents: Double, of count: Int) -> Int {
    let share = (log(max(cents, 1e-6)) - range.0) / (range.1 - range.0)
    return min(max(Int(share * Double(count)), 0), count - 1)
  }
}
