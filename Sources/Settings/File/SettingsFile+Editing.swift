import Files
import Foundation

extension SettingsFile {
  /// The first lines of a file that Peach creates.
  static let header = """
    # The settings of Peach. `peach settings list` shows every key, its default and what is allowed.

    """

  /// Sets a key in the file and creates the file if need be. Everything else stays as it is, byte
  /// for byte. A file that already has the value is not touched.
  ///
  /// A relative path counts from the working directory and is written as an absolute one.
  ///
  /// Throws, and leaves the file as it was, if the value is not allowed or if the file would not be
  /// valid afterwards for any reason.
  public func set(_ key: SettingKey, _ text: String) throws(SettingsError) {
    try change(setting: [(key, text)])
  }

  /// Removes a key from the file, so that it has its default again. A comment after the value
  /// stays.
  ///
  /// Does nothing if the file is missing or does not set the key. Other faults of the file do not
  /// matter, but a new one does (a note range that is too narrow with the default): then this
  /// throws and leaves the file as it was.
  public func unset(_ key: SettingKey) throws(SettingsError) { try remove([key]) }

  /// Sets keys and removes others as one change: the file has all of it afterwards or, if this throws, is as
  /// it was. See ``set(_:_:)`` and ``unset(_:)``; if keys are set, the file must be valid afterwards.
  ///
  /// - Parameter texts: each key once, in the order in which new lines are written.
  public func change(
    setting texts: [(key: SettingKey, text: String)], removing keys: [SettingKey] = []
  ) throws(SettingsError) {
    guard !texts.isEmpty else { return try remove(keys) }
    var values: [SettingValue] = []
    for (key, text) in texts {
      guard let value = SettingValue(key, text: text)?.anchored(in: Self.workingDirectory) else {
        throw .badValue(.argument, key: key, value: text)
      }
      values.append(value)
    }
    try edit(creatingFolder: true) { [values] () throws(SettingsError) in
      let bytes = try FileImage(path: path)?.bytes ?? Array(Self.header.utf8)
      let old = try SettingsDocument(bytes, path: path)
      let contents = SettingsContents(old, path: path)
      let site = SiteSettings(sites)
      let isDone =
        values.allSatisfy { contents.entries[$0.key]?.value == $0 }
        && keys.allSatisfy { old[$0.name] == nil }
      if isDone, try isValid(contents, over: site) { return }

      let document = try edited(old, setting: values, removing: keys)
      let new = SettingsContents(document, path: path)
      for value in values where new.entries[value.key]?.value != value {
        throw .cannotEdit(path: path, key: value.key)
      }
      do throws(SettingsError) {
        _ = try isValid(new, over: site)
        if let problem = newProblem(of: new, after: contents, over: site) {
          let culprit = values.first { problem.involvedKeys.contains($0.key) } ?? values[0]
          throw problem.blaming(culprit.key, at: .argument)
        }
      } catch {
        // The line that the error names does not exist: it was never written.
        throw values.contains(where: { $0.key == error.key }) ? error.moved(to: .argument) : error
      }
      try replace(with: document.bytes)
    }
  }

  private func remove(_ keys: [SettingKey]) throws(SettingsError) {
    guard !keys.isEmpty else { return }
    try edit(creatingFolder: false) { () throws(SettingsError) in
      guard let bytes = try image()?.bytes else { return }
      let old = try SettingsDocument(bytes, path: path)
      guard keys.contains(where: { old[$0.name] != nil }) else { return }
      let contents = SettingsContents(old, path: path)
      let document = try edited(old, setting: [], removing: keys)
      let new = SettingsContents(document, path: path)
      let site = SiteSettings(sites)
      if (try? layers(of: contents, over: site)) != nil {
        _ = try layers(of: new, over: site)
        if let problem = newProblem(of: new, after: contents, over: site) { throw problem }
      }
      try replace(with: document.bytes)
    }
  }

  /// The document with these changes, each of which leaves everything else as it is.
  private func edited(
    _ document: SettingsDocument, setting values: [SettingValue], removing keys: [SettingKey]
  ) throws(SettingsError) -> SettingsDocument {
    let contents = SettingsContents(document, path: path)
    var document = document
    for value in values where contents.entries[value.key]?.value != value {
      guard let bytes = document.setting(value) else {
        throw contents.firstProblem(with: value.key)
      }
      document = try verified(bytes, from: document, key: value.key)
    }
    for key in keys where document[key.name] != nil {
      guard let bytes = document.removing(key) else { throw contents.firstProblem(with: key) }
      document = try verified(bytes, from: document, key: key)
    }
    return document
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

  /// Parses the edited bytes and checks that only one key differs.
  private func verified(
    _ edited: [UInt8], from old: SettingsDocument, key: SettingKey
  ) throws(SettingsError) -> SettingsDocument {
    guard let new = try? SettingsDocument(edited, path: path) else {
      throw .cannotEdit(path: path, key: key)
    }
    let others = [old, new].map { document in
      document.entries.filter { $0.key != key.name }.map { "\($0.key) = \($0.node)" }
    }
    guard others[0] == others[1] else { throw .cannotEdit(path: path, key: key) }
    return new
  }

  /// Throws the first fault of the contents; returns `true` if there is none.
  private func isValid(
    _ contents: SettingsContents, over site: SiteSettings
  ) throws(SettingsError) -> Bool {
    if let problem = contents.problems.first { throw problem }
    _ = try layers(of: contents, over: site)
    return true
  }

  /// Why a default of the site would not fit any more after a change of the contents; `nil` if all
  /// that fit still do.
  func newProblem(
    of new: SettingsContents, after old: SettingsContents, over site: SiteSettings
  ) -> SettingsError? {
    let former =
      (try? layers(of: old, over: site))
      ?? (try? layers(of: SettingsContents(path: path), over: site))
    let known = former?.site.problems ?? []
    // A value that did not fit before may not fit for another reason now.
    let problem = (try? layers(of: new, over: site))?.site.problems.first { problem in
      !known.contains { $0.file == problem.file && $0.error.key == problem.error.key }
    }
    return problem?.error
  }
}

extension SettingsContents {
  /// Why a key that the file mentions has no assignment to edit.
  fileprivate func firstProblem(with key: SettingKey) -> SettingsError {
    problems.first { $0.key == key } ?? .cannotEdit(path: path, key: key)
  }
}
