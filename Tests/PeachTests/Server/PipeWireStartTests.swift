import Testing

@testable import Client
@testable import PeachApp

/// Whether Peach starts itself again with PipeWire's libjack if no server answers.
@Suite("Start on PipeWire")
@MainActor
struct PipeWireStartTests {
  private static let folder = "/usr/lib/x86_64-linux-gnu/pipewire-0.3/jack"

  /// A desktop with PipeWire, its libjack, and that of jackd, which is loaded.
  private func desktop(
    _ environment: [String: String] = [:], server: String? = nil,
    loaded: JackLibraryFile = JackLibraryFile(
      version: "1.9.21", path: "/usr/lib/x86_64-linux-gnu/libjack.so.0.1.0"),
    files: Set<String> = ["/run/user/1000/pipewire-0", folder + "/libjack.so.0"]
  ) -> PipeWireStart {
    PipeWireStart(
      environment: ["XDG_RUNTIME_DIR": "/run/user/1000"].merging(environment) { $1 },
      server: server, loaded: loaded, exists: files.contains)
  }

  @Test("a PipeWire with a libjack of its own is worth another start")
  func desktop() {
    #expect(desktop().folder == Self.folder)
    #expect(desktop(["JACK_DEFAULT_SERVER": "default"]).folder == Self.folder)
  }

  @Test("its libjack is looked for beside the loaded one first, then in the folders of libraries")
  func places() {
    let socket = "/run/user/1000/pipewire-0"
    let own = "/opt/audio/lib/pipewire-0.3/jack"
    let loaded = JackLibraryFile(version: "1.9.21", path: "/opt/audio/lib/libjack.so.0")
    let library = "libjack.so.0"
    #expect(
      desktop(loaded: loaded, files: [socket, "\(own)/\(library)", "\(Self.folder)/\(library)"])
        .folder == own)
    #expect(
      desktop(
        loaded: JackLibraryFile(version: "1.9.21", path: nil),
        files: [socket, "/usr/lib64/pipewire-0.3/jack/\(library)"]
      ).folder == "/usr/lib64/pipewire-0.3/jack")
  }

  @Test("no second time, and not without PipeWire or its libjack")
  func once() {
    #expect(desktop([PipeWireStart.variable: Self.folder]).folder == nil)
    #expect(desktop(files: ["/run/user/1000/pipewire-0"]).folder == nil)
    #expect(desktop(files: [Self.folder + "/libjack.so.0"]).folder == nil)
    #expect(desktop(files: []).folder == nil)
  }

  @Test("not with PipeWire's libjack, by whichever way it came")
  func alreadyThere() {
    let byVersion = JackLibraryFile(version: "3.0.0.0 (using PipeWire 1.2.7)", path: nil)
    #expect(desktop(loaded: byVersion).folder == nil)
    let byPath = JackLibraryFile(version: "?", path: Self.folder + "/libjack.so.0")
    #expect(desktop(loaded: byPath).folder == nil)
  }

  @Test("not for someone who means a certain server")
  func namedServer() {
    #expect(desktop(server: "studio").folder == nil)
    #expect(desktop(["JACK_DEFAULT_SERVER": "studio"]).folder == nil)
    #expect(desktop(["JACK_DEFAULT_SERVER": "studio"], server: "default").folder == Self.folder)
  }

  @Test("PipeWire is looked for where its own clients do")
  func socket() {
    #expect(PipeWireStart.socket(["XDG_RUNTIME_DIR": "/r"]) == "/r/pipewire-0")
    #expect(
      PipeWireStart.socket(["XDG_RUNTIME_DIR": "/r", "PIPEWIRE_RUNTIME_DIR": "/p"])
        == "/p/pipewire-0")
    #expect(
      PipeWireStart.socket(["XDG_RUNTIME_DIR": "/r", "PIPEWIRE_REMOTE": "second"]) == "/r/second")
    #expect(PipeWireStart.socket(["PIPEWIRE_REMOTE": "/somewhere/else"]) == "/somewhere/else")
  }

  @Test("the second run has that library in front of the others, and knows that it is the second")
  func environment() {
    let plain = desktop(["HOME": "/home/ada"]).environment(with: Self.folder)
    #expect(plain["LD_LIBRARY_PATH"] == Self.folder)
    #expect(plain[PipeWireStart.variable] == Self.folder && plain["HOME"] == "/home/ada")
    #expect(PipeWireStart.chosenFolder(plain) == Self.folder)
    let path = desktop(["LD_LIBRARY_PATH": "/opt/lib"]).environment(with: Self.folder)
    #expect(path["LD_LIBRARY_PATH"] == "\(Self.folder):/opt/lib")
  }
}
