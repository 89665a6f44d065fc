extension FolderFacts {
  public var checkup: Checkup {
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
        .folders, .ok, findings: ["All of Peach's folders can be written to."], facts: facts)
    }
    return Checkup(
      .folders, .fault, findings: bad.map(Self.finding),
      advice: bad.map { folder in
        folder.exists
          ? "chmod u+w '\(folder.path)'; if it is another's: sudo chown \"$USER\" '\(folder.path)'"
          : "mkdir -p '\(folder.path)', by somebody who may"
      }, facts: facts, status: .cannotCreate)
  }

  private static func finding(_ folder: Folder) -> String {
    switch (folder.use, folder.exists) {
    case (.settings, true): "\(folder.path) cannot be written to: settings cannot be changed."
    case (.settings, false): "\(folder.path) cannot be made: settings cannot be changed."
    case (.history, true): "\(folder.path) cannot be written to: results cannot be stored."
    case (.history, false): "\(folder.path) cannot be made: results cannot be stored."
    case (.recovery, true):
      "\(folder.path) cannot be written to: results that the history does not take may be lost."
    case (.recovery, false):
      "\(folder.path) cannot be made: results that the history does not take may be lost."
    }
  }
}
