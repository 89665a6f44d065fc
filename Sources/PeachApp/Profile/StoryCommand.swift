import ArgumentParser
import Charts
import Foundation
import Language
import Program
import Training

/// `peach story`: what was trained and what came of it, month by month.
struct StoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "story",
    abstract: localized("Show month by month what you trained and what came of it."),
    discussion: CommandHelp.discussion(
      localized(
        """
        For each month: how much you trained and with which sound most often, what was done or stands \
        still, what checks found, and the last figures with their intervals. The goals are those \
        of the settings now: goalUnison, goalInterval, goalMatching and goalPlaying.
        """),
      examples: """
        peach story
        peach story --json | jq '.months[-1].figures'
        """))

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform {
      let settings = try context.readSettings().coach
      let story = Story(try context.skills(before: .distantFuture, settings))
      let lines = global.json ? [story.json.description] : story.lines
      for line in lines { context.output.writeLine(line) }
    }
  }
}
