import Client
import Console
import Intonation
import Language
import Music
import Program
import Settings
import Sound
import SoundFonts
import Training

/// A run of `peach sounds play`: opens a client, plays a phrase and ends. Main thread.
final class SoundPlayRun {
  private enum Ending {
    case end, quit
    case signal(Int32)
    case fault(Fault)

    var reason: String {
      switch self {
      case .end: "end"
      case .quit: "quit"
      case .signal: "signal"
      case .fault: "error"
      }
    }

    var status: Int32 {
      switch self {
      case .end, .quit: ExitStatus.success.rawValue
      case .signal(let number): ExitStatus.signalled(by: number)
      case .fault(let fault): fault.status.rawValue
      }
    }
  }

  private let context: CommandContext
  private let settings: FileUserSettings
  private let library: SoundFontLibrary
  private let view: SoundPlayView
  private var ending: Ending?
  private var phrase: Task<Void, Never>?
  private let suspension: Suspension

  init(_ context: CommandContext, settings: FileUserSettings, library: SoundFontLibrary) {
    self.context = context
    self.settings = settings
    self.library = library
    suspension = Suspension(on: context.terminal)
    view =
      context.global.json
      ? SoundPlayView(events: JSONEvents(output: context.output))
      : SoundPlayView(output: context.output, messages: context.messages)
  }

  /// Plays until the phrase ends or the user ends it, and returns the exit status. After a
  /// suspension the phrase begins anew.
  ///
  /// - Throws: `JackError` if there is no server, `SoundError` if there is nothing to play.
  func run(_ sound: FoundSound) async throws -> Int32 {
    // Before any sound, so that a signal ends the run in order.
    let input = PromptInput(terminal: context.terminal, from: context.input) { [weak self] in
      self?.handle($0)
    }
    defer { input.stop() }
    try await suspension.perform(isOver: { self.ending != nil }) { try await play(sound) }
    let ending = ending ?? .end
    if case .fault(let fault) = ending { view.showFault(fault) }
    view.showStopped(ending.reason)
    return ending.status
  }

  /// Plays the phrase with a client of its own, unless the user ends it.
  private func play(_ sound: FoundSound) async throws {
    let global = context.global
    let client = try await PlayerClient.open(
      name: global.clientName, isExact: global.exactName, server: global.server, waits: false,
      library: library, settings: settings,
      tables: IntonationCache(environment: context.environment),
      whenSlow: { [view] in view.showNotice(.soundLoading(sound.source.description)) })
    client.engine.onNews = { [weak self] in
      if case .fault(let fault) = $0 { self?.end(.fault(Fault(fault))) }
    }
    client.player.onNotice = { [weak self] notice in
      switch notice {
      case .soundMissing(_, _, let reason):
        // Another sound in its place would be misleading.
        self?.end(.fault(Fault(any: reason)))
      case .soundNotMeasured, .soundMeasured, .soundUncorrected:
        self?.view.showNotice(Notice(notice))
      case .soundLoading, .soundProgress, .soundReady: break
      }
    }
    client.player.onPanic = { [weak self] in self?.end(.quit) }
    let granted = await client.connect(
      outputs: PortRule(.outputs, context.outputTarget(settings))
    ).outputs
    let outputs = await client.engine.askForOutputs(after: granted) ?? granted
    context.terminal?.enterKeyMode()
    view.showReady(
      client.description(isConnected: !outputs.isEmpty),
      sound: [sound.source.description, sound.preset.name].joined(separator: " "))
    let made = granted.filter(outputs.contains)
    if !made.isEmpty { view.showNotice(.connected(made)) }
    if ending == nil, !suspension.isWanted {
      let phrase = Task { await play(on: client.player) }
      self.phrase = phrase
      await phrase.value
      self.phrase = nil
    }
    context.terminal?.restore()
    await client.closing().value
  }

