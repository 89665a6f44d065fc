import Files
import Foundation
import Installation
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
  let controllers: NamedFiles

  /// The presets; the user's own are in `presets` beside the settings file, a site's beside its file.
  let presets: NamedFiles

  /// The plans; the user's own are in `plans` beside the settings file, a site's beside its file.
  let plans: NamedFiles

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
  public let path: String

  /// Whether the file must exist, as one named with `--config` must.
  public let isRequired: Bool

  /// The settings files of the site, which give defaults; the most important one first.
  let sites: [String]

  /// The scales that the settings can name.
  let scales: ScaleLocation

  /// The maps of controllers that the settings can name.
  let controllers: NamedFiles
  let presets: NamedFiles
  let plans: NamedFiles

  /// The usual file. If it does not exist, every setting has its default.
  public init(_ location: SettingsLocation = SettingsLocation()) {
    path = location.path
    isRequired = false
    sites = location.sites
    scales = location.scales
    controllers = location.controllers
    presets = location.presets
    plans = location.plans
  }

  /// The file that the user has named with `--config`, or that of a session. Scales can also be in `scales`
  /// beside it, and plans in `plans`, and those come first. Controllers' maps and the site's files are in their usual places.
  public init(
    namedByUser path: String, location: SettingsLocation = SettingsLocation()
  ) {
    self.path = path
    isRequired = true
    sites = location.sites
    let folder = path.parentDirectory
    scales = location.scales.preferring(folder.isEmpty ? "scales" : folder + "/scales")
    plans = location.plans.preferring(folder.isEmpty ? "plans" : folder + "/plans")
    controllers = location.controllers
    presets = location.presets
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
