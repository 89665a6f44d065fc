import Console
import Foundation
import TestSupport
import Testing

@testable import PeachApp

@Suite("Input between two listeners")
@MainActor
struct InputSourceTests {
  private let given = GivenInput(isTerminal: true)

  /// A source at which nobody listens.
  private func source() -> InputSource {
    let terminal = Terminal(given: TextRecorder(), capabilities: TerminalCapabilities())
    return InputSource(terminal: terminal, from: given)
  }

  /// The keys that a listener gets from now on, up to `last`.
  private func keys(_ source: InputSource, to last: Character) async throws -> [Key] {
    var keys: [Key] = []
    source.receive = { if case .key(let key) = $0 { keys.append(key) } }
    try await wait(for: "the last key") { keys.last == .character(last) }
    return keys
  }

  @Test(
    "keys that come before the page that they could be meant for are lost, those after it are not")
  func kept() async throws {
    let source = source()
    given.send(Array("a".utf8))
    // Until it has been read.
    await settle()
    source.keepsKeys = true
    given.send(Array("bc".utf8))
    await settle()
    given.send(Array("q".utf8))
    #expect(try await keys(source, to: "q") == [.character("b"), .character("c"), .character("q")])
    source.receive = nil
    given.send(Array("d".utf8))
    await settle()
    given.send(Array("e".utf8))
    #expect(try await keys(source, to: "e") == [.character("e")])
  }

  @Test("Ctrl-Z and a signal between two pages wait for the next one, in their order")
  func suspended() async throws {
    let source = source()
    given.send(signal: SIGTSTP)
    given.send(Array("a".utf8))
    given.send(signal: SIGTERM)
    await settle()
    var received: [String] = []
    source.receive = { input in
      switch input {
      case .suspend: received.append("suspend")
      case .signal(let number): received.append("signal \(number)")
      default: received.append("another")
      }
    }
    try await wait(for: "both") { received.count == 2 }
    #expect(received == ["suspend", "signal \(SIGTERM)"])
  }

  @Test("lines that come before they are wanted wait, the last ones of many, and signals do not")
  func lines() async throws {
    let source = InputSource(terminal: nil, from: given)
    var received: [String] = []
    source.keepsLines = true
    source.receive = { input in
      switch input {
      case .line(let line): received.append(line)
      case .signal: received.append("signal")
      default: received.append("end")
      }
    }
    given.send(Array((1...120).map { "\($0)\n" }.joined().utf8))
    await settle()
    given.send(signal: SIGTERM)
    given.end()
    try await wait(for: "the signal") { received == ["signal"] }
    await settle()
    source.keepsLines = false
    try await wait(for: "the end") { received.last == "end" }
    #expect(received.count == 101 && received[1] == "22" && received[99] == "120")
  }
}
