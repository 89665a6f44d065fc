import Foundation
import Synchronization
import Testing

@testable import peach_bench

@Suite("A training of an endurance run", .timeLimit(.minutes(10)))
@MainActor
struct EnduranceTrainingTests {
  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  private func remove() { try? FileManager.default.removeItem(at: directory) }

  /// A program that trains as Peach does, in a shell's words.
  ///
  /// - Parameter help: what it does when it is asked for the commands.
  private func program(_ name: String, help: String) throws -> URL {
    let file = directory.appending(path: name)
    try Data(
      """
      #!/bin/sh
      index=1
      pose() {
        echo '{"event":"trial","index":'$index'}'
        echo '{"event":"state","state":"awaitingAnswer"}'
      }
      echo '{"event":"ready","audioPorts":["peach:out_1","peach:out_2"]}'
      pose
      while read -r line; do
        case $line in
          higher | lower)
            echo '{"event":"result","index":'$index',"id":"id-'$index'"}'
            answered=yes
            ;;
          help)
            \(help)
            if [ "$answered" = yes ]; then answered=no; index=$((index + 1)); pose; fi
            ;;
          quit)
            echo 'late commands: 2' >&2
            echo '{"event":"stopped","reason":"quit","trials":'$((index - 1))'}'
            exit 0
            ;;
        esac
      done

      """.utf8
    ).write(to: file)
    chmod(file.path, 0o700)
    return file
  }

  private func training(_ program: URL) -> EnduranceTraining {
    EnduranceTraining(
      PeachRun(program, [], home: directory, server: nil), ending: .quit, seed: 1)
  }

  private let commands = #"echo '{"event":"notice","code":"commands"}'"#

  @Test("one that goes well is answered until its time is over, then ended")
  func sound() async throws {
    defer { remove() }
    let training = training(try program("sound", help: commands))
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
    #expect(training.ledger.results > 1)
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
    defer { remove() }
    let training = training(try program("crash", help: "exit 3"))
    _ = try await training.train(for: 3600) { _ in DisturbanceCounts() }
    #expect(training.ledger.results == 1)
    #expect(training.ledger.unheededLines == 1)
    #expect(!training.isEndingRight)
  }

  @Test("one that never becomes ready is a fault with its last words")
  func neverReady() async throws {
    defer { remove() }
    let file = directory.appending(path: "mute")
    try Data("#!/bin/sh\necho no server >&2\n".utf8).write(to: file)
    chmod(file.path, 0o700)
    await #expect(throws: BenchFault.self) {
      _ = try await training(file).train(for: 1) { _ in DisturbanceCounts() }
    }
  }
}
