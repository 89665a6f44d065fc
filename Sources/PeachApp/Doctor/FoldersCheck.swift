import Console
import Foundation
import Language

/// The folders in which Peach stores its files.
struct FoldersCheck: DoctorCheck {
  enum Use: String {
    case settings, history, recovery
  }

  struct Folder {
    let use: Use
    let path: String
    let exists: Bool

    /// True if Peach can write to it, or create it if it does not exist.
    let isWritable: Bool
  }

  let folders: [Folder]

  nonisolated static var subject: Checkup.Subject {
    .init(code: "folders", name: localized(context: "doctor", "folders"))
  }

  static func scan(_ examination: Examination) -> Self {
    func folder(of path: String) -> String {
      URL(fileURLWithPath: path).deletingLastPathComponent().path
    }
    let context = examination.context
    return Self(folders: [
      .scan(folder(of: context.settingsFile.path), for: .settings),
      .scan(folder(of: context.historyPath), for: .history),
      .scan(context.recoveryPlaces.stateFolder.path, for: .recovery),
    ])
  }
}

extension FoldersCheck.Folder {
  /// Examines a folder, or if it does not exist the folder in which it would be created.
  static func scan(_ path: String, for use: FoldersCheck.Use) -> Self {
    var status = stat()
    let exists = stat(path, &status) == 0
    guard !exists else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      return .init(
        use: use, path: path, exists: true, isWritable: isFolder && access(path, W_OK | X_OK) == 0)
    }
    var ancestor = URL(fileURLWithPath: path)
    repeat {
      ancestor.deleteLastPathComponent()
    } while stat(ancestor.path, &status) != 0 && ancestor.path != "/"
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    return .init(
      use: use, path: path, exists: false,
      isWritable: isFolder && access(ancestor.path, W_OK | X_OK) == 0)
  }
}

extension FoldersCheck {
  var checkup: Checkup {
    var facts = JSONLine()
    facts.add(
      "folders",
      objects: folders.map { folder in
        var object = JSONLine()
        object.add("use", folder.use.rawValue)
        object.add("path", folder.path)
        object.add("exists", folder.exists)
        object.add("isWritable", folder.isWritable)
        return object
      })
    let bad = folders.filter { !$0.isWritable }
    guard !bad.isEmpty else {
      return Checkup(
        .ok, findings: [localized("All of Peach's folders are writable.")],
        facts: facts)
    }
    return Checkup(
      .fault, findings: bad.map(Self.finding),
      advice: bad.map { folder in
        folder.exists
          ? localized(
            "chmod u+w '%@'; if it belongs to another user: sudo chown \"$USER\" '%@'", folder.path,
            folder.path)
          : localized("Ask somebody with the permission to run: mkdir -p '%@'", folder.path)
      }, facts: facts, status: .cannotCreate)
  }

  private static func finding(_ folder: Folder) -> String {
    switch (folder.use, folder.exists) {
    case (.settings, true):
      localized("%@ is not writable, so settings cannot be changed.", folder.path)
    case (.settings, false):
      localized("%@ cannot be created, so settings cannot be changed.", folder.path)
    case (.history, true):
      localized("%@ is not writable, so results cannot be stored.", folder.path)
    case (.history, false):
      localized("%@ cannot be created, so results cannot be stored.", folder.path)
    case (.recovery, true):
      localized(
        "%@ is not writable, so results that the history cannot store may be lost.", folder.path)
    case (.recovery, false):
      localized(
        "%@ cannot be created, so results that the history cannot store may be lost.", folder.path)
    }
  }
}
