import Files
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
    let folders = XDGFolders(environment: environment, accountHome: homeDirectory)
    let base = folders.config + "/peach"
    path = base + "/config.toml"
    scales = ScaleLocation(folder: base + "/scales", home: folders.home)
    controllers = ControllerLocation(own: base + "/controllers")
  }
}
