import Files
import Foundation
import Installation
import Music

/// The paths of the settings file and of the files that belong to it, whether they exist or not.
///
/// The user's own scales, maps of controllers, presets and plans are in folders of these names
/// beside the settings file, and a site's beside its file.
public struct SettingsLocation: Hashable, Sendable {
  /// The settings file.
  public fileprivate(set) var path: String

  /// The settings files of the site, the most important one first.
  public let sites: [String]

  fileprivate(set) var scales: ScaleLocation
  let controllers: NamedFiles
  let presets: NamedFiles
  fileprivate(set) var plans: NamedFiles

  /// Uses `$XDG_CONFIG_HOME/peach/config.toml`, or `~/.config/peach/config.toml`; for a site
  /// `peach/config.toml` in the folders of `$XDG_CONFIG_DIRS`, or in `/etc/xdg`.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    homeDirectory: String = NSHomeDirectory()
  ) {
    let folders = XDGFolders(environment: environment, accountHome: homeDirectory)
    let base = folders.config + "/peach"
    let siteBases = folders.sharedConfig.map { $0 + "/peach" }.filter { $0 != base }
    path = base + "/config.toml"
    sites = siteBases.map { $0 + "/config.toml" }
    scales = ScaleLocation(
      folders: ([base] + siteBases).map { $0 + "/scales" }, home: folders.home)
    func files(in folder: String, shipped: [URL]) -> NamedFiles {
      NamedFiles(
        own: "\(base)/\(folder)", sites: siteBases.map { "\($0)/\(folder)" }, shipped: shipped)
    }
    controllers = files(in: "controllers", shipped: ShippedFiles.controllers)
    presets = files(in: "presets", shipped: ShippedFiles.presets)
    plans = files(in: "plans", shipped: ShippedFiles.plans)
  }
}

/// Reads the settings file and changes keys in it.
public struct SettingsFile: Hashable, Sendable {
  let location: SettingsLocation

  /// True for a file that must exist, such as one named with `--config`.
  public let isRequired: Bool

  /// The usual file. If it does not exist, every setting has its default.
  public init(_ location: SettingsLocation = SettingsLocation()) {
    self.location = location
    isRequired = false
  }

  /// The file that the user has named with `--config`, or that of a session. Scales in `scales` and
  /// plans in `plans` beside it come before the others.
  public init(
    namedByUser path: String, location: SettingsLocation = SettingsLocation()
  ) {
    let folder = path.parentDirectory
    var location = location
    location.path = path
    location.scales = location.scales.preferring(folder.isEmpty ? "scales" : folder + "/scales")
    location.plans = location.plans.preferring(folder.isEmpty ? "plans" : folder + "/plans")
    self.location = location
    isRequired = true
  }

  public var path: String { location.path }

  /// The names of all controllers' maps, sorted.
  public var controllerNames: [String] { location.controllers.names }

  /// The names of all scales that the settings can name, sorted.
  public var scaleNames: [String] { location.scales.names }

  /// The SoundFonts that the file names. Throws if the file is not valid.
  public func soundFonts() throws(SettingsError) -> SoundFontPaths {
    try layers(of: try contents(of: try image())).soundFonts
  }

  /// The value in the file, as on the command line; `nil` if the file does not set the key. Throws
  /// if the file cannot be read or is not TOML.
  public func storedText(of key: SettingKey) throws(SettingsError) -> String? {
    try contents(of: try image()).entries[key]?.value.text
  }

  /// All faults of a file that can be read; empty for a valid file. Throws if the file cannot be
  /// read or is not TOML.
  public func problems() throws(SettingsError) -> [SettingsError] {
    let contents = try contents(of: try image())
    do throws(SettingsError) {
      _ = try layers(of: contents)
      return contents.problems
    } catch {
      return contents.problems + [error]
    }
  }

  /// The existing settings files of the site with their faults, the most important one first. A
  /// value that does not fit the user's own settings is a fault.
  public var siteFiles: [SiteFile] {
    let contents = (try? contents(of: try image())) ?? SettingsContents(path: path)
    return (try? layers(of: contents))?.site.files ?? readSite().files
  }

  func readSite() -> SiteSettings { SiteSettings(location.sites) }

  /// Checks the contents as a whole, with the files that they name.
  ///
  /// - Parameter site: the defaults of the site; `nil` to read them now.
  func layers(
    of contents: SettingsContents, overrides: SettingsOverrides = SettingsOverrides(),
    defaultIntervals: [DirectedInterval] = [.prime], over site: SiteSettings? = nil
  ) throws(SettingsError) -> SettingsLayers {
    try SettingsLayers.resolved(
      site ?? readSite(), file: contents, overrides: overrides,
      defaultIntervals: defaultIntervals, scales: location.scales,
      controllers: location.controllers)
  }

