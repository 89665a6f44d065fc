import ArgumentParser
import Console

/// A word on the command line that stands where a subcommand should and is none.
struct UnknownSubcommand: Equatable {
  let word: String

  /// The subcommands that there are in its place.
  let known: [String]

  /// Whether it stands where `compare` and the like do.
  let isFirstWord: Bool

  /// Finds the first such word; `nil` where every word finds its subcommand.
  static func find(
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

  /// What is said of an error, with the subcommand that was probably meant if this is what it is about.
  func explain(_ text: String) -> String {
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
