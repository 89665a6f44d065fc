import ArgumentParser

/// Lets the global options stand before a subcommand, as in `peach --json profile`: ArgumentParser
/// would take them for options of the default subcommand.
package enum ArgumentOrder {
  /// The arguments with the global options moved behind the subcommand, and a negative number that is no
  /// option's to the end. Everything else stays in its order; arguments without a subcommand stay as they are.
  ///
  /// - Parameter root: the command of which the arguments are.
  package static func arranged(_ arguments: [String], of root: any ParsableCommand.Type) -> [String]
  {
    var (path, options): ([String], [String]) = ([], [])
    var subcommands = root.configuration.subcommands
    var index = 0
    // A subcommand without subcommands takes all that follows as it stands.
    while !subcommands.isEmpty {
      var end = index
      while let length = lengthOfOption(in: arguments, at: end) { end += length }
      guard end < arguments.count,
        let next = subcommands.first(where: { $0._commandName == arguments[end] })
      else { break }
      options += arguments[index..<end]
      path.append(arguments[end])
      subcommands = next.configuration.subcommands
      index = end + 1
    }
    var rest = Array(arguments[index...])
    // ArgumentParser would take a negative number for an option.
    let number = rest.indices.dropFirst().first { place in
      rest[place].wholeMatch(of: #/-[0-9][0-9.,]*/#) != nil && !rest[place - 1].hasPrefix("-")
    }
    if let number, !rest.contains("--") {
      let value = rest.remove(at: number)
      rest += ["--", value]
    }
    return path + options + rest
  }

  /// How many arguments a global option takes up; `nil` if there is none.
  private static func lengthOfOption(in arguments: [String], at index: Int) -> Int? {
    guard index < arguments.count, arguments[index].hasPrefix("--") else { return nil }
    let parts = arguments[index].dropFirst(2).split(separator: "=", maxSplits: 1)
    guard let name = parts.first, let takesValue = takesValue[String(name)] else { return nil }
    guard takesValue, parts.count == 1 else { return 1 }
    return index + 1 < arguments.count ? 2 : nil
  }

  /// The names of the global options, and whether a value follows.
  private static let takesValue: [String: Bool] = {
    var names: [String: Bool] = [:]
    for (label, wrapper) in Mirror(reflecting: GlobalOptions()).children {
      // A property wrapper is stored under the name of its property with an underscore.
      guard let label, label.hasPrefix("_") else { continue }
      names[optionName(of: label.dropFirst())] = !(wrapper is Flag<Bool>)
    }
    return names
  }()

  /// `connectMidi` becomes `connect-midi`.
  private static func optionName(of property: Substring) -> String {
    property.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
  }
}
