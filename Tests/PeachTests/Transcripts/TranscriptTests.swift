import Foundation
import TestSupport
import Testing

/// What Peach says, word for word. The README beside this file tells how the golden files are made.
@Suite("Transcripts", .serialized, .timeLimit(.minutes(25)))
@MainActor
struct TranscriptTests {
  @Test("every word is as it was read and approved", arguments: Script.withoutServer)
  func words(script: Script) async throws {
    for language in Language.allCases { try await script.play(in: language, server: "peachnone") }
  }

  @Test(
    "the golden files are those of the scenes, no more and no fewer",
    .disabled(if: GoldenFile.isRecording))
  func files() throws {
    let there = try FileManager.default.contentsOfDirectory(atPath: GoldenFile.folder.path)
    let wanted = Script.all.flatMap { script in
      Language.allCases.map { GoldenFile.name(of: script.name, in: $0) }
    }
    #expect(there.sorted() == wanted.sorted())
    for script in Script.all {
      for language in Language.allCases {
        let golden = try GoldenFile(of: script.name, in: language)
        #expect(golden.transcripts.map(\.name) == script.scenes.map(\.name), "\(script.name)")
      }
    }
  }

  @Test("exit codes and JSON are the same in every language", .disabled(if: GoldenFile.isRecording))
  func languages() throws {
    for script in Script.all {
      let english = try GoldenFile(of: script.name, in: .english).transcripts
      let german = try GoldenFile(of: script.name, in: .german).transcripts
      for (english, german) in zip(english, german) {
        #expect(english.status == german.status, "\(script.name): \(english.name)")
        guard english.lines[0].contains("--json") else { continue }
        #expect(english == german, "\(script.name)")
      }
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
      for language in Language.allCases {
        try await script.play(in: language, server: ServerTests.serverName)
      }
      await server.stop()
    }

    @Test("every word about a server that is no good", arguments: Script.withTheirServer)
    func badServer(script: Script) async throws {
      for language in Language.allCases {
        try await script.play(in: language, server: ServerTests.serverName)
      }
    }
  }
}
