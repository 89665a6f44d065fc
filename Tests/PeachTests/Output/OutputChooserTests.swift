import Charts
import Settings
import TestSupport
import Testing

@testable import Console
@testable import PeachApp
@testable import Program
@testable import Sound

@Suite("Trying and choosing an output")
@MainActor
struct OutputChooserTests {
  /// What the chooser says and writes.
  private final class Record {
    var saved: [String] = []
    var messages: [String] = []
    var faults: [Fault] = []
    var changes = 0

    /// Why nothing can be written.
    var fault: Fault?
  }

  private let home: Home
  private let link: MockLink
  private let clock = ManualClock()
  private let record = Record()
  private let chooser: OutputChooser

  private let pairs: [PortPair]

  init() throws {
    home = try Home()
    let settings = try FileUserSettings(
      file: SettingsFile(SettingsLocation(environment: home.environment)))
    let ports = (1...4).map { ServerPort(name: "Scarlett:playback_\($0)", isPhysical: true) }
    pairs = PortPair.all(among: ports)
    link = try MockLink(settings)
    link.destinations = ports
    chooser = OutputChooser(
      link, preview: SettingPreview(link, settings: settings, clock: clock), setting: "physical",
      glyphs: .unicode, clock: clock,
      save: { [record] in
        if let fault = record.fault { throw fault }
        record.saved.append($0 == .input ? "input \($1)" : $1)
      })
    chooser.onMessage = { [record] in record.messages.append($0) }
    chooser.onFault = { [record] in record.faults.append($0) }
    chooser.onChange = { [record] in record.changes += 1 }
  }

  /// Opens the page and waits for the inputs.
  private func open() async throws {
    chooser.begin()
    try await wait(for: "the inputs") { record.changes == 1 && clock.sleeperCount == 1 }
  }

  /// Leaves the page and waits until the outputs are as they are to stay.
  private func close() async {
    chooser.close()
    await chooser.closing?.value
  }

  private func target(_ index: Int) throws -> PortTarget {
    try #require(pairs[index].pattern.target)
  }

  @Test(
    "the inputs come and go with the server while the page is open, and are not asked for after")
  func asking() async throws {
    try await open()
    #expect(link.launchCount == 1)
    link.destinations = nil
    clock.advance(by: .seconds(1))
    try await wait(for: "the end of the server") { record.changes == 2 && clock.sleeperCount == 1 }
    #expect(chooser.handle(.enter) == .stay)
    await close()
    await settle()
    #expect(clock.sleeperCount == 0 && record.changes == 2)
  }

  @Test("outputs that are tried play a quiet note, and go back when the page is left")
  func trying() async throws {
    try await open()
    _ = chooser.handle(.character(" "))
    try await wait(for: "the note") {
      link.render(64)
      return link.startCount == 1
    }
    _ = chooser.handle(.down)
    _ = chooser.handle(.character(" "))
    try await wait(for: "the second try") { link.moves.count == 2 }
    await close()
    #expect(link.moves == [.tried(try target(0)), .tried(try target(1)), .endedTrying])
    #expect(record.saved.isEmpty)
  }

  @Test("a try that is under way when the page is left is undone, too")
  func leftInHurry() async throws {
    try await open()
    link.movesLate = true
    _ = chooser.handle(.character(" "))
    try await wait(for: "the try") { link.moves.count == 1 }
    chooser.close()
    await settle()
    #expect(link.moves.count == 1, "one at a time")
    link.movesLate = false
    link.finishMoves()
    await chooser.closing?.value
    #expect(link.moves == [.tried(try target(0)), .endedTrying])
    await settle()
    #expect(link.startCount == 0 && link.engine.commandCount == 0)
  }

  @Test("a server that hangs is waited for no longer than 3 seconds when the page is left")
  func hangingServer() async throws {
    try await open()
    link.movesLate = true
    _ = chooser.handle(.character(" "))
    try await wait(for: "the try") { link.moves.count == 1 }
    chooser.close()
    let leaving = Task { [chooser] in await chooser.closingHasEnded() }
    try await wait(for: "the wait") { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(3))
    await leaving.value
    #expect(link.moves.count == 1, "the try has not ended")
    link.movesLate = false
    link.finishMoves()
    await chooser.closing?.value
  }

  @Test("a page that is left before it is open needs no client")
  func leftBeforeOpen() async {
    chooser.begin()
    await close()
    await settle()
    #expect(link.launchCount == 0)
  }

  @Test("nothing is tried any more once the page is left")
  func leftAtOnce() async throws {
    try await open()
    _ = chooser.handle(.character(" "))
    await close()
    await settle()
    #expect(link.moves == [.endedTrying] && link.engine.commandCount == 0)
  }

  @Test("what is chosen is written and stays; the machine's first pair means whichever is first")
  func choosing() async throws {
    try await open()
    #expect(chooser.handle(.enter) == .back)
    await close()
    #expect(record.saved == ["physical"])
    #expect(link.moves == [.moved(.physical), .endedTrying])
    #expect(record.messages == ["Playing to \(pairs[0].inWords)."])
  }

  @Test("what is chosen after a try comes after it")
  func choosingTried() async throws {
    try await open()
    link.movesLate = true
    _ = chooser.handle(.down)
    _ = chooser.handle(.character(" "))
    try await wait(for: "the try") { link.moves.count == 1 }
    #expect(chooser.handle(.enter) == .back)
    chooser.close()
    link.movesLate = false
    link.finishMoves()
    await chooser.closing?.value
    #expect(
      link.moves == [.tried(try target(1)), .moved(try target(1)), .endedTrying])
    #expect(record.saved == [pairs[1].pattern.text])
  }

  @Test("who patches gets back what there was before the tries, and Peach connects nothing more")
  func patching() async throws {
    try await open()
    _ = chooser.handle(.down)
    _ = chooser.handle(.down)
    #expect(chooser.handle(.enter) == .back)
    await close()
    #expect(record.saved == ["off"] && link.moves == [.left(), .endedTrying])
  }

  @Test("a source of the input is connected while it is tried, plays nothing, and is remembered")
  func input() async throws {
    link.sources = ["mic:out_1", "mic:out_2"].map { ServerPort(name: $0) }
    try await open()
    for _ in 0..<4 { _ = chooser.handle(.down) }
    _ = chooser.handle(.character(" "))
    try await wait(for: "the try") { link.moves.count == 1 }
    let target = try #require(OutputPattern(client: "mic", ports: ["out_2"]).target)
    #expect(link.moves == [.tried(target, .input)] && link.startCount == 0)
    chooser.show(InputMeter(level: -20))
    #expect(record.changes == 2)
    #expect(chooser.handle(.enter) == .back)
    await close()
    #expect(link.moves.suffix(2) == [.moved(target, .input), .endedTrying])
    #expect(record.saved == ["input ^mic:(out_2)$"])
    #expect(record.messages == ["Listening to mic 2."])
  }

  @Test("a choice that cannot be written changes nothing, and the page stays")
  func failedChoice() async throws {
    try await open()
    let fault = Fault.cannotCreate("no room")
    record.fault = fault
    #expect(chooser.handle(.enter) == .perform(.choose(.first(pairs[0]))))
    await settle()
    #expect(record.faults == [fault] && link.moves.isEmpty && record.messages.isEmpty)
    await close()
  }
}
