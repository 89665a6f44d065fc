import Files
import Foundation

/// The settings file: reads it and changes single keys in it.
public struct SettingsFile: Hashable, Sendable {
  public let path: String

  /// Whether the file must be there, as one named with `--config` must.
  public let isRequired: Bool

  /// Where the scales are that the settings name.
  let scales: ScaleLocation

  /// Where the maps are of the controllers that the settings name.
  let controllers: ControllerLocation

  /// The usual file, which need not exist: without it every setting has its default.
  public init(_ location: SettingsLocation = SettingsLocation()) {
    path = location.path
    isRequired = false
    scales = location.scales
    controllers = location.controllers
  }

  /// The file that the user has named with `--config`. Scales and controllers' maps are looked for
  /// where they always are.
  public init(
    namedByUser path: String, location: SettingsLocation = SettingsLocation()
  ) {
    self.path = path
    isRequired = true
    scales = location.scales
    controllers = location.controllers
  }

  /// The names of the controllers' maps that there are, sorted.
  public var controllerNames: [String] { controllers.names }

  /// The names of the user's own scales, sorted.
  public var scaleNames: [String] { scales.names }

  /// Where the file says that SoundFonts are to be looked for. Throws where it is not good.
  public func soundFonts() throws(SettingsError) -> SoundFontPaths {
    try layers(of: try contents(of: try image())).soundFonts
  }

  /// All that is wrong with the file, none of which stops Peach from reading the rest; empty for a
  /// good one. Throws where it cannot be read or is no TOML at all.
  public func problems() throws(SettingsError) -> [SettingsError] {
    let contents = try contents(of: try image())
    do throws(SettingsError) {
      _ = try layers(of: contents)
      return contents.problems
    } catch {
      return contents.problems + [error]
    }
  }

  /// The contents checked as a whole, with what they name.
  func layers(of contents: SettingsContents) throws(SettingsError) -> SettingsLayers {
    try SettingsLayers(file: contents, scales: scales, controllers: controllers)
  }

  /// The bytes, or `nil` for a file that is not there and need not be.
  func image() throws(SettingsError) -> FileImage? {
    let image = try FileImage(path: path)
    if image == nil, isRequired { throw .missingFile(path: path) }
    return image
  }

  func contents(of image: FileImage?) throws(SettingsError) -> SettingsContents {
    guard let image else { return SettingsContents(path: path) }
    return SettingsContents(try SettingsDocument(image.bytes, path: path), path: path)
  }
}

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

extension SettingsFile {
  /// Makes the file with what another one sets, where it is not there yet. Paths in it become absolute;
  /// comments stay behind.
  ///
  /// Throws, and makes nothing, where the other one is not good.
  public func createIfMissing(from other: SettingsFile) throws(SettingsError) {
    guard try FileImage(path: path) == nil else { return }
    let contents = try other.contents(of: try other.image())
    if let problem = contents.problems.first { throw problem }
    let lines = SettingKey.allCases.compactMap { key in
      contents.entries[key].map {
        "\(key.name) = \($0.value.anchored(in: other.path.parentDirectory).toml)\n"
      }
    }
    do throws(FileFault) {
      try createFolder(try followingLinks(path).parentDirectory)
      try replaceAtomically(path, with: Array((Self.header + lines.joined()).utf8), .edited)
    } catch {
      throw SettingsError(error)
    }
  }
}
