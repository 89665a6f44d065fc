import ArgumentParser
import Foundation

struct ProgramOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The program to start; else the one beside peach-bench.", valueName: "file"),
    completion: .file())
  var peach: String?

  var program: URL {
    peach.map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "peach")
  }
}
