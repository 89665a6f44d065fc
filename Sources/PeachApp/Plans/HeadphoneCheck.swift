import Intonation
import Language
import Program

/// How a check of headphones stands: questions which of three noises has a tone in it.
///
/// Who guesses passes in 18 of 1000 cases.
struct HeadphoneCheck {
  static let count = 6
  static let fewestRight = 5

  private(set) var asked = 0
  private(set) var right = 0

  mutating func add(isRight: Bool) {
    asked += 1
    right += isRight ? 1 : 0
  }

  var isOver: Bool { asked == Self.count }
  var isPassed: Bool { right >= Self.fewestRight }

  /// Which of the noises a line says it was, from 1; `nil` if it is another line.
  static func place(in line: String) -> Int? {
    let words = line.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    let places = [["1", "first"], ["2", "second"], ["3", "third"]]
    return places.firstIndex { words.count == 1 && $0.contains(words[0]) }.map { $0 + 1 }
  }
}

extension Notice {
  /// - Parameter number: of the question, from 1.
  static func headphoneQuestion(_ number: Int) -> Notice {
    Notice(
      "headphoneQuestion",
      localized(
        "headphones, question %d of %d: which of the three noises has a faint tone in it? 1, 2 or 3; again repeats them",
        number, HeadphoneCheck.count),
      [ShownField("index", .int(number)), ShownField("of", .int(HeadphoneCheck.count))],
      brief: localized(
        "Headphones, %d of %d: which of the three noises has a faint tone in it? 1, 2 or 3; Space repeats them.",
        number, HeadphoneCheck.count))
  }

  static func headphonesChecked(_ check: HeadphoneCheck) -> Notice {
    let (right, count) = (check.right, HeadphoneCheck.count)
    let members = [
      ShownField("right", .int(right)), ShownField("of", .int(count)),
      ShownField("passed", .bool(check.isPassed)),
    ]
    guard !check.isPassed else {
      return Notice(
        "headphones", localized("headphones: %d of %d right, passed", right, count), members)
    }
    return Notice(
      "headphones",
      localized(
        """
        headphones: %d of %d right, %d are needed. Put on headphones, on the right ears and without mono or \
        room effects; start tries again, quit leaves the plan
        """, right, count, HeadphoneCheck.fewestRight), members,
      brief: localized(
        "%d of %d right, %d are needed. Put on headphones; Enter tries again, Esc leaves the plan.",
        right, count, HeadphoneCheck.fewestRight))
  }
}
