/// A program that trains as Peach does: it takes lines and tells events, and it can be looked at from outside.
protocol TrainedProgram: AnyObject {
  func start() throws

  /// What it writes to standard output and to standard error. To be asked for once.
  var outputLines: AsyncStream<TimedLine> { get }
  var errorLines: AsyncStream<TimedLine> { get }

  var isRunning: Bool { get }

  /// The exit status, 128 + n after signal n; only of one that has ended.
  var status: Int32 { get }

  /// Types a line. Throws where it has ended.
  func type(_ line: String) throws
  func endInput() throws
  func kill()
  func residentSet() throws -> ResidentSet
}

extension PeachRun: TrainedProgram {}
