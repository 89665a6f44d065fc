import Files
import Foundation
import MainThread

/// The file that an export is written to: complete and on the disk, or not there.
final class ExportFile {
  private let path: String

  /// `nil` once it is finished.
  private var file: ReplacedFile?

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - isReplacing: whether an existing file may be replaced.
  ///
  /// Throws ``ExchangeFault``, or `CancellationError` while it waits for a reader.
  init(_ path: String, isReplacing: Bool) throws {
    self.path = path
    do throws(FileFault) {
      if path == "-" {
        file = .standardOutput()
      } else {
        file = try ReplacedFile(path, .output(replacing: isReplacing))
      }
    } catch {
      if case .cannotCreate(_, ECANCELED) = error { throw CancellationError() }
      throw ExchangeFault(error, path: path)
    }
  }

  func write(_ text: String) throws(ExchangeFault) {
    invariant(file != nil, "nothing is written after the end")
    do throws(FileFault) {
      try file?.write(text)
    } catch {
      throw ExchangeFault(error, path: path)
    }
  }

  /// Puts the file in its place.
  func finish() throws(ExchangeFault) {
    do throws(FileFault) {
      try file.take()?.commit()
    } catch {
      throw ExchangeFault(error, path: path)
    }
  }
}

extension ExchangeFault {
  /// - Parameter path: the file as the user has named it.
  init(_ fault: FileFault, path: String) {
    self =
      switch fault {
      case .isDirectory: .targetIsDirectory(path: path)
      case .exists: .exists(path: path)
      case .cannotFollow(_, let reason), .cannotCreate(_, let reason):
        .cannotCreate(path: path, reason: reason)
      case .cannotWrite(_, let reason): .cannotWrite(path: path, reason: reason)
      }
  }
}
