import Foundation

/// Which names Peach passes to libjack.
///
/// jackd's libjack copies a server's name into the path of a socket without looking at its length
/// (`sockaddr_un`, 108 bytes, with a prefix and a suffix), and a client's name into 64 bytes with
/// the NUL (`JACK_CLIENT_NAME_SIZE`): a longer one overwrites the stack. Both become parts of paths
/// below `/dev/shm`, where a slash leads elsewhere.
public enum JackNameCheck {
  /// The most bytes of a name, of a server or a client.
  public static let mostBytes = 63

  public static func isServerName(_ name: String) -> Bool { isName(name, without: "/") }

  /// The name of a client has no colon, because the first one ends it in a port's name.
  public static func isClientName(_ name: String) -> Bool { isName(name, without: ":/\\") }

  /// Checks the name of the server that libjack would look for.
  ///
  /// - Parameter option: the name given; `nil` stands for that of the environment.
  /// - Throws: ``JackError/badServerName(_:isFromEnvironment:)``
  public static func checkServer(_ option: String?) throws(JackError) {
    if let option {
      guard isServerName(option) else {
        throw .badServerName(option, isFromEnvironment: false)
      }
    } else if let bytes = getenv("JACK_DEFAULT_SERVER"), bytes.pointee != 0 {
      let name = String(cString: bytes)
      guard String(validatingCString: bytes) != nil, isServerName(name) else {
        throw .badServerName(name, isFromEnvironment: true)
      }
    }
  }

  private static func isName(_ name: String, without excluded: String) -> Bool {
    (1...mostBytes).contains(name.utf8.count)
      && name.unicodeScalars.allSatisfy {
        !excluded.unicodeScalars.contains($0) && $0.properties.generalCategory != .control
      }
  }
}
