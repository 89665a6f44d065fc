import ArgumentParser
import Foundation

struct ProgramOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The program to start; else the one beside peach-bench.", valueName: "file"),
    completion: .file())
  var peach: String?

  /// - Throws: ``BenchFault/noPeach(path:)``
  func program() throws -> URL {
    let program =
      peach.map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "peach")
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw BenchFault.noPeach(path: program.path)
    }
    return program
  }
}
