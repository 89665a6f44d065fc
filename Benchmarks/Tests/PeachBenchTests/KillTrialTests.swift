import Foundation
import Testing
import Training

@testable import peach_bench

@Suite("Programs that store results are killed", .timeLimit(.minutes(10)))
@MainActor
struct KillTrialTests {
  @Test("what was told to be safe is there, once, and the history is sound")
  func nothingLost() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    var random = SeededGenerator(seed: 1)
    let trial = KillTrial(program: try program(), directory: workshop.directory)
    let outcome = try trial.run(kills: 20, random: &random)
    #expect(outcome.kills == 30)
    #expect(outcome.acknowledged > 100)
    #expect(outcome.lost == 0)
    #expect(outcome.doubled == 0)
    #expect(outcome.broken == 0)
  }

  @Test("a result that was told and is not there is counted as lost")
  func counts() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let liar = workshop.directory.appending(path: "liar")
    try Data("#!/bin/sh\necho LOST\nexec sleep 60\n".utf8).write(to: liar)
    chmod(liar.path, 0o700)
    var random = SeededGenerator(seed: 1)
    let outcome = try KillTrial(program: liar, directory: workshop.directory, mostResults: 1)
      .run(kills: 6, random: &random)
    #expect(outcome.lost > 0)
    #expect(outcome.lost == outcome.acknowledged)
  }

  /// `peach-bench`, which lies beside the tests.
  private func program() throws -> URL {
    var directory = Bundle(for: Marker.self).bundleURL
    while directory.path != "/" {
      let candidate = directory.appending(path: "peach-bench")
      var isDirectory: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isDirectory),
        !isDirectory.boolValue
      {
        return candidate
      }
      directory.deleteLastPathComponent()
    }
    throw BenchFault.noPeach(path: "peach-bench")
  }
}

private final class Marker {}
