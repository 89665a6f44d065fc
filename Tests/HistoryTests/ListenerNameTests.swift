import Foundation
import Testing

@testable import History

@Suite("Listeners and where their histories are")
struct ListenerNameTests {
  @Test(
    "letters, digits, - and _, as many as 40",
    arguments: ["anna", "Jürgen_2", "-", "Ольга", "花子", "ๆ", String(repeating: "x", count: 40)])
  func allowed(text: String) {
    #expect(ListenerName(text)?.text == text.precomposedStringWithCanonicalMapping)
  }

  @Test(
    "nothing that leads elsewhere or that a terminal would not show",
    arguments: [
      "", ".", "..", "a/b", "a b", "a.b", "a\u{0}", "a\n", "\u{1B}[2J", "😀", "½", "\u{301}a",
      String(repeating: "x", count: 41),
    ])
  func refused(text: String) { #expect(ListenerName(text) == nil) }

  @Test("both spellings of a letter with a mark are one name")
  func composed() {
    #expect(ListenerName("Ju\u{308}rgen") == ListenerName("J\u{FC}rgen"))
    #expect(ListenerName("Ju\u{308}rgen")?.text.unicodeScalars.count == 6)
  }

  @Test("a listener's history is in a folder of its own below that of the usual one")
  func place() throws {
    let environment = ["XDG_DATA_HOME": "/data"]
    let anna = try #require(ListenerName("anna"))
    #expect(
      HistoryLocation(of: anna, environment: environment).database.path
        == "/data/peach/listeners/anna/training.sqlite")
    #expect(
      HistoryLocation(environment: environment).database.path == "/data/peach/training.sqlite")
  }

  @Test("those with a history are listed by name; other files and folders are not")
  func list() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("peach-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["XDG_DATA_HOME": folder.path]
    #expect(HistoryLocation.listeners(environment: environment).isEmpty)
    for name in ["ben", "anna", "not a name", "empty"] {
      let place = folder.appendingPathComponent("peach/listeners/\(name)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      guard name != "empty" else { continue }
      try Data("12345".utf8).write(to: place.appendingPathComponent("training.sqlite"))
    }
    let listeners = HistoryLocation.listeners(environment: environment)
    #expect(listeners.map(\.text) == ["anna", "ben"])
    #expect(HistoryLocation(of: listeners.first, environment: environment).size == 5)
    #expect(HistoryLocation(environment: environment).size == 0)
  }
}
