import Files
import Foundation
import History
import Language

/// The listener of a session: the name in the file `listener` in its folder. Without the file the session
/// uses the usual history.
extension NSMSession {
  private var listenerPath: String { managed.path + "/listener" }

  /// The listener whose history the session uses. Throws ``Fault`` if the file has no valid name, since results
  /// would go to somebody else.
  func listener() throws(Fault) -> ListenerName? {
    guard FileStatus(listenerPath) != nil else { return nil }
    let text = (try? String(contentsOfFile: listenerPath, encoding: .utf8)) ?? ""
    guard let name = ListenerName(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw .configuration(
        localized(
          """
          %@ does not name a listener (1…%d letters, digits, - and _); correct it, or delete it for \
          the usual history
          """, listenerPath, ListenerName.longest))
    }
    return name
  }

  /// The session uses that listener's history from now on, also the next time. Throws ``Fault``.
  func remember(_ listener: ListenerName?) throws(Fault) {
    guard let listener else {
      if unlink(listenerPath) != 0, errno != ENOENT { throw cannotWrite(errno) }
      return
    }
    do throws(FileFault) {
      try createFolder(managed.path)
      try replaceAtomically(listenerPath, with: Array("\(listener.text)\n".utf8), .edited)
    } catch {
      switch error {
      case .cannotFollow(_, let number), .cannotCreate(_, let number), .cannotWrite(_, let number):
        throw cannotWrite(number)
      case .isDirectory, .exists: throw cannotWrite(EISDIR)
      }
    }
  }

  private func cannotWrite(_ number: CInt) -> Fault {
    .inputOutput(
      localized("%@ cannot be written: %@", listenerPath, String(cString: strerror(number))))
  }
}

extension CommandContext {
  /// Settles whose history a session uses: the listener of the option, which the session remembers, or the one
  /// that it remembers. Throws ``Fault``.
  func settleListener(of session: NSMSession) throws(Fault) {
    // A history that is named by its file is nobody's in particular.
    guard global.data == nil else { return }
    if let listener {
      try session.remember(listener)
    } else {
      use(try session.listener())
    }
  }

  /// That listener trains from now on; a session remembers it. Throws ``Fault``, and nothing has changed.
  func choose(_ listener: ListenerName?) throws(Fault) {
    try session?.remember(listener)
    use(listener)
  }

  /// The listeners that can be chosen besides the usual history; none if `--data` names the history.
  var listeners: [ListenerName] {
    guard global.data == nil else { return [] }
    let names = HistoryLocation.listeners(environment: environment)
    guard let listener, !names.contains(listener) else { return names }
    // The first training makes this one's history.
    return (names + [listener]).sorted { $0.text < $1.text }
  }
}
