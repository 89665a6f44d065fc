import Charts
import Console

/// What a training shows on a terminal: a few lines that stay where they are. Its name, what sounds and
/// what the keys do, the last result, the course of the session, and help where it is asked for.
final class TrainingPanel {
  private let board: any Board
  private let glyphs: Glyphs
  private let footer: String

  private var title = ""
  private var state = ""
  private var last: String?
  private var course: [CoursePoint] = []
  private var help: [String] = []

  /// How many rows state and result take on a narrow terminal: as many as they ever needed there, so
  /// that what stands below them stays where it is.
  private var rows = (state: 1, last: 1)
  private var width = 0

  /// - Parameter footer: which keys lead away and which one helps.
  init(board: any Board, glyphs: Glyphs, footer: String) {
    self.board = board
    self.glyphs = glyphs
    self.footer = footer
  }

  /// What is trained.
  func show(title: String) {
    guard title != self.title else { return }
    self.title = title
    draw()
  }

  /// What happens now.
  func show(state: String) {
    self.state = state
    draw()
  }

  /// A result, with its place in the course of the session.
  func show(result: String, _ point: CoursePoint) {
    last = result
    course.append(point)
    if course.count > Self.longestCourse { course.removeFirst() }
    draw()
  }

  /// Shows lines of help; takes them away where they are shown already.
  func toggleHelp(_ lines: [String]) {
    help = help == lines ? [] : lines
    draw()
  }

  /// Tells something that is not part of the training.
  func print(_ line: String) { board.print(line) }

  func ringBell() { board.ringBell() }
  func redraw() { board.redraw() }

  /// Takes the lines away; what was shown of the session is forgotten.
  func clear() {
    (title, state, last, course, help) = ("", "", nil, [], [])
    rows = (1, 1)
    board.clear()
  }

  /// Gives the terminal back as it was.
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
    // Between trainings there is nothing to keep in its place.
    guard !title.isEmpty, !state.isEmpty else {
      let lines = [title, state, last ?? ""] + (help.isEmpty ? [footer] : help)
      return board.show(lines.filter { !$0.isEmpty }.flatMap(wrapped))
    }
    var lines = wrapped(title) + block(state, &rows.state) + block(last ?? "", &rows.last)
    let foot = (help.isEmpty ? [footer] : help).flatMap(wrapped)
    // Below that there is no room for a picture.
    if size.rows >= 10, !course.isEmpty {
      lines += CourseText.lines(Array(course.suffix(width)), glyphs: glyphs)
    }
    board.show(lines + foot)
  }

  private func wrapped(_ line: String) -> [String] { WrappedText.lines(line, width: width) }

  /// The rows of a text and those that an earlier one needed more.
  private func block(_ text: String, _ rows: inout Int) -> [String] {
    let lines = wrapped(text)
    rows = max(rows, lines.count)
    return lines + Array(repeating: "", count: rows - lines.count)
  }
}
