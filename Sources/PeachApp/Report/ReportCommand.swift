import ArgumentParser
import Charts
import Foundation
import History
import Installation
import Language
import MainThread
import Music
import Program
import Settings

/// `peach report`: charts of the user's hearing, as a page for a browser.
struct ReportCommand: AsyncParsableCommand {
  nonisolated static let standardName = "peach-report.html"

  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: localized("Write a web page with charts of your hearing."),
    discussion: CommandHelp.discussion(
      localized(
        """
        The report is one HTML file that needs no network. It shows what came of each month, as \
        peach story does, the threshold of each note \
        above a keyboard, the thresholds over time, the share of right answers by the size of the \
        difference, where intervals sound true, the bias, pull and spread of tuning, its errors by \
        interval in cents and in beats, which mistunings you hear (purity), how far played notes were off, with the pitch of each note of \
        the last session, the map of your instrument, and when you trained. For \
        each chart, a sentence gives the meaning and a table gives the figures. Peach replaces an \
        earlier report; it replaces any other file only with --force.
        """),
      examples: """
        peach report && xdg-open peach-report.html
        peach report --out ~/hearing.html --svg ~/pictures
        peach report --out - | lynx -stdin
        peach report --json | jq .comparison.unison.level
        """))

  @Option(
    help: ArgumentHelp(
      localized("The file to write, or - for standard output."),
      valueName: localized(context: "value of an option", "file.html")),
    completion: .file(extensions: ["html"]))
  var out = ReportCommand.standardName

  @Option(
    help: ArgumentHelp(
      localized("Also write each chart to this directory as an SVG file."),
      valueName: localized(context: "value of an option", "directory")),
    completion: .directory)
  var svg: String?

  @Flag(help: ArgumentHelp(localized("Replace existing files that are not reports.")))
  var force = false
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  func validate() throws {
    if out.isEmpty { throw ValidationError(localized("--out takes the name of a file, or -.")) }
    if svg?.isEmpty == true {
      throw ValidationError(localized("--svg takes the name of a directory."))
    }
  }

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform {
      let page = out == "-" ? nil : try ReportFile(context.target(out), isForced: force)
      let settings = try context.readSettings()
      let (store, hearing) = try context.readHistory()
      let snapshot = ReportSnapshot(
        hearing, noteRange: settings.noteRange,
        source: URL(fileURLWithPath: context.historyPath).lastPathComponent, date: Scheduling.date,
        version: PeachVersion.text
      ).showing(
        store.lastPlayed(),
        Story(
          try context.skills(in: store, before: .distantFuture, settings.coach),
          now: Scheduling.date),
        instruments: store.instruments(referencePitch: settings.referencePitch))
      let report = Report(snapshot)
      // Every path is checked before anything is written.
      let pictures = try svg.map { try places(of: report.pictures, in: $0, context) } ?? []
      for (file, picture) in pictures { try file.write(picture.text) }
      let text = report.page
      if let page { try page.write(text) } else { context.output.write(text) }
      // If the page goes to standard output, messages about it go to standard error.
      let output = page == nil ? context.messages : context.output
      if global.json {
        output.writeLine(
          ReportJSON.text(
            snapshot, path: out, bytes: text.utf8.count, pictures: pictures.map(\.file.path)))
      } else if page != nil {
        output.writeLine(
          ReportFileText.written(out, pictures: pictures.count, directory: svg))
      }
    }
  }

  @MainActor private func places(
    of pictures: [Report.Picture], in directory: String, _ context: CommandContext
  ) throws(Fault) -> [(file: ReportFile, picture: Report.Picture)] {
    if mkdir(directory, 0o700) != 0, errno != EEXIST {
      throw .cannotCreate(ReportFileText.noDirectory(directory, reason: errno))
    }
    var files: [(ReportFile, Report.Picture)] = []
    for picture in pictures {
      let path = URL(fileURLWithPath: directory, isDirectory: true)
        .appendingPathComponent(picture.fileName).path
      files.append((try ReportFile(context.target(path), isForced: force), picture))
    }
    return files
  }
}

extension TrainingDataStore {
  /// The notes of the last session of playing, in order; empty if they cannot be read.
  fileprivate func lastPlayed() -> [ReportSnapshot.LastPlayed] {
    let records = (try? lastPlayed(count: ReportSnapshot.mostPlayed)) ?? []
    return records.compactMap { record in
      record.measures.heardNote.map { .init(target: record.targetNote, $0) }
    }
  }

  /// The maps of instruments, the one that was played last first; empty if they cannot be read.
  fileprivate func instruments(referencePitch: Frequency) -> [InstrumentFigures] {
    let labels = (try? instruments()) ?? []
    return labels.compactMap { try? figures(of: $0, referencePitch: referencePitch) }
  }
}
