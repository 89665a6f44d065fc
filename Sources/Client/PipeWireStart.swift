import Foundation
import Sound

/// Lets Peach reach PipeWire if the libjack that it was linked with finds no server.
///
/// A desktop with PipeWire has two libraries called libjack: that of jackd in the standard folder,
/// and PipeWire's in a folder of its own, which `pw-jack` puts in front of the search path. If no
/// JACK server answers and PipeWire runs, Peach starts itself again with that search path, once:
/// the dynamic linker reads the path only when a program starts.
package struct PipeWireStart {
  /// Set for the second run to the folder of PipeWire's libjack, so that there is no third.
  package static let variable = "PEACH_PIPEWIRE_JACK"

  private static let searchPath = "LD_LIBRARY_PATH"

  /// The folders of libraries, besides the folder of the libjack that is loaded.
  private static let libraryFolders = [
    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
    "/usr/local/lib64", "/usr/local/lib",
  ]

  /// The path of PipeWire's libjack within such a folder.
  private static let library = (folder: "pipewire-0.3/jack", file: "libjack.so.0")

  var environment: [String: String]

  /// The server that the user named on the command line.
  var server: String?

  /// The libjack of this process.
  var loaded: JackLibraryFile

  var exists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }

  /// The folder of PipeWire's libjack if Peach should run with it when no server answers. It is
  /// `nil` if Peach runs with it or has tried, if the user named another server, or if there is no
  /// PipeWire or no such library.
  var folder: String? {
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
  func environment(with folder: String) -> [String: String] {
    let path = environment[Self.searchPath].flatMap { $0.isEmpty ? nil : $0 }
    return environment.merging(
      [Self.variable: folder, Self.searchPath: path.map { "\(folder):\($0)" } ?? folder]
    ) { $1 }
  }

  /// The folder of PipeWire's libjack if this is the second run.
  package static func chosenFolder(_ environment: [String: String]) -> String? {
    environment[variable]
  }

  /// The socket of the user's PipeWire (pipewire(1)): `PIPEWIRE_REMOTE` is a name or a path.
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
  /// Runs Peach again with PipeWire's libjack if no JACK server answers and PipeWire runs. To be
  /// called before anything is read or written. Returns otherwise, or if that fails.
  package static func runAgainIfNeeded(server: String?) async {
    let environment = ProcessInfo.processInfo.environment
    // Before the search for the loaded libjack, which takes a millisecond or two.
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

/// The libjack that Peach runs with.
package struct JackLibraryFile: Hashable {
  package enum Kind: String {
    case jack1, jack2, pipewire, unknown
  }

  package let version: String
  package let path: String?

  /// The libjack of this process.
  package static var loaded: Self {
    Self(version: JackLibrary.version, path: loadedPath("libjack"))
  }

  /// The kind by the version: PipeWire's contains its name; jackd 1 has 0.x, jackd 2 has 1.9.x.
  package var kind: Kind {
    if version.contains("PipeWire") || path?.contains("pipewire") == true { return .pipewire }
    if version.hasPrefix("0.") { return .jack1 }
    return version.hasPrefix("1.") ? .jack2 : .unknown
  }

  /// The path of the loaded library whose file name is `name` with any extension.
  static func loadedPath(_ name: String) -> String? {
    // The kernel gives this file the size 0, so it is read until its end.
    guard let file = FileHandle(forReadingAtPath: "/proc/self/maps"),
      let maps = try? file.readToEnd().map({ String(decoding: $0, as: UTF8.self) })
    else { return nil }
    for line in maps.split(separator: "\n") {
      guard let start = line.firstIndex(of: "/") else { continue }
      let path = line[start...]
      if path.split(separator: "/").last?.hasPrefix(name + ".") == true { return String(path) }
    }
    return nil
  }
}
