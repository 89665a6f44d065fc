/// What Peach tells the shell: the codes of `sysexits.h` that it uses.
enum ExitStatus: Int32 {
  case success = 0
  /// The command line is wrong.
  case usage = 64
  /// Data cannot be read.
  case badData = 65
  /// A file that was named is not there.
  case missingFile = 66
  /// There is no JACK server.
  case unavailable = 69
  /// A fault of Peach's own.
  case software = 70
  /// A file cannot be made.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// The configuration is wrong.
  case configuration = 78

  /// What a process that a signal ended tells, by the shells' convention.
  nonisolated static func signalled(by number: Int32) -> Int32 { 128 + number }
}
