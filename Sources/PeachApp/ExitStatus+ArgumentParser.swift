import ArgumentParser

extension ExitStatus {
  /// What a command throws to end with this status and without another word.
  var exitCode: ExitCode { ExitCode(rawValue) }
}
