import Console
import Language

extension FolderFacts {
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
        .folders, .ok, findings: [localized("All of Peach's folders can be written to.")],
        facts: facts)
    }
    return Checkup(
      .folders, .fault, findings: bad.map(Self.finding),
      advice: bad.map { folder in
        folder.exists
          ? localized(
            "chmod u+w '%@'; if it is another's: sudo chown \"$USER\" '%@'", folder.path,
            folder.path)
          : localized("mkdir -p '%@', by somebody who may", folder.path)
      }, facts: facts, status: .cannotCreate)
  }

  private static func finding(_ folder: Folder) -> String {
    switch (folder.use, folder.exists) {
    case (.settings, true):
      localized("%@ cannot be written to: settings cannot be changed.", folder.path)
    case (.settings, false):
      localized("%@ cannot be made: settings cannot be changed.", folder.path)
    case (.history, true):
      localized("%@ cannot be written to: results cannot be stored.", folder.path)
    case (.history, false): localized("%@ cannot be made: results cannot be stored.", folder.path)
    case (.recovery, true):
      localized(
        "%@ cannot be written to: results that the history does not take may be lost.", folder.path)
    case (.recovery, false):
      localized(
        "%@ cannot be made: results that the history does not take may be lost.", folder.path)
    }
  }
}
