import Music
import Settings
import TestSupport
import Testing
import Training

@testable import Charts
@testable import Client
@testable import Console
@testable import PeachApp
@testable import Program

@Suite("The first run with its notes and its level")
@MainActor
final class FirstRunDriverTests {
  private let home: Home
  private let settings: FileUserSettings
  private let player = MockNotePlayer()
  private let clock = ManualClock()
  private let output = TextRecorder()
  private let status = StageStatus(glyphs: .unicode)
  private var stored: [Int] = []
  private var faults: [Fault] = []
  private var storeError: Fault?

  init() throws {
    home = try Home()
    settings = try FileUserSettings(
      file: SettingsFile(SettingsLocation(environment: home.environment)))
    player.endsNotesInstantly = true
  }

  private func makeDriver(_ glyphs: Glyphs = .unicode) -> FirstRunDriver {
    let driver = FirstRunDriver(
      before: TrainingChoice(.comparison, .unison), settings, glyphs: glyphs,
      facts: { [status] in status.facts },
      player: { [status, player] in
        status.facts.link.server == .running ? player as any NotePlayer : nil
      },
      store: { [unowned self] level in
        if let error = self.storeError { throw error }
        self.stored.append(level)
      }, clock: clock)
    driver.onFault = { [unowned self] in self.faults.append($0) }
    return driver
  }

  /// The stack with the first run in place of the start screen.
  private func makeScreens(isPlain: Bool) -> StartScreens {
    let board: any Board =
      isPlain
      ? LineBoard(output: output)
      : FullScreenBoard(output: output)
    let screens = StartScreens(
      on: board, status, glyphs: .unicode, isPlain: isPlain, facts: { StartFixture.facts() },
      make: { _ in TextScreen<ScreenAction>(["a page"]) })
    screens.begin(makeDriver(), last: nil, closing: nil)
    return screens
  }

  /// The server or the connections are different now, and all that depends on them is told.
  private func change(_ screens: StartScreens, _ change: (inout StatusFacts) -> Void) {
    status.update(change)
    screens.draw()
    screens.statusChanged()
  }

  private func serverComes(_ facts: inout StatusFacts) {
    facts.isServerMissing = false
    facts.link = LinkStatus(server: .running, outputs: ["system:playback_1"])
  }

  /// Waits until so many notes were asked for.
  private func notes(_ count: Int) async throws {
    try await wait(for: "note \(count)") { player.calls.count == count }
  }

  /// Lets the time of the first four notes pass, after which a level may be found.
  private func fourNotes() async throws {
    for count in 1...4 {
      if count > 1 { clock.advance(by: FirstRun.pause) }
      try await notes(count)
      try await wait(for: "the next note") { clock.sleeperCount == 1 }
    }
  }

  private var shown: String {
    TerminalModel(columns: 80).screen(after: output.text).joined(separator: "\n")
  }

  private let question = "Can you hear this quiet note?"

