import Console
import Foundation
import Training

extension Surroundings {
  /// The terminal, if Peach is to be used by single keys: both ends are one and JSON is not asked for.
  var terminal: Terminal? {
    guard !global.json, isatty(STDOUT_FILENO) == 1 else { return nil }
    return Terminal()
  }

  /// The view for this way to sit at Peach.
  func comparisonView(
    isOnTerminal: Bool, settings: any UserSettings, isStored: @escaping (UUID) -> Bool
  ) -> any ComparisonView {
    if global.json { return ComparisonJSONView(output: output, isStored: isStored) }
    if isOnTerminal {
      return ComparisonTerminalView(
        output: output, glyphs: glyphs, ringsBell: { settings.wrongAnswerSignal == .bell })
    }
    return ComparisonLineView(output: output, messages: messages, glyphs: glyphs)
  }
}