  private func play(on player: SoundFontNotePlayer) async {
    let phrase = SoundPhrase(
      range: settings.noteRange, tuning: settings.tuningSystem,
      referencePitch: settings.referencePitch)
    do {
      for (note, frequency) in phrase.notes {
        view.showNote(note, frequency: frequency)
        if let reason = context.output.failure { return end(.fault(.output(reason: reason))) }
        try await player.play(
          frequency: frequency, duration: SoundPhrase.noteDuration, velocity: .training,
          amplitudeDB: AmplitudeDB(0))
      }
      end(.end)
    } catch {
      if !(error is CancellationError) { end(.fault(Fault(any: error))) }
    }
  }

  private func handle(_ input: PromptInput.Input) {
    switch input {
    case .word("q"), .word("quit"), .word("!"), .word("panic"), .key(.escape): end(.quit)
    case .signal(let number): end(.signal(number))
    case .overlongLine: view.showNotice(.lineTooLong())
    // The phrase ends by itself, so the end of the input does not matter.
    case .word, .key, .end: break
    case .suspend:
      if suspension.request() { phrase?.cancel() } else { view.showNotice(.cannotStop) }
    }
  }

  private func end(_ reason: Ending) {
    guard ending == nil else { return }
    ending = reason
    phrase?.cancel()
  }
}

/// A phrase that demonstrates a sound over a range: the major triad of each octave from the lowest
/// note up, then the first note again.
struct SoundPhrase {
  static let noteDuration = NoteDuration(seconds: 0.35)

  private static let triad = [
    DirectedInterval.prime, DirectedInterval(.majorThird), DirectedInterval(.perfectFifth),
  ]

  /// The notes with their frequencies.
  let notes: [(note: MIDINote, frequency: Frequency)]

  init(range: NoteRange, tuning: TuningSystem, referencePitch: Frequency) {
    var up: [(note: MIDINote, frequency: Frequency)] = []
    for root in stride(
      from: range.lowest.rawValue, through: range.highest.rawValue, by: Interval.octave.semitones)
    {
      for interval in Self.triad {
        let note = root + interval.semitones
        guard note <= range.highest.rawValue else { break }
        up.append(
          (
            MIDINote(note),
            tuning.frequency(
              of: interval, offset: 0, above: MIDINote(root), referencePitch: referencePitch)
          ))
      }
    }
    notes = up + up.prefix(1)
  }
}

/// The output of `peach sounds play`, as text or JSON. Main thread.
final class SoundPlayView {
  private enum Mode {
    case json(JSONEvents)
    case text(output: any TextOutput, messages: any TextOutput)
  }

  private let mode: Mode

  init(events: JSONEvents) { mode = .json(events) }

  init(output: any TextOutput, messages: any TextOutput) {
    mode = .text(output: output, messages: messages)
  }

  func showReady(_ description: ReadyDescription, sound: String) {
    switch mode {
    case .json(let events): events.ready(description)
    case .text(let output, let messages):
      output.writeLine(
        localized("%@ at %@; q stops.", sound, description.audioPorts.joined(separator: ", ")))
      guard !description.isConnected else { return }
      messages.writeLine(
        localized("Nothing is connected to these ports. Connect them to hear the sound."))
    }
  }

  func showNote(_ note: MIDINote, frequency: Frequency) {
    guard case .json(let events) = mode else { return }
    var line = JSONLine(event: "note")
    line.add("note", note.rawValue)
    line.add("frequency", frequency.hertz)
    events.write(line)
  }

  func showNotice(_ notice: Notice) {
    switch mode {
    case .json(let events): events.notice(notice)
    case .text(_, let messages): messages.writeMessage(notice.message)
    }
  }

  func showFault(_ fault: Fault) {
    switch mode {
    case .json(let events): events.error(fault)
    case .text(_, let messages): messages.writeMessage(fault.message)
    }
  }

  /// - Parameter reason: `end`, `quit`, `signal` or `error`.
  func showStopped(_ reason: String) {
    guard case .json(let events) = mode else { return }
    var line = JSONLine(event: "stopped")
    line.add("reason", reason)
    events.write(line)
  }
}
