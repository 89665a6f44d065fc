import Files
import Foundation

extension SettingsFile {
  /// What a file that Peach creates begins with.
  static let header = """
    # The settings of Peach. `peach settings list` shows every key, its default and what is allowed.

    """

  /// Sets a key in the file, which is created if it is not there. Everything else in it stays as it
  /// is, byte for byte; a file that already says so is not touched.
  ///
  /// A relative path to a scale counts from the working directory and is written as an absolute one.
  ///
  /// Throws, and leaves the file as it was, if the value is not allowed or if the file would not be
  /// valid afterwards, whatever was to blame.
  public func set(_ key: SettingKey, _ text: String) throws(SettingsError) {
    guard let value = SettingValue(key, text: text)?.anchored(in: Self.workingDirectory) else {
      throw .badValue(.argument, key: key, value: text)
    }
    try edit(creatingFolder: true) { () throws(SettingsError) in
      let bytes = try FileImage(path: path)?.bytes ?? Array(Self.header.utf8)
      let old = try SettingsDocument(bytes, path: path)
      let contents = SettingsContents(old, path: path)
      if contents.entries[key]?.value == value, try isValid(contents) { return }

      guard let edited = old.setting(value) else { throw contents.firstProblem(with: key) }
      let new = try verified(edited, from: old, key: key)
      guard new.entries[key]?.value == value else { throw .cannotEdit(path: path, key: key) }
      do throws(SettingsError) {
        _ = try isValid(new)
      } catch  where error.key == key {
        // Its line is not in the file.
        throw error.moved(to: .argument)
      }
      try replace(with: edited)
    }
  }

  /// Removes a key from the file, so that its default holds again. A comment behind the value stays.
  ///
  /// A file that is not there, or does not set the key, is fine. Faults elsewhere in the file do not
  /// matter, but a new one (a note range that is too narrow with the default) does: it throws, and
  /// the file stays as it was.
  public func unset(_ key: SettingKey) throws(SettingsError) {
    try edit(creatingFolder: false) { () throws(SettingsError) in
      guard let bytes = try image()?.bytes else { return }
      let old = try SettingsDocument(bytes, path: path)
      guard old.root[key.name] != nil else { return }
      let contents = SettingsContents(old, path: path)
      guard let edited = old.removing(key) else { throw contents.firstProblem(with: key) }
      let new = try verified(edited, from: old, key: key)
      if (try? layers(of: contents)) != nil {
        _ = try layers(of: new)
      }
      try replace(with: edited)
    }
  }

  /// Does the work while no other Peach edits a file of the same folder.
  private func edit(
    creatingFolder: Bool, _ work: () throws(SettingsError) -> Void
  ) throws(SettingsError) {
    let folder: String
    do throws(FileFault) {
      folder = try followingLinks(path).parentDirectory
      if creatingFolder { try createFolder(folder) }
    } catch {
      throw SettingsError(error)
    }
    try withLockedFolder(folder, work)
  }

  private func replace(with bytes: [UInt8]) throws(SettingsError) {
    do throws(FileFault) {
      try replaceAtomically(path, with: bytes, .edited)
    } catch {
      throw SettingsError(error)
    }
  }

  private static var workingDirectory: String { FileManager.default.currentDirectoryPath }

  /// Parses what an edit has made and makes sure that it differs in one key alone.
  private func verified(
    _ edited: [UInt8], from old: SettingsDocument, key: SettingKey
  ) throws(SettingsError) -> SettingsContents {
    guard let new = try? SettingsDocument(edited, path: path) else {
      throw .cannotEdit(path: path, key: key)
    }
    let others = [old, new].map { $0.root.filter { $0.key != key.name }.mapValues(\.description) }
    guard others[0] == others[1] else { throw .cannotEdit(path: path, key: key) }
    return SettingsContents(new, path: path)
  }

  /// Throws the first thing that is wrong with the contents; `true` otherwise.
  private func isValid(_ contents: SettingsContents) throws(SettingsError) -> Bool {
    if let problem = contents.problems.first { throw problem }
    _ = try layers(of: contents)
    return true
  }
}

extension SettingsContents {
  /// Why a key that the file mentions has no assignment that could be edited.
  fileprivate func firstProblem(with key: SettingKey) -> SettingsError {
    problems.first { $0.key == key } ?? .cannotEdit(path: path, key: key)
  }
}
