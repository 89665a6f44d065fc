import Console
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
}
