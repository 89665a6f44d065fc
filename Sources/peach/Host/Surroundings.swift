import Console
import Foundation
import History
import Logging
import Settings

/// Where this run finds its files, its server and its terminal, and how it speaks of faults.
final class Surroundings {
  let global: GlobalOptions
  let environment = ProcessInfo.processInfo.environment
  let output: any TextOutput = DescriptorOutput.standardOutput
  let messages: any TextOutput = DescriptorOutput.standardError

  init(_ global: GlobalOptions) {
    self.global = global
    signal(SIGPIPE, SIG_IGN)
    let level: Logger.Level = global.verbose ? .debug : .error
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      return handler
    }
  }

  var glyphs: Glyphs { Glyphs.forLocale(environment) }

  var settingsFile: SettingsFile {
    global.config.map { SettingsFile(namedByUser: $0) }
      ?? SettingsFile(SettingsLocation(environment: environment))
  }

  /// Opens the history. Throws ``Fault``.
  func openStore() throws(Fault) -> TrainingDataStore {
    let location = global.data.map { URL(fileURLWithPath: $0) } ?? historyURL
    do {
      return try TrainingDataStore(url: location)
    } catch let error as DataStoreError {
      throw Fault(error, path: location.path)
    } catch {
      throw .database(path: location.path, reason: String(describing: error))
    }
  }

  /// Runs a body and returns its exit status; a fault gets its line and its status.
  func report(_ body: () async throws -> Int32) async -> Int32 {
    do {
      return try await body()
    } catch {
      let fault = Fault(any: error)
      messages.writeLine("peach: \(fault.message)")
      return fault.status.rawValue
    }
  }

  private var historyURL: URL { HistoryLocation(environment: environment).url }
}
