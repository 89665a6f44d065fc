import Foundation
import History
import TestSupport
import Testing
import Training

@testable import Console
@testable import PeachApp
@testable import Program

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

  @Test("the other history takes the place of the first, which is closed")
  func change() async throws {
    let former = services.history
    try await former.open()
    try services.change(to: ListenerName("anna"))
    #expect(services.history !== former && context.listener?.text == "anna")
    #expect(services.history.extent == .nothing, "it is opened beside the screens")
    #expect(former.counts == nil, "it is closed")
    services.history.close()
  }
}
