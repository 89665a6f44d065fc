import ArgumentParser
import Console
import Language
import Settings
import Sound

/// `peach midi`: lists controllers, shows what they send and learns their controls.
struct MIDICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "midi",
    abstract: localized("Show MIDI controllers, what they send, and learn their controls."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Peach listens to whatever is connected with its port midi_in. Any keyboard works at once: the \
        modulation wheel (CC 1) and the pitch wheel tune, a key or the sustain pedal commits; in \
        comparison the keys above middle C answer higher, those below lower.
        """),
      examples: """
        peach midi list
        peach midi monitor --connect-midi LPD8
        peach midi learn --connect-midi 'a2j:Arturia*'
        peach settings set controller akai-lpd8
        """),
    subcommands: [List.self, Monitor.self, Learn.self])

  struct List: JackCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("List the MIDI sources that could be connected."),
      discussion: CommandHelp.discussion(
        localized(
          """
          Each with its JACK port name, its other names, and whether it is a device or a program.
          """),
        examples: "peach midi list --json"))
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      let status = await context.report {
        let sources = try await ServerPort.midiSources(server: global.server)
        context.output.write(global.json ? sources.json : sources.text)
        return ExitStatus.success.rawValue
      }
      throw ExitCode(status)
    }
  }

  struct Monitor: JackCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Show what arrives by MIDI and what Peach makes of it."),
      discussion: CommandHelp.discussion(
        localized(
          """
          Each message with its time, its bytes and its meaning under the present settings, in matching \
          and in comparison. Of a flood a part is shown and the rest counted. q, end of input, Ctrl-C or \
          SIGTERM ends.
          """),
        examples: """
          peach midi monitor --connect-midi nanoKONTROL2
          peach midi monitor --controller akai-lpd8 --json
          """))
    @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      let status = await context.report(asEvents: true) {
        let settings = try FileUserSettings(
          file: context.settingsFile,
          overrides: SettingsOverrides(context.resolvingSound(in: settings.texts)))
        return try await MIDIMonitor(context, settings: settings.midi).run()
      }
      throw ExitCode(status)
    }
  }

  struct Learn: JackCommand {
    static let configuration = CommandConfiguration(
      abstract: localized(
        "Learn a controller's knob and pads, and write them to the settings file."),
      discussion: CommandHelp.discussion(
        localized(
          """
          Peach asks for the knob that tunes and for the keys, pads or pedals that commit and answer, \
          shows what it takes each for, and waits: Enter accepts, r tries again, s leaves a setting as it \
          is, q quits and writes nothing. From a pipe: one answer a line (accept, again, skip, quit). \
          What is written is what was accepted, at the end; comments and other settings stay.
          """),
        examples: "peach midi learn --connect-midi LPD8"))
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      let status = await context.report(asEvents: true) {
        // Reports a bad settings file before the user turns a knob.
        _ = try FileUserSettings(file: context.settingsFile)
        // The closures of the learner hold it weakly.
        let learner = MIDILearner(context)
        defer { withExtendedLifetime(learner) {} }
        return try await learner.run()
      }
      throw ExitCode(status)
    }
  }
}

/// The MIDI sources of a server, as `peach midi list` prints them.
extension [ServerPort] {
  /// One line for each source, with its other names indented below.
  var text: String {
    guard !isEmpty else {
      return localized(
        """
        There is no MIDI source on this JACK server. Plug a controller in; jackd needs a2jmidid -e or \
        the option -X seq to show it, PipeWire shows it by itself.
        """) + "\n"
    }
    return map { source in
      let name =
        source.isPhysical
        ? localized("%@  (device)", source.name.visible)
        : localized("%@  (program)", source.name.visible)
      return ([name] + source.aliases.map { localized("    also %@", $0.visible) }).joined(
        separator: "\n")
        + "\n"
    }.joined()
  }

  /// One JSON array.
  var json: String {
    "["
      + map { source in
        var line = JSONLine()
        line.add("port", source.name)
        line.add("aliases", source.aliases)
        line.add("isPhysical", source.isPhysical)
        return line.description
      }.joined(separator: ",") + "]\n"
  }
}
