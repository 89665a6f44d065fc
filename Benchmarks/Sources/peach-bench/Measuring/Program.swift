import Foundation

/// A program that runs for a benchmark: Peach, this program's own helpers, FluidSynth, a server. It is killed
/// with the object. Main thread.
final class Program {
  /// A line of its standard output, and when it came by ``Clock/wall``.
  nonisolated struct Line: Sendable {
    let text: String
    let time: UInt64
  }

  /// How long a program may take to answer, in seconds.
  private static let answerLimit = 60.0

  /// What the program writes, to its end. A thread reads it, whether anybody waits or not, so that the times are
  /// right.
  let lines: AsyncStream<Line>

  /// By ``Clock/wall``.
  private(set) var startTime: UInt64 = 0

  /// What it has written to standard error.
  private(set) var messages = ""
  private var reading: Task<Void, Never>?

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()

  /// - Parameters:
  ///   - home: the directory of settings and history; `nil` is the user's own.
  ///   - server: `nil` is the default one.
  init(_ executable: URL, _ arguments: [String], home: URL? = nil, server: String? = nil) {
    lines = Self.lines(of: output.fileHandleForReading)
    var environment = ProcessInfo.processInfo.environment
    environment["JACK_NO_START_SERVER"] = "1"
    environment["JACK_NO_AUDIO_RESERVATION"] = "1"
    for name in ["XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME"] {
      if let home { environment[name] = home.path }
    }
    if let server { environment["JACK_DEFAULT_SERVER"] = server }
    process.executableURL = executable
    process.arguments = arguments
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
  }

  isolated deinit { kill() }

  func start() throws {
    // A program may end while a line is sent.
    signal(SIGPIPE, SIG_IGN)
    // A program inherits which signals the thread blocks that starts it, and dispatch's threads block nearly
    // all: a shell would wait for ever for its child.
    var none = sigset_t()
    var former = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    startTime = Clock.wall.now()
    try process.run()
    reading = Task { [weak self, lines = Self.lines(of: errors.fileHandleForReading)] in
      for await line in lines { self?.messages += line.text + "\n" }
    }
  }

  /// Each whole line that comes, read on a thread of its own. What a kill cut off is no line.
  static func lines(of handle: FileHandle) -> AsyncStream<Line> {
    let (stream, continuation) = AsyncStream<Line>.makeStream()
    let descriptor = handle.fileDescriptor
    Thread.detachNewThread {
      // Keeps the descriptor open.
      defer { withExtendedLifetime(handle) {} }
      var pending = Data()
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        pending += buffer[..<count]
        while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
          let text = String(decoding: pending[..<end], as: UTF8.self)
          continuation.yield(Line(text: text, time: Clock.wall.now()))
          pending = Data(pending[(end + 1)...])
        }
      }
      continuation.finish()
    }
    return stream
  }

  var processIdentifier: Int32 { process.processIdentifier }

  /// The next line; `nil` at the end. A program that says nothing for a minute is killed.
  func nextLine() async -> String? { await nextLine { _ in true }?.text }

  /// The next line for which `condition` holds.
  func nextLine(where condition: (String) -> Bool) async -> Line? {
    let watchdog = Task {
      try await Task.sleep(for: .seconds(Self.answerLimit))
      kill()
    }
    defer { watchdog.cancel() }
    for await line in lines where condition(line.text) { return line }
    // Then the messages say why.
    await reading?.value
    return nil
  }

  func send(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Sends a line that is to be answered by 'ok'.
  ///
  /// - Throws: ``BenchFault/failed(_:messages:)`` if it is not.
  func command(_ line: String) async throws {
    let answer = try await ask(line)
    guard answer == "ok" else { throw BenchFault.failed(line, messages: answer ?? messages) }
  }

  /// Sends a line, and returns the answer.
  func ask(_ line: String) async throws -> String? {
    try send(line)
    return await nextLine()
  }

  func kill() { if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }

  /// Closes the input, which ends all these programs, and waits for the end; returns the exit status.
  @discardableResult
  func finish(within seconds: Double = 30) -> Int32 {
    try? input.fileHandleForWriting.close()
    let watchdog = DispatchWorkItem { @Sendable [id = process.processIdentifier] in
      _ = Glibc.kill(id, SIGKILL)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    return process.terminationStatus
  }
}

/// A jackd of the measurement's own, on the dummy driver. It ends with the object, and with this process
/// however that ends.
final class PrivateServer {
  static let name = "peach-bench"
  static let sampleRate = 48_000

  private let program: Program

  /// Where a program is installed; `nil` if it is not.
  static func path(of program: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(fileURLWithPath: "\($0)/\(program)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Starts the server; it accepts clients some time later.
  ///
  /// - Parameter frames: its period.
  /// - Throws: ``BenchFault/noServer`` if there is no jackd to start.
  init(frames: Int) throws {
    guard Self.path(of: "jackd") != nil else { throw BenchFault.noServer }
    // The shell ends the server when its own standard input ends. A server may hang then: a killed client of
    // any server may have left the database of properties locked, which all servers share. Not in real
    // time, which needs a right: the processor time is the same. In synchronous mode, so that no client misses
    // a period.
    let script = """
      timeout --kill-after=5 1d "$@" </dev/null >/dev/null 2>&1 &
      read -r _
      kill -TERM $! 2>/dev/null
      wait $!
      """
    program = Program(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", script, "server", "jackd", "-n", Self.name, "-r", "-S", "-d", "dummy",
        "-r", "\(Self.sampleRate)", "-p", "\(frames)",
      ])
    try program.start()
  }

  /// Ends the server, after its clients, and waits until it has gone.
  func stop() { program.finish() }
}
