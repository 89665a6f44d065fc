import Console
import Foundation

/// The display of a training on a terminal, as a few lines that stay in place: its name, what
/// sounds and what the keys do, the last result, the course of the session, and help on request.
final class TrainingPanel {
  private let board: any Board
  private let glyphs: Glyphs
  private let footer: String

  private var title = ""
  private var state = ""
  private var last: String?
  private var course: [CoursePoint] = []
  private var help: [String] = []

  /// The number of rows for the state and the result on a narrow terminal. It does not shrink while
  /// the width stays the same, so that the lines below stay in place.
  private var rows = (state: 1, last: 1)
  private var width = 0

  /// - Parameter footer: the keys that leave the training and the key for help.
  init(board: any Board, glyphs: Glyphs, footer: String) {
    self.board = board
    self.glyphs = glyphs
    self.footer = footer
  }

  /// Shows the name of the training.
  func show(title: String) {
    guard title != self.title else { return }
    self.title = title
    draw()
  }

  /// Shows the current state.
  func show(state: String) {
    self.state = state
    draw()
  }

  /// Shows a result, with its point in the course of the session.
  func show(result: String, _ point: CoursePoint) {
    last = result
    course.append(point)
    if course.count > Self.longestCourse { course.removeFirst() }
    draw()
  }

  /// Shows that the last result counts no more: its point leaves the course of the session.
  func withdrawLast(_ line: String) {
    last = line
    _ = course.popLast()
    draw()
  }

  /// Shows lines of help, or hides them if they are already shown.
  func toggleHelp(_ lines: [String]) {
    help = help == lines ? [] : lines
    draw()
  }

  /// Prints a message that is not part of the training.
  func print(_ line: String) { board.print(line) }

  func ringBell() { board.ringBell() }
  func redraw() { board.redraw() }

  /// Removes the lines and forgets what was shown of the session.
  func clear() {
    (title, state, last, course, help) = ("", "", nil, [], [])
    rows = (1, 1)
    board.clear()
  }

  /// Restores the terminal.
  func close() {
    clear()
    board.close()
  }

  private static let longestCourse = 400

  private func draw() {
    let size = board.size
    if size.columns - 1 != width {
      width = size.columns - 1
      rows = (1, 1)
    }
    // Between trainings no line has to stay in place.
    guard !title.isEmpty, !state.isEmpty else {
      let lines = [title, state, last ?? ""] + (help.isEmpty ? [footer] : help)
      return board.show(lines.filter { !$0.isEmpty }.flatMap(wrapped))
    }
    var lines = wrapped(title) + block(state, &rows.state) + block(last ?? "", &rows.last)
    let foot = (help.isEmpty ? [footer] : help).flatMap(wrapped)
    // A smaller terminal has no room for a picture.
    if size.rows >= 10, !course.isEmpty {
      lines += CourseText.lines(Array(course.suffix(width)), glyphs: glyphs)
    }
    board.show(lines + foot)
  }

  private func wrapped(_ line: String) -> [String] { WrappedText.lines(line, width: width) }

  /// The rows of a text, padded to the largest number of rows so far.
  private func block(_ text: String, _ rows: inout Int) -> [String] {
    let lines = wrapped(text)
    rows = max(rows, lines.count)
    return lines + Array(repeating: "", count: rows - lines.count)
  }
}

/// A result in the course of a session.
struct CoursePoint: Hashable {
  /// How large the difference or the error was, in cents.
  let cents: Double

  /// The sign below its bar, such as that of a wrong answer.
  let mark: Character
}

/// The course of a session as a row of bars, the newest at the right, with a sign below each.
enum CourseText {
  /// The natural logarithms of the cents of the lowest and the highest bar.
  private static let range = (log(0.3), log(100.0))

  static func lines(_ points: [CoursePoint], glyphs: Glyphs) -> [String] {
    let bars = points.map { glyphs.bars[level($0.cents, of: glyphs.bars.count)] }
    return [String(bars), String(points.map(\.mark))]
  }

  private static func level(_ cents: Double, of count: Int) -> Int {
    let share = (log(max(cents, 1e-6)) - range.0) / (range.1 - range.0)
    return min(max(Int(share * Double(count)), 0), count - 1)
  }
}
