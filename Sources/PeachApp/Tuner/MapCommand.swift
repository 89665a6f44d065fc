import ArgumentParser
import Charts
import Foundation
import History
import Language
import MainThread
import Music
import Program
import Settings
import Training

/// The command `peach map`, which records the notes of an instrument and shows how they stand.
struct MapCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: localized("Find out which notes of your instrument are sharp or flat."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Play or sing what you like for some minutes, scales or a piece, into the audio input in_1. \
        Peach measures each note that holds for 0.15 seconds and stores how many cents it is off equal \
        temperament; it keeps no audio. From the last 2000 notes it concludes how far each note is \
        sharp or flat of the rest, where the whole stands, and in which tuning you play, or that this \
        cannot be told. What is said of a note rests on at least eight of it.

        Backspace or u takes the last note back, d sounds a drone, o chooses the microphone, and q ends \
        the run and shows the map; u there takes back all notes of the run. From a pipe, each line is \
        one command: undo, undo all, drone A3, drone off, level -20, quit. With --json, Peach prints one \
        JSON object a line. If the microphone hears the drone, do not play in its first half second.
        """),
      examples: """
        peach map
        peach map --label violin --seconds 180
        peach map --drone D4 --connect-input system:capture_2 --json
        peach map show --label violin
        """),
    subcommands: [MapShow.self])

  @OptionGroup var instrument: InstrumentOption

  @Option(
    help: ArgumentHelp(
      localized("End after so many seconds."),
      valueName: localized(context: "value of an option", "seconds")))
  var seconds: Double?

  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  func validate() throws {
    if let seconds, !(seconds > 0 && seconds.isFinite) {
      throw ValidationError(localized("--seconds takes a number above 0."))
    }
  }

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report(asEvents: true) {
      var texts = try context.resolvingSound(in: settings.texts)
        .merging(global.settingTexts) { $1 }
      // The setting switches a drone on the reference note; here it may also name a note.
      let drone = texts["drone"].flatMap { ReferenceNote($0)?.note }
      if drone != nil { texts["drone"] = nil }
      let settings = try context.readSettings(texts)
      let recording = try await MapRecording(
        context, label: instrument.label, referencePitch: settings.referencePitch)
      let run = TunerRun(
        context, settings: settings, library: try context.soundFontLibrary(settings.soundFonts),
        recording: recording)
      run.seconds = seconds
      if let drone { run.beginDrone(on: drone) } else if settings.drone { run.beginDrone(on: nil) }
      return try await run.run()
    }
    throw ExitCode(status)
  }
}

/// The instrument of a command.
struct InstrumentOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      localized("The name of the instrument, if you play several: each has a map of its own."),
      valueName: localized(context: "value of an option", "name")))
  var label: String?

  func validate() throws {
    guard let label else { return }
    if label.isEmpty || label != label.visible || label.count > 80 {
      throw ValidationError(
        localized("--label takes a name of at most 80 characters, all of them visible."))
    }
  }
}

/// The command `peach map show`.
struct MapShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: localized("Show how the notes of your instrument stand."),
    discussion: CommandHelp.discussion(
      localized(
        """
        The last 2000 notes count that peach map has stored of the instrument. A note that was heard \
        fewer than eight times is drawn as a circle, and nothing is said of it.
        """),
      examples: """
        peach map show
        peach map show --label violin --json | jq '.notes[] | select(.standsOut)'
        """))

  @OptionGroup var instrument: InstrumentOption
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform {
      let pitch = try context.readSettings().referencePitch
      do {
        let store = try TrainingDataStore.forReading(URL(fileURLWithPath: context.historyPath))
        defer { store.close() }
        if let figures = try store.figures(of: instrument.label, referencePitch: pitch) {
          let lines = global.json ? [figures.json.description] : figures.lines(context.glyphs)
          for line in lines { context.output.writeLine(line) }
          return
        }
        let others = try store.instruments()
        guard instrument.label == nil, others.isEmpty else {
          throw Fault.usage(MapWords.noNotes(of: instrument.label, others: others))
        }
        context.output.writeLine(global.json ? MapWords.emptyJSON : MapWords.empty)
      } catch let error as DataStoreError {
        throw Fault(error, path: context.historyPath)
      }
    }
  }
}

extension TrainingDataStore {
  /// The map of an instrument with its changes; `nil` if it has no notes. Throws `fetchFailed`.
  func figures(
    of label: String?, referencePitch: Frequency
  ) throws(DataStoreError) -> InstrumentFigures? {
    try maps(of: label, referencePitch: referencePitch).map {
      InstrumentFigures($0.now, label: label, earlier: $0.earlier)
    }
  }

  /// The maps of an instrument of today and of more than four weeks ago; `nil` if it has no notes.
  /// Throws `fetchFailed`.
  nonisolated func maps(
    of label: String?, referencePitch: Frequency
  ) throws(DataStoreError) -> (now: InstrumentMap, earlier: InstrumentMap?)? {
    let notes = try notes(ofInstrument: label, referencePitch: referencePitch)
    let before = Scheduling.date.addingTimeInterval(-InstrumentFigures.weeks)
    let earlier = try self.notes(
      ofInstrument: label, before: before, referencePitch: referencePitch)
    return InstrumentMap(notes, referencePitch: referencePitch).map {
      ($0, InstrumentMap(earlier, referencePitch: referencePitch))
    }
  }
}
