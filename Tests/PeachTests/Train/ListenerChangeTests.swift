import Foundation
import History
import TestSupport
import Testing
import Training

@testable import Console
@testable import PeachApp

@Suite("Another listener trains from now on: TrainingServices")
@MainActor
struct ListenerChangeTests {
  private let home: Home
  private let context: CommandContext
  private let services: TrainingServices

  init() throws {
    home = try Home()
    context = CommandContext(
      try GlobalOptions.parse([]),
      surroundings: Surroundings(
        environment: home.environment, output: TextRecorder(), messages: TextRecorder(),
        input: GivenInput()))
    services = try TrainingServices(context: context)
  }

  private func anna() throws -> ListenerName { try #require(ListenerName("anna")) }

  @Test("the other history takes the place of the first, which is closed")
  func change() async throws {
    let former = services.history
    try await former.open()
    #expect(try await services.changeListener(to: anna()))
    #expect(services.history !== former && context.listener?.text == "anna")
    #expect(!services.isChangingListener)
    #expect(former.counts == nil, "it is closed")
    services.history.close()
  }

  @Test("while it is opened, it is known; and nothing changes if it is not wanted any more")
  func cancelled() async throws {
    let former = services.history
    try await former.open()
    let name = try anna()
    let change = Task { try await services.changeListener(to: name) }
    change.cancel()
    #expect(try await change.value == false)
    #expect(services.history === former && context.listener == nil)
    #expect(!services.isChangingListener && former.counts?.isEmpty == true)
    former.close()
  }

  @Test("one that cannot be opened changes nothing")
  func unreadable() async throws {
    let former = services.history
    try await former.open()
    let file = home.directory.appendingPathComponent("data/peach/listeners/anna/training.sqlite")
    try home.write(String(repeating: "text ", count: 200), to: file)
    let name = try anna()
    await #expect(throws: Fault.self) { try await services.changeListener(to: name) }
    #expect(services.history === former && context.listener == nil)
    #expect(!services.isChangingListener && former.counts?.isEmpty == true)
    former.close()
  }
}
