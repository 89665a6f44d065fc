import Files
import Foundation
import Music

/// The paths of the settings file and of what belongs to it. Nothing else knows them.
public struct SettingsLocation: Hashable, Sendable {
  /// The settings file, whether it exists or not.
  public let path: String

  /// The settings files of the site, whether they exist or not; the most important one first.
  public let sites: [String]

  /// The scales: the user's own in `scales` beside the settings file, a site's beside its file.
  let scales: ScaleLocation

  /// The maps of controllers; the user's own are in `controllers` beside the settings file, a site's
  /// beside its file.
  let controllers: ControllerLocation

  /// `$XDG_CONFIG_HOME/peach/config.toml`, or `~/.config/peach/config.toml`; for a site
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
    controllers = ControllerLocation(
      own: base + "/controllers", sites: siteBases.map { $0 + "/controllers" })
  }
}

/// Reads the settings file and changes single keys in it.
public struct SettingsFile: Hashable, Sendable {
  public let path: String

  /// Whether the file must exist, as one named with `--config` must.
  public let isRequired: Bool

  /// The settings files of the site, which give defaults; the most important one first.
  let sites: [String]

  /// The scales that the settings can name.
  let scales: ScaleLocation

  /// The maps of controllers that the settings can name.
  let controllers: ControllerLocation

  /// The usual file. If it does not exist, every setting has its default.
  public init(_ location: SettingsLocation = SettingsLocation()) {
    path = location.path
    isRequired = false
    sites = location.sites
    scales = location.scales
    controllers = location.controllers
  }

  /// The file that the user has named with `--config`. Scales, controllers' maps and the site's files
  /// are in their usual places.
  public init(
    namedByUser path: String, location: SettingsLocation = SettingsLocation()
  ) {
    self.path = path
    isRequired = true
    sites = location.sites
    scales = location.scales
    controllers = location.controllers
  }

  /// The names of all controllers' maps, sorted.
  public var controllerNames: [String] { controllers.names }

  /// The names of all scales that the settings can name, sorted.
  public var scaleNames: [String] { scales.names }

  /// Where the file tells Peach to look for SoundFonts. Throws if the file is not valid.
  public func soundFonts() throws(SettingsError) -> SoundFontPaths {
    try layers(of: try contents(of: try image())).soundFonts
  }

  /// What the file sets for a key, as on the command line; `nil` if it does not set it. Throws if the file
  /// cannot be read or is not TOML.
  public func storedText(of key: SettingKey) throws(SettingsError) -> String? {
    try contents(of: try image()).entries[key]?.value.text
  }

  /// All faults of the file that do not keep Peach from reading the rest; empty for a valid file.
  /// Throws if the file cannot be read or is not TOML.
  public func problems() throws(SettingsError) -> [SettingsError] {
    let contents = try contents(of: try image())
    do throws(SettingsError) {
      _ = try layers(of: contents)
      return contents.problems
    } catch {
      return contents.problems + [error]
    }
  }

  /// The settings files of the site that are there, with what is wrong in each. The most important
  /// one is first. What does not fit the user's own settings counts as wrong.
  public var siteFiles: [SiteFile] {
    let contents = (try? contents(of: try image())) ?? SettingsContents(path: path)
    let site = (try? layers(of: contents))?.site ?? SiteSettings(sites)
    return site.files
  }

  /// Checks the contents as a whole, with the files that they name.
  ///
  /// - Parameter site: the defaults of the site; `nil` to read them now.
  func layers(
    of contents: SettingsContents, overrides: SettingsOverrides = SettingsOverrides(),
    defaultIntervals: [DirectedInterval] = [.prime], over site: SiteSettings? = nil
  ) throws(SettingsError) -> SettingsLayers {
    try SettingsLayers.resolved(
      site ?? SiteSettings(sites), file: contents, overrides: overrides,
      defaultIntervals: defaultIntervals, scales: scales, controllers: controllers)
  }

  /// The bytes; `nil` if the file is missing and is not required.
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
    guard let value = SettingValue(key, text: text)?.anchored(in: Self.workingDirectory) else {
      throw .badValue(.argument, key: key, value: text)
    }
    try edit(creatingFolder: true) { () throws(SettingsError) in
      let bytes = try FileImage(path: path)?.bytes ?? Array(Self.header.utf8)
      let old = try SettingsDocument(bytes, path: path)
      let contents = SettingsContents(old, path: path)
      let site = SiteSettings(sites)
      if contents.entries[key]?.value == value, try isValid(contents, over: site) { return }

      guard let edited = old.setting(value) else { throw contents.firstProblem(with: key) }
      let new = try verified(edited, from: old, key: key)
      guard new.entries[key]?.value == value else { throw .cannotEdit(path: path, key: key) }
      do throws(SettingsError) {
        _ = try isValid(new, over: site)
        if let problem = newProblem(of: new, after: contents, over: site) {
          throw problem.blaming(key, at: .argument)
        }
      } catch  where error.key == key {
        // The line that the error names does not exist: it was never written.
        throw error.moved(to: .argument)
      }
      try replace(with: edited)
    }
  }

  /// Removes a key from the file, so that it has its default again. A comment after the value
  /// stays.
  ///
  /// Does nothing if the file is missing or does not set the key. Other faults of the file do not
  /// matter, but a new one does (a note range that is too narrow with the default): then this
  /// throws and leaves the file as it was.
  public func unset(_ key: SettingKey) throws(SettingsError) {
    try edit(creatingFolder: false) { () throws(SettingsError) in
      guard let bytes = try image()?.bytes else { return }
      let old = try SettingsDocument(bytes, path: path)
      guard old.root[key.name] != nil else { return }
      let contents = SettingsContents(old, path: path)
      guard let edited = old.removing(key) else { throw contents.firstProblem(with: key) }
      let new = try verified(edited, from: old, key: key)
      let site = SiteSettings(sites)
      if (try? layers(of: contents, over: site)) != nil {
        _ = try layers(of: new, over: site)
        if let problem = newProblem(of: new, after: contents, over: site) { throw problem }
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

  /// Parses the edited bytes and checks that only one key differs.
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

extension SettingsFile {
  /// Creates the file, unless it exists, with the settings of another one. Paths become absolute;
  /// comments are not copied.
  ///
  /// Throws, and creates nothing, if the other file is not valid.
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
