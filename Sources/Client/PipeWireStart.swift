import Foundation
import Sound

/// Lets Peach reach PipeWire where the libjack that it was linked with finds no server.
///
/// A desktop with PipeWire has two libraries called libjack: that of jackd in the standard folder, and
/// PipeWire's in a folder of its own, which `pw-jack` puts in front of the search path. If no JACK
/// server answers and PipeWire runs, Peach does the same to itself, once: the dynamic linker reads the
/// path only when a program starts.
package struct PipeWireStart {
  /// Set for the second run to the folder of PipeWire's libjack, so that there is no third.
  package static let variable = "PEACH_PIPEWIRE_JACK"

  private static let searchPath = "LD_LIBRARY_PATH"

  /// Where libraries are, besides the folder of the libjack that is loaded.
  private static let libraryFolders = [
    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
    "/usr/local/lib64", "/usr/local/lib",
  ]

  /// PipeWire's libjack within such a folder.
  private static let library = (folder: "pipewire-0.3/jack", file: "libjack.so.0")

  package var environment: [String: String]

  /// The server that the user named on the command line.
  package var server: String?

  /// The libjack of this process.
  package var loaded: JackLibraryFile

  /// Whether there is a file, or a socket, at a path.
  package var exists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }

  /// The folder of PipeWire's libjack if Peach should run with it as soon as no server answers; `nil`
  /// if it should not: it does already, it has tried, the user means a certain server, or PipeWire or
  /// its libjack is not there.
  package var folder: String? {
    let named = server ?? environment["JACK_DEFAULT_SERVER"] ?? "default"
    guard environment[Self.variable] == nil, loaded.kind != .pipewire, named == "default",
      exists(Self.socket(environment))
    else { return nil }
    let own = loaded.path.map { ($0 as NSString).deletingLastPathComponent }
    return ([own].compactMap { $0 } + Self.libraryFolders)
      .map { "\($0)/\(Self.library.folder)" }
      .first { exists("\($0)/\(Self.library.file)") }
  }

  /// The environment of the second run.
  package func environment(with folder: String) -> [String: String] {
    let path = environment[Self.searchPath].flatMap { $0.isEmpty ? nil : $0 }
    return environment.merging(
      [Self.variable: folder, Self.searchPath: path.map { "\(folder):\($0)" } ?? folder]
    ) { $1 }
  }

  /// The folder of PipeWire's libjack if this is the second run.
  package static func chosenFolder(_ environment: [String: String]) -> String? {
    environment[variable]
  }

  /// Where the user's PipeWire listens (pipewire(1)): `PIPEWIRE_REMOTE` is a name or a path.
  package static func socket(_ environment: [String: String]) -> String {
    let name = environment["PIPEWIRE_REMOTE"].flatMap { $0.isEmpty ? nil : $0 } ?? "pipewire-0"
    guard !name.hasPrefix("/") else { return name }
    let folder =
      environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"]
      ?? "/run/user/\(getuid())"
    return "\(folder)/\(name)"
  }
}

extension PipeWireStart {
  /// Runs Peach again with PipeWire's libjack if no JACK server answers and PipeWire runs. Before
  /// anything was read or written. Returns if there is no reason to, or if that fails.
  package static func runAgainIfNeeded(server: String?) async {
    let environment = ProcessInfo.processInfo.environment
    // To find the libjack that is loaded takes a millisecond or two.
    guard FileManager.default.fileExists(atPath: socket(environment)) else { return }
    let start = PipeWireStart(environment: environment, server: server, loaded: .loaded)
    guard let folder = start.folder, await ServerProbe.isServerAbsent(server) else { return }
    // By its own name, so that process lists show it.
    let link = "/proc/self/exe"
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
    let variables = start.environment(with: folder).map { "\($0)=\($1)" }
    var texts = variables.map { strdup($0) } + [nil]
    for program in [path, link].compactMap({ $0 }) {
      execve(program, CommandLine.unsafeArgv, &texts)
    }
    for text in texts { free(text) }
  }
}
