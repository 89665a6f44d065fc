import Console
import Foundation

extension CommandContext {
  /// The terminal, if Peach is to be used by single keys: both ends are one and JSON is not asked for.
  var terminal: Terminal? {
    guard !global.json, isatty(STDOUT_FILENO) == 1 else { return nil }
    return Terminal()
  }
}
