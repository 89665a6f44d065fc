import Testing

@testable import History

@Suite("The place of the database")
struct HistoryLocationTests {
  private func path(_ environment: [String: String]) -> String {
    HistoryLocation(environment: environment, accountHome: "/accounts/ada").database.path
  }

  @Test("XDG_DATA_HOME leads")
  func dataHome() {
    #expect(
      path(["XDG_DATA_HOME": "/data", "HOME": "/home/ada"]) == "/data/peach/training.sqlite")
  }

  @Test(
    "without it, or where it is not absolute, the home directory's default",
    arguments: [
      nil, "", "relative/data", "~/data",
    ])
  func home(dataHome: String?) {
    var environment = ["HOME": "/home/ada"]
    environment["XDG_DATA_HOME"] = dataHome
    #expect(path(environment) == "/home/ada/.local/share/peach/training.sqlite")
  }

  @Test("without HOME, the account's", arguments: [[:], ["HOME": ""], ["HOME": "ada"]])
  func account(environment: [String: String]) {
    #expect(path(environment) == "/accounts/ada/.local/share/peach/training.sqlite")
  }
}
