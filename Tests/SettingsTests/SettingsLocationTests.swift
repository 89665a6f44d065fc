import Settings
import Testing

@Suite("SettingsLocation")
struct SettingsLocationTests {
  @Test(
    "the file lies below the configuration's base, if that is absolute",
    arguments: [
      (["XDG_CONFIG_HOME": "/x", "HOME": "/h"], "/x/peach/config.toml"),
      (["XDG_CONFIG_HOME": "/x/", "HOME": "/h"], "/x/peach/config.toml"),
      (["XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.config/peach/config.toml"),
      (["XDG_CONFIG_HOME": "x", "HOME": "/h"], "/h/.config/peach/config.toml"),
      (["XDG_CONFIG_HOME": "../x", "HOME": "/h/"], "/h/.config/peach/config.toml"),
      (["HOME": "/h"], "/h/.config/peach/config.toml"),
      (["HOME": "h"], "/of/passwd/.config/peach/config.toml"),
      ([:], "/of/passwd/.config/peach/config.toml"),
    ])
  func path(environment: [String: String], path: String) {
    let location = SettingsLocation(environment: environment, homeDirectory: "/of/passwd")
    #expect(location.path == path)
  }
}
