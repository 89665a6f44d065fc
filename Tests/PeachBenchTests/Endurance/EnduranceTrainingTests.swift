import Synchronization
import Testing

@testable import peach_bench

@Suite("A training of an endurance run", .timeLimit(.minutes(10)))
@MainActor
struct EnduranceTrainingTests {
  private func training(_ program: ScriptedProgram) -> EnduranceTraining {
    EnduranceTraining(program, ending: .quit, seed: 1) { program.now }
  }

  @Test("one that goes well is answered until its time is over, then ended")
  func sound() async throws {
    let training = training(ScriptedProgram(.goesOn))
    let disturbed = Mutex<[String]>([])
    let counts = try await training.train(for: 4) { outputs in
      disturbed.withLock { $0 = outputs }
      while !Task.isCancelled { await Rest.seconds(0.01) }
      var counts = DisturbanceCounts()
      counts.pulledPorts = 7
      return counts
    }
    #expect(counts.pulledPorts == 7)
    #expect(disturbed.withLock { $0 } == ["peach:out_1", "peach:out_2"])
    #expect(training.ledger.results >= 4)
    #expect(training.ledger.ids.count == training.ledger.results)
    #expect(training.ledger.acceptedAnswers == training.ledger.results)
    #expect(training.ledger.contradictions == 0)
    #expect(training.ledger.unheededLines == 0)
    #expect(training.diagnostics.lateCommands == 2)
    #expect(training.memory.count > 1)
    #expect(training.isEndingRight)
  }

  @Test("one that ends by itself is noticed at once, and did not end right")
  func crash() async throws {
    let training = training(ScriptedProgram(.crashes))
    _ = try await training.train(for: 3600) { _ in DisturbanceCounts() }
    #expect(training.ledger.results == 1)
    #expect(training.ledger.unheededLines == 1)
    #expect(!training.isEndingRight)
  }

  @Test("one that never becomes ready is a fault with its last words")
  func neverReady() async throws {
    await #expect(throws: BenchFault.neverReady(messages: "no server\n")) {
      _ = try await training(ScriptedProgram(.neverBegins)).train(for: 1) { _ in
        DisturbanceCounts()
      }
    }
  }
}
