import Console
import Language

extension LimitFacts {
  /// What to do so that the user may have what is limited.
  var advice: [String] {
    switch obstacle {
    case .notMember(let group):
      [
        // as it is: a command.
        "sudo usermod -aG \(group) \(user)", Self.logInAgain,
      ]
    case .oldSession: [Self.logInAgain]
    case .disabled(let path):
      [
        localized("sudo dpkg-reconfigure -p high jackd2 (answer yes; it puts %@ into force)", path),
        // as it is: a command.
        "sudo usermod -aG audio \(user)", Self.logInAgain,
      ]
    case .notGranted:
      [
        // as it is: a command.
        """
        printf '@audio - rtprio 95\\n@audio - memlock unlimited\\n' | sudo tee \
        /etc/security/limits.d/95-audio.conf
        """,
        // as it is: a command.
        "sudo usermod -aG audio \(user)", Self.logInAgain,
      ]
    }
  }

  private static let logInAgain = localized("Log out and in again: limits count from the login on.")

  /// What is known of groups and files, as a sentence.
  var finding: String {
    let groups = Self.soundGroups.filter(sessionGroups.contains).joined(separator: ", ")
    let files = Set(grants.map(\.path)).sorted().joined(separator: ", ")
    return switch (groups.isEmpty, files.isEmpty) {
    case (true, true):
      localized(
        "This session is in none of the groups audio, realtime and jackuser; no limits file grants it."
      )
    case (true, false):
      localized(
        "This session is in none of the groups audio, realtime and jackuser; granted in %@.", files)
    case (false, true):
      localized("This session has the groups %@; no limits file grants it.", groups)
    case (false, false): localized("This session has the groups %@; granted in %@.", groups, files)
    }
  }

  func add(to line: inout JSONLine) {
    line.add("groups", Self.soundGroups.filter(sessionGroups.contains))
    line.add("limitFiles", Set(grants.map(\.path)).sorted())
  }
}
