import Console
import Foundation
import MemoryJack
import TestSupport
import Testing

@testable import PeachApp
@testable import Program

/// A command of Peach within the tests' own process, on a terminal of its own: what ``PseudoTerminal`` is for a
/// process. The terminal reports the release of each key, so that the same key can be typed again at once.
@MainActor
final class TerminalRun {
  private let output = ShownOutput()
  private let input = GivenInput(isTerminal: true)
  private let run: Task<Int32, Never>
  private var shown = Data()
  private var shownTexts = ShownTexts(columns: TerminalSize.usual.columns)

  /// Starts a command.
  ///
  /// - Parameter server: the name of a server in memory, which need not run.
  init(_ arguments: [String], home: Home, server: String = MemoryTests.serverName) {
    MemoryServer.declareAbsent(server)
    let surroundings = Surroundings(
      environment: home.environment.merging(["TERM": "xterm"]) { $1 }, output: output,
      messages: output, input: input)
    run = Task { [output] in
      let status = await surroundings.run(arguments, server: server)
      output.writes.end()
      return status
    }
  }

  isolated deinit { input.end() }

  /// Waits until the command has shown `text` since the last call. False if it ended before; if it takes too
  /// long, the test fails with what was shown.
  func shows(_ text: String) async -> Bool {
    while !shownTexts.find(text, in: shown) {
      let details = "\nNot shown: \(text)"
      guard let next = await output.writes.next(details: { details }) else { return false }
      shown += Data(next.utf8)
    }
    return true
  }

  /// Types a key, or several that come at once, at the pace of a hand.
  func type(_ text: String) {
    MemoryTests.passHandTime()
    // A terminal makes a signal of that key.
    if text == "\u{3}" { return signal(SIGINT) }
    input.send(Array((text + Self.release(of: text)).utf8))
  }

  /// The release of the last key of a text, by the keyboard protocol of kitty.
  private static func release(of text: String) -> String {
    guard let last = text.unicodeScalars.last else { return "" }
    let isArrow = text.dropLast().hasSuffix("\u{1B}[")
    return isArrow ? "\u{1B}[1;1:3\(last)" : "\u{1B}[\(last.value);1:3u"
  }

  func signal(_ number: Int32) { input.send(signal: number) }

  /// Waits for the end of the command.
  func change() async -> PseudoTerminal.Change? { .exited(await run.value) }

  /// Whether the terminal's modes are those from before the command started: the first screen, and keys that are
  /// not single ones.
  var isAsBefore: Bool {
    let text = output.writes.seen.joined()
    return ["\u{1B}[?1049", "\u{1B}[?2004"].allSatisfy { mode in
      text.components(separatedBy: mode).dropFirst().last?.first != "h"
    }
  }
}

/// Passes on what a terminal of the usual size is sent.
private final class ShownOutput: TextOutput {
  let writes = Inbox<String>("text on a terminal")
  let failure: String? = nil

  func write(controls text: String) { writes.put(text) }
}
