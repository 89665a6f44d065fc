import ArgumentParser
import Console
import Foundation
import Language

/// Translates ArgumentParser's own English text into the user's language: the headings of a help
/// page and the errors of a command line. Unknown text stays unchanged.
package enum ParserWords {
  package static func text(_ english: String) -> String {
    english.components(separatedBy: "\n").map(line).joined(separator: "\n")
  }

  private static func line(_ line: String) -> String {
    for text in wholeLines {
      if let values = text.values(in: line) { return text.inUsersLanguage(values.map(usage)) }
    }
    for text in headings {
      if let rest = text.values(in: line)?.first {
        return text.inUsersLanguage([problem(usage(rest))])
      }
    }
    for text in ends {
      if let start = text.values(in: line)?.first { return text.inUsersLanguage([start]) }
    }
    return line.replacingOccurrences(
      of: "(default: ", with: localized(context: "of an option", "(default: ")
    )
    .replacingOccurrences(
      of: " (default)  ", with: " " + localized(context: "of a subcommand", "(default)") + "  ")
  }

  private static func problem(_ text: String) -> String {
    for known in problems {
      if let values = known.values(in: text) {
        return known.inUsersLanguage(
          values.map {
            $0.replacingOccurrences(
              of: "', '", with: localized(context: "between quoted words", "', '"))
          })
      }
    }
    return text
  }

  /// Translates the names of the parts of a command line.
  private static func usage(_ text: String) -> String {
    text
      .replacingOccurrences(of: "<options>", with: localized(context: "usage", "<options>"))
      .replacingOccurrences(of: "<subcommand>", with: localized(context: "usage", "<subcommand>"))
  }

  private static let wholeLines = [
    translatable("ARGUMENTS:"), translatable("OPTIONS:"), translatable("SUBCOMMANDS:"),
    translatable("  See '%@' for detailed help."), translatable("  See '%@' for more information."),
  ]

  private static let headings = [
    translatable("OVERVIEW: %@"), translatable("USAGE: %@"), translatable("Usage: %@"),
    translatable("Error: %@"), translatable("Help:  %@"),
  ]

  private static let ends = [
    translatable("%@Show the version."), translatable("%@Show help information."),
    translatable("%@Show subcommand help information."),
  ]

  /// The first match is used, so that texts with more words come first.
  private static let problems = [
    translatable("Unknown option '%@'. Did you mean '%@'?"), translatable("Unknown option '%@'"),
    translatable("Missing value for '%@'"),
    translatable("The option '%@' does not take any value, but '%@' was specified."),
    translatable("Unexpected argument '%@'. Did you mean '%@'?"),
    translatable("Unexpected argument '%@'"), translatable("%@ unexpected arguments: '%@'"),
    translatable("Missing expected argument '%@'"), translatable("Missing one of: '%@'"),
    translatable("Missing required subcommand."),
    translatable("The value '%@' is invalid for '%@'. Please provide one of %@ or '%@'."),
    translatable("The value '%@' is invalid for '%@'. Please provide one of '%@' and '%@'."),
    translatable("The value '%@' is invalid for '%@'. Please provide one of %@."),
    translatable("The value '%@' is invalid for '%@': %@"),
    translatable("The value '%@' is invalid for '%@'"), translatable("Invalid option: %@"),
  ]
}

package enum UnknownOption {
  /// The error text, with the option that was probably meant. ArgumentParser itself suggests any
  /// option that is about as long.
  ///
  /// - Parameter options: the long options of the command, such as `--json`, in the order of its
  ///   help.
  package static func explain(_ text: String, among options: @autoclosure () -> [String]) -> String
  {
    guard
      let found = text.firstMatch(of: #/Unknown option '(--[^']+)'(?:\. Did you mean '[^']*'\?)?/#)
    else { return text }
    // as it is: English like the rest, which ``ParserWords`` translates.
    let hint = nearest(to: String(found.1), among: options()).map { ". Did you mean '\($0)'?" }
    // as it is: English like the rest.
    let explained = "Unknown option '\(found.1)'" + (hint ?? "")
    return text.replacingCharacters(in: found.range, with: explained)
  }

  /// The long options of the command that these arguments choose.
  package static func options(
    in arguments: [String], of root: any ParsableCommand.Type
  ) -> [String] {
    var command = root
    for word in arguments where !word.hasPrefix("-") {
      // Other words are values of options.
      let next = command.configuration.subcommands.first { $0._commandName == word }
      command = next ?? command
    }
    command = command.configuration.defaultSubcommand ?? command
    let lines = command.helpMessage(columns: 1000).split(separator: "\n")
    return lines.filter { $0.hasPrefix("  -") }.flatMap { line in
      line.split(separator: " ").prefix { $0.hasPrefix("-") || $0.hasSuffix(",") }
        .map { $0.trimmingCharacters(in: [","]) }.filter { $0.hasPrefix("--") }
    }
  }

  /// The first option of which the word is a part (`--level`: `--output-level`), or else the one
  /// with the most similar spelling.
  private static func nearest(to word: String, among options: [String]) -> String? {
    let names = options.map { String($0.dropFirst(2)) }
    let wanted = word.dropFirst(2).lowercased()
    func first(_ fits: (Substring) -> Bool) -> String? {
      names.first { $0.split(separator: "-").contains(where: fits) }
    }
    let near =
      first { $0 == wanted } ?? NearestWord.to(wanted, among: names)
      ?? first { wanted.count > 3 && $0.hasPrefix(wanted) }
    return near.map { "--" + $0 }
  }
}

/// A word on the command line that should be a subcommand, but is none.
package struct UnknownSubcommand: Equatable {
  package let word: String

  /// The subcommands that are allowed in its place.
  package let known: [String]

  /// True if it is in the place of `compare` and the other main subcommands.
  package let isFirstWord: Bool

  /// Finds the first such word; `nil` if every word matches a subcommand.
  package static func find(
    in arguments: [String], of root: any ParsableCommand.Type
  ) -> UnknownSubcommand? {
    var subcommands = root.configuration.subcommands
    var isFirstWord = true
    for word in arguments where !word.hasPrefix("-") {
      guard !subcommands.isEmpty, word != "help" else { return nil }
      guard let next = subcommands.first(where: { $0._commandName == word }) else {
        let shown = subcommands.filter { $0.configuration.shouldDisplay }
        return UnknownSubcommand(
          word: word, known: shown.map { $0._commandName }, isFirstWord: isFirstWord)
      }
      subcommands = next.configuration.subcommands
      isFirstWord = false
    }
    return nil
  }

  /// The error text, with the subcommand that was probably meant if the error is about this word.
  package func explain(_ text: String) -> String {
    let found = "'\(word)'"
    var lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard let nearest = NearestWord.to(word, among: known), lines[0].hasSuffix(found) else {
      return text
    }
    // as it is: English like the rest, which ``ParserWords`` translates.
    lines[0] += ". Did you mean '\(nearest)'?"
    return lines.joined(separator: "\n")
  }
}
