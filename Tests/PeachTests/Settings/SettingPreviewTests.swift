import Music
import Settings
import TestSupport
import Testing

@testable import PeachApp
@testable import Program
@testable import Sound

@Suite("What a setting does, heard")
@MainActor
struct SettingPreviewTests {
  private final class Messages {
    var texts: [String] = []
  }

  private let home: Home
  private let settings: FileUserSettings
  private let link: MockLink
  private let clock = ManualClock()
  private let messages = Messages()
  private let preview: SettingPreview

  init() throws {
    home = try Home()
    settings = try FileUserSettings(
      file: SettingsFile(SettingsLocation(environment: home.environment)))
    link = try MockLink(settings)
    preview = SettingPreview(link, settings: settings, clock: clock)
    preview.onMessage = { [messages] in messages.texts.append($0) }
  }

  /// Whether the controls are tried.
  private var isListening: Bool { link.player?.onIntent != nil }

  /// Renders until so many notes have begun.
  private func render(until count: Int) async throws {
    try await wait(for: "note \(count)") {
      link.render(64)
      return link.startCount == count
    }
  }

  @Test("a note fades out when the screen closes, and the next one does not begin")
  func closingInNote() async throws {
    preview.begin(.notes)
    try await render(until: 1)
    preview.end()
    try await wait(for: "their stops") { link.engine.commandCount == 2 }
    #expect(link.render(9600))
    await settle()
    #expect(!link.render(4800) && link.startCount == 1)
  }

  @Test("a panic by MIDI ends a preview: the next note does not begin")
  func panic() async throws {
    preview.begin(.notes)
    try await render(until: 1)
    link.player?.onPanic?()
    try await wait(for: "their stops") { link.engine.commandCount == 2 }
    link.render(9600)
    await settle()
    #expect(!link.render(4800) && link.startCount == 1)
  }

  @Test("a panic during a training stays the training's")
  func panicOfTraining() async throws {
    var panics = 0
    try await link.launch()
    link.player?.onPanic = { panics += 1 }
    preview.begin(.notes)
    try await render(until: 1)
    link.player?.onPanic?()
    #expect(panics == 1)
    preview.end()
  }

  @Test("controls that are tried are given back when the screen closes, or after ten seconds")
  func closingInControls() async throws {
    preview.begin(.answers)
    try await wait(for: "the controls") {
      isListening && clock.sleeperCount == 1
    }
    #expect(messages.texts == [SettingPreview.useYourControl])
    preview.end()
    #expect(!isListening)
    await settle()
    #expect(clock.sleeperCount == 0)

    preview.begin(.answers)
    try await wait(for: "the controls") { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(10))
    try await wait(for: "the end") { !isListening }
  }

  @Test("a note that a control tunes ends with the screen")
  func closingInSlider() async throws {
    preview.begin(.slider)
    try await render(until: 1)
    try await wait(for: "the controls") {
      isListening && clock.sleeperCount == 1
    }
    link.render(640)
    preview.end()
    try await wait(for: "its stop") { link.engine.commandCount == 1 }
    link.render(9600)
    #expect(!link.render(4800) && !isListening)
  }

  @Test("a sound that is tried is no longer that of the settings when the screen closes")
  func closingInAudition() async throws {
    let sound = SoundSourceID(bank: 8, program: 81)
    preview.audition(sound)
    try await wait(for: "the sound") { settings.soundSource == sound }
    preview.end()
    #expect(settings.soundSource == .default)
  }

  @Test("a client that has gone meanwhile plays nothing; one that no longer plays is told")
  func outputGone() async throws {
    link.hasLostClient = true
    preview.begin(.notes)
    try await wait(for: "the launch") { !link.isClosed }
    await settle()
    #expect(messages.texts.isEmpty && link.engine.commandCount == 0)

    link.hasLostClient = false
    link.engine.isRunning = false
    preview.begin(.notes)
    try await wait(for: "the message") { !messages.texts.isEmpty }
    #expect(messages.texts == [Fault.serverGone.message])
    preview.end()
  }

  @Test("that there is no server is shown elsewhere; any other reason for silence is told")
  func failedLaunch() async throws {
    link.fault = .noServer(name: nil)
    preview.begin(.notes)
    try await wait(for: "the launch") { link.launchCount == 1 }
    await settle()
    #expect(messages.texts.isEmpty)
    let fault = Fault.sound(reason: "none")
    link.fault = fault
    preview.begin(.notes)
    try await wait(for: "the message") { !messages.texts.isEmpty }
    #expect(messages.texts == [fault.message])
  }

  @Test("who leaves while the client is being opened waits for it and hears nothing")
  func closingInLaunch() async throws {
    link.launchesLate = true
    preview.begin(.notes)
    try await wait(for: "the launch") { link.launchCount == 1 }
    var isFlushed = false
    let flush = Task {
      await preview.flush()
      isFlushed = true
    }
    await settle()
    #expect(!isFlushed)
    link.finishLaunches()
    await flush.value
    await settle()
    #expect(!link.isClosed && link.engine.commandCount == 0)
  }

  @Test("of several changes in a row the last one is heard")
  func severalChanges() async throws {
    preview.begin(.answers, after: SettingPreview.delay)
    try await wait(for: "the delay") { clock.sleeperCount == 1 }
    preview.begin(.notes, after: SettingPreview.delay)
    await settle()
    #expect(clock.sleeperCount == 1 && link.launchCount == 0)
    clock.advance(by: SettingPreview.delay)
    try await render(until: 1)
    #expect(messages.texts.isEmpty)
    preview.end()
  }
}
