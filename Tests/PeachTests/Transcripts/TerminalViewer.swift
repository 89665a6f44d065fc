import Foundation
import TestSupport

/// Types keys at a terminal and looks at what it shows.
@MainActor
struct TerminalViewer {
  let terminal: PseudoTerminal
  let columns: Int
  let rows: Int
  let placeholders: Placeholders

  /// How long a hand takes from seeing to typing, in seconds: what has hardly begun in a training cannot
  /// be answered.
  var handTime: TimeInterval = 0

  /// What ``Keys/strike`` does.
  let strike: () async -> Void

  /// How long what is expected may take to appear.
  private static let patience: TimeInterval = 20

  /// Nothing that moves by itself rests that long: a picture that does is to be looked at.
  private static let stillness: TimeInterval = 2

  /// When a picture is complete.
  private enum Moment {
    /// The terminal shows this.
    case shows([String])
    /// Nothing has changed for a while.
    case standsStill
    /// The program has ended.
    case isOver
  }

  /// Adds the picture at the beginning and after each of the keys, of which the last end the program.
  ///
  /// Waits until the terminal shows what is expected; where nothing is, or something else comes, until it
  /// stands still.
  func watch(
    _ keys: [String], expecting expected: [String]?, into transcript: inout Transcript
  ) async {
    transcript.lines[0] += "   (\(columns) x \(rows))"
    var isAsExpected = expected != nil
    var bells = 0
    for step in 0...keys.count {
      if step > 0 {
        transcript.lines.append("keys \(keys[step - 1])")
        if keys[step - 1] == Keys.strike {
          await strike()
        } else {
          terminal.type(Keys.text(keys[step - 1]))
        }
      }
      let wanted = (expected ?? []).dropFirst(transcript.lines.count)
        .prefix { !$0.hasPrefix("keys ") && !$0.hasPrefix("exit ") }
      let moment: Moment =
        step == keys.count ? .isOver : isAsExpected ? .shows(Array(wanted)) : .standsStill
      let seen = await picture(when: moment, bells: &bells)
      isAsExpected = isAsExpected && seen == Array(wanted)
      transcript.lines += seen
    }
    transcript.lines.append(await ending)
    if !terminal.isAsBefore { transcript.lines.append(Transcript.terminalChanged) }
  }

  private func picture(when moment: Moment, bells: inout Int) async -> [String] {
    var count = 0
    // The program takes its time to come.
    var hasBegun: Bool { count > 0 }
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while true {
      let limit =
        if case .standsStill = moment, hasBegun {
          Date(timeIntervalSinceNow: Self.stillness)
        } else {
          deadline
        }
      let (text, hasEnded) = await terminal.recording.text(after: count, until: limit)
      let isTooLate = text.count <= count
      count = text.count
      let picture = TerminalModel(columns: columns).picture(
        after: placeholders.apply(to: String(decoding: text, as: UTF8.self)))
      let lines = lines(of: picture, bells: picture.bells - bells)
      let isThere = if case .shows(let wanted) = moment { lines == wanted } else { false }
      if isThere, !hasEnded, handTime > 0 {
        let later = Date(timeIntervalSinceNow: handTime)
        if await terminal.recording.text(after: count, until: later).text.count > count { continue }
      }
      if isThere || hasEnded || isTooLate {
        bells = picture.bells
        return lines
      }
    }
  }

  private var ending: String {
    get async {
      let isOver = await terminal.recording.text(after: .max, until: .now).hasEnded
      switch isOver ? await terminal.change() : nil {
      case .exited(let status): return "exit \(status)"
      case .signalled(let number): return "exit \(128 + number)"
      case .stopped, nil: return Transcript.stillRuns
      }
    }
  }

  private func lines(of picture: TerminalModel.Picture, bells: Int) -> [String] {
    var transcript = Transcript(name: "")
    let remarks = [
      picture.isOnSecondScreen ? "second screen" : nil,
      picture.isCursorShown ? nil : "cursor hidden", bells > 0 ? "bell" : nil,
    ].compactMap { $0 }
    if !remarks.isEmpty { transcript.lines.append("(\(remarks.joined(separator: ", ")))") }
    // Again: what is written with a move of the cursor in its midst stands together only here.
    let rows = picture.rows.map { row in
      String(placeholders.apply(to: row).reversed().drop { $0 == " " }.reversed())
    }
    let shown = Array(rows.prefix((rows.lastIndex { !$0.isEmpty } ?? -1) + 1))
    transcript.add("|", GoldenPictures.squeezed(shown))
    return transcript.lines
  }
}
