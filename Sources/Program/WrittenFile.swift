import Files
import Foundation
import History
import Language
import Settings
import SoundFonts

/// The rule for each file that a command writes because the user has named it: it must not take the
/// place of the history or anything that belongs to it, of the settings file, or of a SoundFont,
/// whatever the path is called and whatever links it goes through.
extension CommandContext {
  /// The path, if a command may write there; `-` is standard output. Whether an existing file may be
  /// replaced is another question. Throws ``Fault``.
  package func target(_ path: String) throws(Fault) -> String {
    guard path != "-" else { return path }
    if let owner = owner(of: path) { throw .usage(owner) }
    return path
  }

  /// The settings file, if it may be written: no other file of Peach's must have been named with
  /// `--config`. Throws ``Fault``.
  package var writableSettingsFile: SettingsFile {
    get throws(Fault) {
      let file = settingsFile
      if isHistory(file.path) { throw .usage(Self.isHistory(file.path)) }
      if SoundFont.isOne(at: file.path) { throw .usage(Self.isFont(file.path)) }
      return file
    }
  }

  /// What the file at that path is, if no command may write over it.
  private func owner(of path: String) -> String? {
    if isHistory(path) { return Self.isHistory(path) }
    if ProtectedFiles([settingsFile.path]).contain(path) {
      return localized("%@ is the settings file; name another file", path)
    }
    return SoundFont.isOne(at: path) ? Self.isFont(path) : nil
  }

  /// The histories of all listeners are protected, whoever trains.
  private func isHistory(_ path: String) -> Bool {
    var histories = [historyPath]
    let usual = HistoryLocation(environment: environment).database.path
    // A history that --data names can be copied to where the usual one is missing.
    if global.data == nil || FileStatus(usual) != nil { histories.append(usual) }
    histories += HistoryLocation.listeners(environment: environment).map {
      HistoryLocation(of: $0, environment: environment).database.path
    }
    return histories.contains {
      ProtectedFiles(historyAt: $0, environment: environment).contain(path)
    }
  }

  private static func isHistory(_ path: String) -> String {
    localized("%@ belongs to the training history; name another file", path)
  }

  private static func isFont(_ path: String) -> String {
    localized("%@ is a SoundFont; name another file", path)
  }
}
