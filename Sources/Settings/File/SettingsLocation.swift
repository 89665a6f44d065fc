import Foundation

/// Where the settings are. No other file knows the path.
public struct SettingsLocation: Hashable, Sendable {
  /// The settings file, whether it exists or not.
  public let path: String

  /// Where the scales are that a setting names, `scales` beside the settings file.
  let scales: ScaleLocation

  /// Where the maps of controllers are, the user's own in `controllers` beside the settings file.
  let controllers: ControllerLocation

  /// `$XDG_CONFIG_HOME/peach/config.toml`. A base that is empty or relative counts as not given, as
  /// the XDG Base Directory Specification says; `~/.config` then stands in for it.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    homeDirectory: String = NSHomeDirectory()
  ) {
    let home = Self.absolute(environment["HOME"]) ?? homeDirectory
    let base = Self.absolute(environment["XDG_CONFIG_HOME"]) ?? home + "/.config"
    path = base + "/peach/config.toml"
    scales = ScaleLocation(folder: base + "/peach/scales", home: home)
    controllers = ControllerLocation(own: base + "/peach/controllers")
  }

  private static func absolute(_ path: String?) -> String? {
    guard var path, path.hasPrefix("/") else { return nil }
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
