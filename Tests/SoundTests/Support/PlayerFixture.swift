import Music
import Realtime
import SoundFonts
import TestSupport
import Training
@testable import Sound

/// A player on an offline engine.
@MainActor
final class PlayerFixture {
  let engine: OfflineEngine
  let player: SoundFontNotePlayer
  let settings: MockUserSettings

  /// The events of the callback, oldest first.
  private(set) var events: [Event] = []

  func forgetEvents() { events = [] }

  /// When notes began.
  var starts: [FrameTime] {
    events.compactMap { if case .started = $0.kind { $0.frame } else { nil } }
  }

  /// When notes ended.
  var ends: [FrameTime] {
    events.compactMap { if case .ended = $0.kind { $0.frame } else { nil } }
  }

  var returnedBanks: Int {
    events.count { if case .retired = $0.kind { true } else { false } }
  }

  /// The banks that a test has sent to the callback itself.
  private var banks: [VoiceBank] = []

  /// The notes that a test has sent to the callback itself.
  private let lent = LentMemory()

  /// - Parameters:
  ///   - timeout: how long a note waits for another sound; `nil` for as long as it takes, so that a
  ///     busy machine does not matter.
  ///   - startsQuiet: whether the first note starts as that of a real client does.
  ///   - leadSeconds: how long before its frame a note is struck at most; `nil` for as long as in the program.
  ///     With 0 a passage begins in the frame of its command at every period.
  init(
    sampleRate: Double = 48_000, commandCapacity: Int = 256,
    queue: LoadingQueue = .standard, timeout: Duration? = nil,
    startsQuiet: Bool = false, leadSeconds: Double? = 0
  ) throws {
    engine = OfflineEngine(
      sampleRate: sampleRate, commandCapacity: commandCapacity, leadSeconds: leadSeconds)
    settings = MockUserSettings()
    let library = try SoundFontLibrary()
    let first = try LoadedSound(settings.soundSource, from: library, at: sampleRate)
    player = SoundFontNotePlayer(
      sink: engine, settings: settings,
      sounds: SoundLoader(
        first, library: library, sampleRate: sampleRate, queue: queue, timeout: timeout),
      startsQuiet: startsQuiet)
    engine.onEvent = { [weak self] event in
      self?.events.append(event)
      self?.player.handle(event)
    }
  }

  func hold(_ hertz: Double, at decibels: Double = 0) async throws -> any PlaybackHandle {
    try await player.play(
      frequency: Frequency(hertz: hertz), velocity: .training, amplitudeDB: AmplitudeDB(decibels))
  }

  /// Starts a note of set length; the task ends with the note.
  func start(_ hertz: Double, seconds: Double = 0.3) -> Task<Void, any Error> {
    Task {
      try await player.play(
        frequency: Frequency(hertz: hertz), duration: NoteDuration(seconds: seconds),
        velocity: .training, amplitudeDB: AmplitudeDB(0))
    }
  }

  /// Lets tasks of the main actor run until `condition` holds; false if it never does.
  func settle(until condition: () -> Bool) async -> Bool {
    for _ in 0..<10_000 where !condition() { await Task.yield() }
    return condition()
  }

  /// Puts a bank of the default sound into the callback, for commands that bypass the player.
  func install() throws {
    guard let preset = try SoundFontLibrary().location(of: .default) else { return }
    let bank = try VoiceBank(preset: preset, sampleRate: engine.sampleRate)
    banks.append(bank)
    _ = engine.send(
      Command(.install(voices: UnsafeMutableRawPointer(bank.pointer))))
  }

  /// A note that bypasses the player.
  func start(note: UInt32, delay: UInt32 = 0) -> Command.Action {
    let start = NoteStart(note: NoteID(note), key: 69, velocity: 63, ratio: 1)
    return .play(lent.lend([PassageNote(start, delay: delay)]), count: 1)
  }
}