  @Test("as lines: nothing is asked before the server has answered; its absence is told first")
  func plain() async throws {
    let screens = makeScreens(isPlain: true)
    screens.draw()
    #expect(output.lines.isEmpty)
    change(screens) { $0.isServerMissing = true }
    #expect(
      output.lines == ["No JACK server; trying again.", "Enter shows the start screen."])
    #expect(player.calls.isEmpty)
    change(screens) { serverComes(&$0) }
    #expect(output.lines[2] == question)
    try await notes(1)
    #expect(settings.outputLevel == AmplitudeDB(-40))
    screens.draw()
    #expect(output.lines.count == 4, "no line while the note sounds")
  }

  @Test("read out, the task leads to the training, which asks for the key that starts it")
  func oneEnter() async throws {
    settings.attendance = .speech
    let driver = makeDriver(Glyphs.unicode.spoken)
    var told: [String] = []
    driver.onTask = { told.append($0) }
    status.update { serverComes(&$0) }
    driver.statusChanged()
    try await notes(1)
    let comparison = ScreenAction.train(TrainingChoice(.comparison, .unison))
    #expect(driver.handle(.enter) == .stay)
    #expect(driver.handle(.enter) == .perform(comparison))
    #expect(stored.count == 1)
    #expect(told == [FirstRunText.task(of: .comparison)])
  }

  @Test("on the stage: what keeps the note from being heard, then the question and the note")
  func stage() async throws {
    let screens = makeScreens(isPlain: false)
    change(screens) { $0.isServerMissing = true }
    #expect(shown.contains("No JACK server; trying again."))
    #expect(!shown.contains(question))
    change(screens) { $0.link = LinkStatus(server: .running, outputs: []) }
    #expect(shown.contains("Nothing connected; o chooses an output."))
    #expect(player.calls.isEmpty)
    change(screens) { serverComes(&$0) }
    #expect(shown.contains(question))
    try await notes(1)
  }

  @Test("a note sounds at the reference pitch, as loud as the output level says")
  func note() async throws {
    let screens = makeScreens(isPlain: false)
    change(screens) { serverComes(&$0) }
    try await notes(1)
    #expect(player.calls[0].frequency == settings.referencePitch)
    #expect(player.calls[0].amplitudeDB == AmplitudeDB(0))
    #expect(settings.levelOfRun == AmplitudeDB(-40))
  }

  @Test("Enter stores the level of the note, then Enter trains")
  func comfortable() async throws {
    let screens = makeScreens(isPlain: false)
    change(screens) { serverComes(&$0) }
    try await fourNotes()
    #expect(screens.handle(.enter) == nil)
    #expect(stored == [-31])
    #expect(settings.levelOfRun == nil, "the settings have it")
    screens.draw()
    #expect(shown.contains("Is the second higher or lower?"))
    #expect(screens.handle(.enter) == .train(TrainingChoice(.comparison, .unison)))
    screens.firstRun?.end()
    #expect(faults.isEmpty)
  }

  @Test("while the task is told, the level can be changed, and is stored")
  func levelOfTask() async throws {
    let screens = makeScreens(isPlain: false)
    change(screens) { serverComes(&$0) }
    try await fourNotes()
    #expect(screens.handle(.enter) == nil)
    settings.changeLevel(.to(-31))
    #expect(screens.handle(.character("+")) == .changeLevel(.by(0)))
    #expect(stored == [-31, -30])
    #expect(screens.firstRun?.showsTask == true)
  }

  @Test("the help of the task is that of the task")
  func help() async throws {
    let screens = makeScreens(isPlain: false)
    change(screens) { serverComes(&$0) }
    try await fourNotes()
    #expect(screens.handle(.character("?")) == nil)
    screens.draw()
    #expect(shown.contains("hear the note again"))
    #expect(screens.handle(.escape) == nil)
    screens.statusChanged()
    #expect(screens.handle(.enter) == nil)
    #expect(screens.handle(.character("?")) == nil)
    screens.draw()
    #expect(shown.contains("start the training") && !shown.contains("hear the note again"))
    #expect(shown.contains("level up or down by 1 dB"))
  }

  @Test("a level that cannot be stored applies until Peach ends, and the reason is told")
  func unstored() async throws {
    storeError = .sound(reason: "a reason")
    let screens = makeScreens(isPlain: false)
    change(screens) { serverComes(&$0) }
    try await fourNotes()
    #expect(screens.handle(.enter) == nil)
    #expect(faults == [.sound(reason: "a reason")])
    screens.firstRun?.end()
    #expect(settings.levelOfRun == AmplitudeDB(-31))
  }

  @Test("another screen silences it; back, the notes go on where they were")
  func covered() async throws {
    let screens = makeScreens(isPlain: false)
    change(screens) { serverComes(&$0) }
    try await notes(1)
    try await wait(for: "the next note") { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(1))
    try await notes(2)
    #expect(settings.levelOfRun == AmplitudeDB(-37))
    #expect(screens.handle(.character("o")) == .open(.output))
    screens.open(.output)
    change(screens) { $0.sound = "Sine" }
    #expect(!screens.isAtStart)
    #expect(screens.handle(.character("q")) == nil)
    #expect(screens.isAtStart)
    screens.statusChanged()
    try await notes(3)
    #expect(settings.levelOfRun == AmplitudeDB(-37))
    // Nobody knows how loud another output is.
    change(screens) { $0.link = LinkStatus(server: .running, outputs: ["headphones:in"]) }
    try await notes(4)
    #expect(settings.levelOfRun == AmplitudeDB(-40))
  }

  @Test("what was silenced begins with the soft notes again, and not by itself")
  func silence() async throws {
    let screens = makeScreens(isPlain: false)
    change(screens) { serverComes(&$0) }
    try await notes(1)
    try await wait(for: "the next note") { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(1))
    try await notes(2)
    screens.silence()
    clock.advance(by: .seconds(60))
    await settle()
    #expect(player.calls.count == 2)
    screens.statusChanged()
    try await notes(3)
    #expect(settings.levelOfRun == AmplitudeDB(-40))
  }

  @Test("Esc shows the start screen, and nothing gets louder than what was heard")
  func leaving() async throws {
    let screens = makeScreens(isPlain: false)
    change(screens) { serverComes(&$0) }
    try await notes(1)
    #expect(screens.handle(.escape) == nil)
    #expect(screens.firstRun == nil)
    #expect(screens.isAtStart)
    #expect(settings.levelOfRun == AmplitudeDB(-40))
    #expect(stored.isEmpty)
    screens.draw()
    #expect(shown.contains("0  Settings"))
  }

  @Test("why a note cannot sound is told, but for a server that is gone: the status says that")
  func failingNotes() async throws {
    player.error = AudioError.soundUnavailable(reason: "no voice")
    let screens = makeScreens(isPlain: false)
    change(screens) { serverComes(&$0) }
    try await wait(for: "the fault") { faults == [.sound(reason: "no voice")] }
    player.error = AudioError.engineUnavailable
    change(screens) { $0.link = LinkStatus(server: .away) }
    change(screens) { serverComes(&$0) }
    try await notes(2)
    await settle()
    #expect(faults.count == 1)
  }
}
