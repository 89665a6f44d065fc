import ArgumentParser
import Console
import Foundation
import History

/// `peach data check`: whether the history is sound.
struct DataCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: localized("Check the training history."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Looks through the whole database, its place and what waits beside it; changes nothing. Each thing \
        that is wrong gets a line with what to do about it, and the exit code is 65.
        """),
      examples: """
        peach data check
        peach data check --json | jq .findings
        """))

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let surroundings = Surroundings(global)
    let status = await surroundings.report {
      let path = surroundings.historyPath
      let facts = try check(surroundings)
      surroundings.output.write(
        global.json ? DataText.checkJSON(facts, path: path) : DataText.check(facts, path: path))
      return (facts.isSound ? ExitStatus.success : .badData).rawValue
    }
    throw ExitCode(status)
  }

  /// A history that cannot be opened for being what it is has that as its only finding.
  @MainActor private func check(_ surroundings: Surroundings) throws -> HistoryFacts {
    let url = try surroundings.presentHistory()
    do {
      let store = try TrainingDataStore.forReading(url)
      defer { store.close() }
      return HistoryFacts(try store.check(surroundings.recoveryPlaces))
    } catch {
      let fault = Fault(error, path: surroundings.historyPath)
      guard fault.status == .badData else { throw fault }
      return HistoryFacts(unopened: error)
    }
  }
}
