import ArgumentParser
import Foundation
import History

extension CommandContext {
  /// Runs a command that moves records and throws its exit code.
  ///
  /// - Parameter interrupted: what is said where a signal ends it.
  func transfer(interrupted: String, _ body: (TransferRun) async throws -> ExitStatus) async throws
  {
    let status = await report {
      do {
        return try await body(TransferRun(self)).rawValue
      } catch let interruption as TransferRun.Interruption {
        messages.writeLine("peach: \(interrupted)")
        return ExitStatus.signalled(by: interruption.signal)
      } catch let fault as Fault {
        throw fault
      } catch {
        throw Fault(error, whileTransferring: historyPath)
      }
    }
    throw ExitCode(status)
  }

  /// The history for records that come in; it is created where there is none. Throws ``Fault``.
  ///
  /// - Parameter isPreview: whether nothing is to be stored, so that nothing need be created.
  func openHistoryForImport(isPreview: Bool) throws(Fault) -> TrainingDataStore {
    let url = URL(fileURLWithPath: historyPath)
    do {
      if isPreview {
        return FileManager.default.fileExists(atPath: url.path)
          ? try .onlyForReading(url) : try .inMemory()
      }
      return try TrainingDataStore(url: url)
    } catch {
      throw Fault(error, path: historyPath)
    }
  }

  /// A file that is to be read must be there before anything else is done. Throws ``Fault``.
  func checkPresence(_ file: String) throws(Fault) {
    guard file == "-" || FileManager.default.fileExists(atPath: file) else {
      throw .missingFile(file)
    }
  }
}
