import ArgumentParser
import Console
import Language
import Program
import Settings
import Sound

/// The command `peach midi`, which lists controllers and shows their messages; ``LearnCommand``
/// learns their controls.
struct MIDICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "midi",
    abstract: localized("List MIDI controllers, show their messages, and learn their controls."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Peach receives MIDI from everything that is connected to its port midi_in. Any keyboard \
        works without setup. In matching, the modulation wheel (CC 1) and the pitch wheel \
        tune the note, and a key or the sustain pedal commits it. In comparison, the keys above \
        middle C answer higher, and those below it lower; in purity, they answer the second and the \
        first.
        """),
      examples: """
        peach midi list
        peach midi monitor --connect-midi LPD8
        peach midi learn --connect-midi 'a2j:Arturia*'
        peach settings set controller akai-lpd8
        """),
    subcommands: [List.self, Monitor.self, LearnCommand.self])

  struct List: JackCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("List the MIDI sources that you can connect."),
      discussion: CommandHelp.discussion(
        localized(
          """
          For each source, the list has the name of its JACK port, its other names, and whether it \
          is a device or a program.
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
      abstract: localized("Show incoming MIDI messages and what they do in Peach."),
      discussion: CommandHelp.discussion(
        localized(
          """
          Each message is shown with its time, its bytes and its meaning in each training under the \
          current settings. If messages arrive too fast, some are only counted. q, end of input, \
          Ctrl-C or SIGTERM ends the command.
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
        let settings = try context.readSettings(context.resolvingSound(in: settings.texts))
        return try await MIDIMonitor(context, settings: settings.midi).run()
      }
      throw ExitCode(status)
    }
  }
}

extension [ServerPort] {
  /// The MIDI sources in lines, with their other names indented below.
  var text: String {
    guard !isEmpty else {
      return localized(
        """
        This JACK server has no MIDI source. Plug in a controller. With jackd, also start a2jmidid \
        -e, or start jackd with the option -X seq; PipeWire shows controllers by itself.
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

  /// The MIDI sources as a JSON array.
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
