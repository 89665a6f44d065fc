import Foundation

/// A private PipeWire without session manager, bus or device. A timer is its clock, and its output leads
/// nowhere. It ends with the object.
public final class PrivatePipeWire {
  /// The directory of its socket: a client that has it as `XDG_RUNTIME_DIR` finds this server and no other.
  private let directory: URL
  private var process: ServerProcess?
  private let libraryPath: String

  /// The output that is there from the start, a client with two ports.
  public static let output = "speakers"

  /// Starts it and waits until it accepts clients and its output is there.
  public init() async throws {
    // Short: the path of a socket has 108 bytes.
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("peach-pw-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(Self.configuration.utf8).write(to: directory.appendingPathComponent("peach.conf"))
    // Only its own launcher knows where its libjack is.
    let launcher = try ChildProcess(
      "/usr/bin/env", ["pw-jack", "sh", "-c", "echo \"$LD_LIBRARY_PATH\""])
    guard let path = await launcher.text().first else {
      throw ServerFailure(command: ["pw-jack"], lastWords: "")
    }
    libraryPath = path
    try await start()
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// The variables that a client's environment has in place of the machine's own.
  public var environment: [String: String] {
    [
      "XDG_RUNTIME_DIR": directory.path, "LD_LIBRARY_PATH": libraryPath,
      // Neither need exist on this machine.
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(directory.path)/bus",
      "PIPEWIRE_REMOTE": "pipewire-0",
    ]
  }

  /// Starts it again after ``stop()`` or ``crash()``.
  public func start() async throws {
    let command = ["pipewire", "-c", directory.appendingPathComponent("peach.conf").path]
    let process = try ServerProcess(command, environment: wholeEnvironment)
    self.process = process
    guard
      try await process.isReady({
        try await !tool("jack_lsp", "\(Self.output):playback_FR").isEmpty
      })
    else {
      await process.stop()
      throw ServerFailure(command: command, lastWords: process.lastWords)
    }
  }

  /// Ends it as its user would and waits until it has gone.
  public func stop() async { await process?.stop() }

  /// Ends it without warning.
  public func crash() async { await process?.crash() }

  /// Runs a tool on it, one of its own or of JACK's, and returns what that printed, line by line.
  @discardableResult
  public func tool(_ name: String, _ arguments: String...) async throws -> [String] {
    try await launch(name, arguments).text()
  }

  /// Starts a program on it.
  public func launch(_ name: String, _ arguments: [String]) throws -> ChildProcess {
    try ChildProcess("/usr/bin/env", [name] + arguments, environment: wholeEnvironment)
  }

  /// Adds an output with two ports.
  public func addOutput(_ name: String) async throws {
    try await tool("pw-cli", "create-node", "adapter", "{ \(Self.properties(ofOutput: name)) }")
  }

  /// Removes an output.
  public func removeOutput(_ name: String) async throws {
    try await tool("pw-cli", "destroy", name)
  }

  /// Changes the period.
  public func forcePeriod(_ frames: Int) async throws {
    try await tool("pw-metadata", "-n", "settings", "0", "clock.force-quantum", "\(frames)")
  }

  private var wholeEnvironment: [String: String] {
    ProcessInfo.processInfo.environment.merging(environment) { $1 }
  }

  private static func properties(ofOutput name: String) -> String {
    """
    factory.name = support.null-audio-sink node.name = \(name) media.class = Audio/Sink
    audio.position = [ FL FR ] object.linger = true
    adapter.auto-port-config = { mode = dsp monitor = true position = preserve }
    """
  }

  /// A pipewire.conf(5) with no more than clients and one output need.
  private static let configuration = """
    context.properties = {
      core.daemon = true
      core.name = pipewire-0
      default.clock.rate = 48000
      default.clock.quantum = 1024
      default.clock.min-quantum = 16
      default.clock.max-quantum = 8192
    }
    context.spa-libs = {
      audio.convert.* = audioconvert/libspa-audioconvert
      support.* = support/libspa-support
    }
    context.modules = [
      { name = libpipewire-module-protocol-native }
      { name = libpipewire-module-metadata }
      { name = libpipewire-module-spa-node-factory }
      { name = libpipewire-module-client-node }
      { name = libpipewire-module-access }
      { name = libpipewire-module-adapter }
      { name = libpipewire-module-link-factory }
    ]
    context.objects = [
      { factory = metadata args = { metadata.name = default } }
      { factory = spa-node-factory args = {
          factory.name = support.node.driver node.name = Dummy-Driver
          node.group = pipewire.dummy priority.driver = 20000 } }
      { factory = adapter args = { \(properties(ofOutput: output)) } }
    ]

    """
}
