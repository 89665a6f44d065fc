import AudioFiles
import Files
import Foundation
import MainThread

/// The folder in which judged notes are kept as sound files. Files are written and removed one after the other, on
/// a thread of its own: a disk may take its time.
nonisolated struct AudioFolder: Sendable {
  /// Why a file is not there.
  enum Failure: Error, Hashable, Sendable {
    case isNoFolder

    /// It is there, and may not be written to, or it has gone.
    case system(errno: CInt)
    case exists(file: String)
    case unwritable(reason: String)

    /// The disk takes longer than the notes do.
    case isSlow

    /// The same for failures that one trouble causes, whichever file it is.
    var kind: Kind {
      switch self {
      case .isNoFolder, .system(ENOTDIR): .isNoFolder
      case .system(let errno): .system(errno: errno)
      case .exists: .exists
      case .unwritable(let reason): .unwritable(reason: reason)
      case .isSlow: .isSlow
      }
    }

    enum Kind: Hashable, Sendable {
      case isNoFolder, exists, isSlow
      case system(errno: CInt)
      case unwritable(reason: String)
    }
  }

  /// An absolute path.
  let path: String

  private let thread = WorkThread(named: "peach-audio")

  /// - Parameter path: if it is relative, it is seen from the working directory of this moment.
  init(_ path: String) { self.path = URL(fileURLWithPath: path).path }

  /// Makes the folder, and those above it, if there is none. Files are written only into a folder that was there at
  /// the beginning: one that is gone may be a disk that was taken out.
  func make() -> Failure? {
    if let status = FileStatus(path) {
      if status.kind != .folder { return .isNoFolder }
    } else {
      do throws(FileFault) {
        try createFolder(path)
      } catch {
        return Failure(error)
      }
      guard FileStatus(path)?.kind == .folder else { return .isNoFolder }
    }
    return access(path, W_OK | X_OK) == 0 ? nil : .system(errno: errno)
  }

  /// The path of the file with the sound of a record.
  func file(of id: UUID) -> String { "\(path)/\(id.uuidString.lowercased()).wav" }

  /// Writes the sound of a record; the file is complete or not there.
  func write(_ sound: KeptSound) async -> Failure? {
    let file = file(of: sound.id)
    return await thread.value {
      do {
        try replaceAtomically(file, with: try sound.wave().bytes, .new)
        return nil
      } catch let fault as FileFault {
        return Failure(fault)
      } catch let error as WaveFileError {
        return .unwritable(reason: error.reason)
      } catch {
        return .unwritable(reason: "\(error)")
      }
    }
  }

  /// Removes the file of a record, if there is one.
  func remove(_ id: UUID) async -> Failure? {
    let file = file(of: id)
    return await thread.value {
      // Without the folder there is no file either.
      unlink(file) == 0 || errno == ENOENT || errno == ENOTDIR ? nil : .system(errno: errno)
    }
  }
}

nonisolated extension AudioFolder.Failure {
  fileprivate init(_ fault: FileFault) {
    self =
      switch fault {
      case .isDirectory(let path), .exists(let path): .exists(file: path)
      case .cannotFollow(_, let errno), .cannotCreate(_, let errno), .cannotWrite(_, let errno):
        .system(errno: errno)
      }
  }
}