  /// `nil` if the file is missing and is not required.
  func image() throws(SettingsError) -> FileImage? {
    let image = try FileImage(path: path)
    if image == nil, isRequired { throw .missingFile(path: path) }
    return image
  }

  func contents(of image: FileImage?) throws(SettingsError) -> SettingsContents {
    guard let image else { return SettingsContents(path: path) }
    return SettingsContents(try SettingsDocument(image.bytes, path: path), path: path)
  }

  // MARK: Editing

  /// The first lines of a file that Peach creates.
  static let header = """
    # The settings of Peach. `peach settings list` shows every key, its default and what is allowed.

    """

  /// Creates the file with the settings of another one, unless it exists. Paths become absolute;
  /// comments are not copied. Throws, and creates nothing, if the other file is not valid.
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

  /// Sets a key in the file and creates the file if need be. Everything else stays as it is, byte
  /// for byte. A file that already has the value is not touched.
  ///
  /// A relative path starts at the working directory and is written as an absolute one.
  ///
  /// Throws, and leaves the file as it was, if the value is not allowed or the file would not be
  /// valid afterwards.
  public func set(_ key: SettingKey, _ text: String) throws(SettingsError) {
    try change(setting: [(key, text)])
  }

  /// Removes a key from the file, so that it has its default again. A comment after the value
  /// stays.
  ///
  /// Does nothing if the file is missing or does not set the key. Throws, and leaves the file as it
  /// was, if the change makes a new fault, such as a note range that is too narrow with the
  /// default. Other faults of the file do not matter.
  public func unset(_ key: SettingKey) throws(SettingsError) { try remove([key]) }

  /// Sets keys and removes others as one change, as ``set(_:_:)`` and ``unset(_:)`` do: if this
  /// throws, the file is as it was.
  ///
  /// - Parameter texts: each key once, in the order in which new lines are written.
  public func change(
    setting texts: [(key: SettingKey, text: String)], removing keys: [SettingKey] = []
  ) throws(SettingsError) {
    guard !texts.isEmpty else { return try remove(keys) }
    var values: [SettingValue] = []
    for (key, text) in texts {
      let folder = FileManager.default.currentDirectoryPath
      guard let value = SettingValue(key, text: text)?.anchored(in: folder) else {
        throw .badValue(.argument, key: key, value: text)
      }
      values.append(value)
    }
    try edit(creatingFolder: true) { [values] () throws(SettingsError) in
      let bytes = try FileImage(path: path)?.bytes ?? Array(Self.header.utf8)
      let old = try SettingsDocument(bytes, path: path)
      let contents = SettingsContents(old, path: path)
      let site = readSite()
      let isDone =
        values.allSatisfy { contents.entries[$0.key]?.value == $0 }
        && keys.allSatisfy { old[$0.name] == nil }
      if isDone {
        try validate(contents, over: site)
        return
      }
      let document = try edited(old, setting: values, removing: keys)
      let new = SettingsContents(document, path: path)
      for value in values where new.entries[value.key]?.value != value {
        throw .cannotEdit(path: path, key: value.key)
      }
      do throws(SettingsError) {
        try validate(new, over: site)
        if let problem = newProblem(of: new, after: contents, over: site) {
          let culprit = values.first { problem.involvedKeys.contains($0.key) } ?? values[0]
          throw problem.moved(to: .argument, blaming: culprit.key)
        }
      } catch {
        // The line that the error names was never written.
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
      let site = readSite()
      if (try? layers(of: contents, over: site)) != nil {
        _ = try layers(of: new, over: site)
        if let problem = newProblem(of: new, after: contents, over: site) { throw problem }
      }
      try replace(with: document.bytes)
    }
  }

  /// Makes the changes in a document, each of which leaves everything else as it is.
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

  /// Calls `work` while no other Peach edits a file of the same folder.
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

  /// Throws the first fault of the contents.
  private func validate(
    _ contents: SettingsContents, over site: SiteSettings
  ) throws(SettingsError) {
    if let problem = contents.problems.first { throw problem }
    _ = try layers(of: contents, over: site)
  }

  /// The fault of a default of the site that no longer fits after a change of the contents; `nil`
  /// if there is none.
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
  /// The reason why a key that the file mentions has no assignment to edit.
  fileprivate func firstProblem(with key: SettingKey) -> SettingsError {
    problems.first { $0.key == key } ?? .cannotEdit(path: path, key: key)
  }
}
