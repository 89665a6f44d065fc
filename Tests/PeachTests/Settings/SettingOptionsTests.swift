import Settings
import Testing

@testable import PeachApp
@testable import Program

@Suite("The options for settings")
struct SettingOptionsTests {
  /// The names of the options, as the parser keeps them.
  private var names: [String] {
    Mirror(reflecting: SettingOptions()).children.compactMap(\.label).map { String($0.dropFirst()) }
  }

  @Test("every setting of the table has its option, in the same order; connect is a global one")
  func complete() {
    #expect(names == SettingKey.allCases.filter { $0 != .connect }.map(\.name))
  }

  @Test("what is given is known by its key")
  func given() throws {
    let options = try SettingOptions.parse([
      "--note-duration", "0.3", "--tuning", "just", "--commit-buttons", "",
    ])
    #expect(
      options.texts == ["noteDuration": "0.3", "tuningSystem": "just", "commitButtons": ""])
    #expect(try SettingOptions.parse([]).texts.isEmpty)
  }
}
