import Foundation

/// A jackd of the measurement's own, on the dummy driver. It ends with the object, and with this process
/// however that ends.
///
/// This process is not to open a client on it: libjack knows one server per process.
final class PrivateServer {
  static let name = "peach-bench"
  static let sampleRate = 48_000

  /// How long a server may take to end, in seconds.
  private static let endLimit = 5

  private let process = Process()
  private let input = Pipe()

  /// Whether there is a jackd to start.
  static var isInstalled: Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/jackd")
    }
  }

  /// Starts the server; it accepts clients some time later.
  ///
  /// - Parameter frames: its period.
  init(frames: Int) throws {
    // The shell ends the server when its own standard input ends. A server may hang then: a killed client of
    // any server may have left the database of properties locked, which all servers share. Not in real
    // time, which needs a right: the processor time is the same. In synchronous mode, so that no client misses
    // a period.
    let script = """
      timeout --kill-after=\(Self.endLimit) 1d "$@" </dev/null >/dev/null &
      read -r _
      kill -TERM $! 2>/dev/null
      wait $!
      """
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", script, "server", "jackd", "-n", Self.name, "-r", "-S", "-d", "dummy",
      "-r", "\(Self.sampleRate)", "-p", "\(frames)",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "JACK_NO_AUDIO_RESERVATION": "1"
    ]) { $1 }
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.runWithSignals()
  }

  /// Ends the server, after its clients, and waits until it has gone.
  func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

/// A program that plays on a ``PrivateServer`` and answers lines with lines. It ends with its input.
final class ServerClient {
  /// How long a server and a client on it may take to run, in seconds.
  private static let startLimit = 20.0

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private var text = Data()

  var processIdentifier: Int32 { process.processIdentifier }

  /// Starts a subcommand of this program on the server, again and again until it says that it plays.
  ///
  /// - Parameter server: a ``PrivateServer`` or another one; `nil` is the default one.
  /// - Throws: ``BenchFault/noClient(name:messages:)``, `CancellationError`
  static func playing(
    _ arguments: [String], server: String? = PrivateServer.name
  ) async throws -> ServerClient {
    // A client may end while a line is sent.
    signal(SIGPIPE, SIG_IGN)
    let deadline = ContinuousClock.now + .seconds(startLimit)
    while true {
      try Task.checkCancellation()
      let client = ServerClient(arguments, server: server)
      try client.process.runWithSignals()
      if try client.answer() == "ok" { return client }
      let messages = try client.end(isKilled: true)
      guard ContinuousClock.now < deadline else {
        throw BenchFault.noClient(name: arguments.first ?? "", messages: messages)
      }
      // The server may not be there yet.
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private init(_ arguments: [String], server: String?) {
    var variables = ["JACK_NO_START_SERVER": "1"]
    if let server { variables["JACK_DEFAULT_SERVER"] = server }
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments + (server.map { ["--server", $0] } ?? [])
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
  }

  /// Sends a line; returns the answer.
  @discardableResult
  func ask(_ line: String) throws -> String? {
    try send(line)
    return try answer()
  }

  /// Sends a line whose answer ``answer()`` reads.
  func send(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Ends the program and waits until it has gone; returns what it wrote to standard error.
  @discardableResult
  func end(isKilled: Bool = false) throws -> String {
    try? input.fileHandleForWriting.close()
    if isKilled, process.isRunning { kill(process.processIdentifier, SIGKILL) }
    let messages = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: messages, as: UTF8.self)
  }

  /// The next line; `nil` if the program has ended, or says nothing for a minute.
  func answer() throws -> String? {
    while true {
      if let end = text.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: text[..<end], as: UTF8.self)
        text = Data(text[(end + 1)...])
        return line
      }
      guard let more = try output.fileHandleForReading.readAvailable(), !more.isEmpty else {
        return nil
      }
      text += more
    }
  }
}

extension Process {
  /// Runs a program that receives all signals. A program inherits which signals the thread blocks that starts
  /// it, and dispatch's threads block nearly all: a shell would wait for ever for its child.
  fileprivate func runWithSignals() throws {
    var none = sigset_t()
    var former = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    try run()
  }
}
