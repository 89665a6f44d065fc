import Testing

@testable import Settings

/// Who decides what the outputs are connected with: setting × option × environment.
@Suite("OutputRule")
@MainActor
struct OutputRuleTests {
  private func outputs(
    set: String?, option: String?, environment: [String: String]
  ) throws -> OutputChoice {
    let home = try TemporaryHome()
    if let set { try home.write("connect = '\(set)'\n") }
    let options: [SettingKey: String] = option.map { [.connect: $0] } ?? [:]
    let settings = try FileUserSettings(
      file: home.file, overrides: SettingsOverrides(options))
    return settings.outputs(under: SessionManager(environment: environment))
  }

  nonisolated private static let managed = [
    ["NSM_URL": "osc.udp://host:1/"], ["LADISH_APP_NAME": "peach"],
    ["NSM_URL": "osc.udp://host:1/", "LADISH_APP_NAME": "peach"],
  ]

  @Test(
    "without a session manager the option holds, else what is set, else the machine's outputs",
    arguments: [[:], ["NSM_URL": ""], ["LADISH_APP_NAME": "", "NSM_CLIENT_ID": "x"]])
  func unmanaged(environment: [String: String]) throws {
    for (set, option, choice) in [
      (nil, nil, .physical), ("off", nil, .off), ("desk", nil, .pattern("desk")),
      ("off", "physical", .physical), ("physical", "off", .off), (nil, "off", .off),
      ("off", "desk:in", .pattern("desk:in")),
    ] as [(String?, String?, OutputChoice)] {
      #expect(try outputs(set: set, option: option, environment: environment) == choice)
    }
  }

  @Test("under a session manager nothing but the option holds", arguments: managed)
  func managed(environment: [String: String]) throws {
    for (set, option, choice) in [
      (nil, nil, .off), ("physical", nil, .off), ("desk", nil, .off), ("off", nil, .off),
      (nil, "physical", .physical), ("off", "desk", .pattern("desk")), ("desk", "off", .off),
    ] as [(String?, String?, OutputChoice)] {
      #expect(try outputs(set: set, option: option, environment: environment) == choice)
    }
  }
}
