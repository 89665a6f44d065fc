import Foundation
import TestSupport
import Testing

/// What Peach says, word for word. The README beside this file tells how the golden files are made.
@Suite("Transcripts", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct TranscriptProcessTests {
  @Test("every word is as it was read and approved", arguments: Script.withoutServer)
  func words(script: Script) async throws {
    try await script.play(server: "peachnone")
  }

  @Test(
    "the golden files are those of the scenes, no more and no fewer",
    .disabled(if: GoldenFile.isRecording))
  func files() throws {
    let there = try FileManager.default.contentsOfDirectory(atPath: GoldenFile.folder.path)
    let wanted = Script.all.map { GoldenFile.name(of: $0.name) }
    #expect(there.sorted() == wanted.sorted())
    for script in Script.all {
      let golden = try GoldenFile(of: script.name)
      #expect(golden.transcripts.map(\.name) == script.scenes.map(\.name), "\(script.name)")
    }
  }
}

extension ServerTests {
  @Suite("Transcripts on a server", .libjack)
  @MainActor
  struct ServerTranscriptTests {
    @Test("every word is as it was read and approved", arguments: Script.onServer)
    func words(script: Script) async throws {
      let server = try await ServerTests.server()
      try await script.play(server: ServerTests.serverName)
      await server.stop()
    }

    @Test("every word about a server that is no good", arguments: Script.withTheirServer)
    func badServer(script: Script) async throws {
      try await script.play(server: ServerTests.serverName)
    }
  }
}
