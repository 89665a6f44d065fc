import Charts
import Console
import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Client
@testable import PeachApp
@testable import Program

@MainActor let ready = ReadyDescription(
  client: "peach", sampleRate: 48_000, bufferSize: 64,
  audioPorts: ["peach:out_1", "peach:out_2"], midiPort: "peach:midi_in", soundSource: "sf2:8:80",
  isConnected: true, latencyFrames: 128, opening: "Sine to desk 1+2, -12 dB.")

@MainActor private let date = Date(timeIntervalSince1970: 1_795_255_200.123)

@MainActor func comparison(_ interval: DirectedInterval = .prime, index: Int = 1) -> PosedTrial {
  PosedTrial(
    .comparison,
    Challenge(referenceNote: MIDINote(60), interval: interval, centOffset: -12.5),
    TrialConditions(
      index: index, tuningSystem: .equalTemperament, referencePitch: Frequency(hertz: 440),
      noteDuration: NoteDuration(seconds: 1), amplitudeDB: AmplitudeDB(0)))
}

@MainActor func completed(_ trial: PosedTrial, higher: Bool) throws -> CompletedTrial {
  CompletedTrial(
    id: try #require(UUID(uuidString: "8D2A7A2E-0F0C-4E4B-9F35-0C7E0B1D2F3A")),
    comparison: trial.challenge, answeredHigher: higher, tuningSystem: trial.tuningSystem,
    timestamp: date)
}

@MainActor func matching(
  _ interval: DirectedInterval = .prime, index: Int = 1, offset: Cents = 41.7
) -> PosedTrial {
  PosedTrial(
    .matching,
    Challenge(
      referenceNote: MIDINote(60), interval: interval, centOffset: offset),
    TrialConditions(
      index: index, tuningSystem: .justIntonation, referencePitch: Frequency(hertz: 440),
      noteDuration: NoteDuration(seconds: 1), amplitudeDB: AmplitudeDB(-2.5)))
}

@MainActor func completed(
  _ trial: PosedTrial, error: Cents
) throws -> CompletedTrial {
  CompletedTrial(
    id: try #require(UUID(uuidString: "8D2A7A2E-0F0C-4E4B-9F35-0C7E0B1D2F3A")),
    challenge: trial.challenge, userCentError: error, tuningSystem: trial.tuningSystem,
    timestamp: date)
}

@MainActor func closingPage() -> ClosingPage {
  let points = Array(repeating: SessionCourse.Point(cents: 20, isFull: true), count: 2)
  return ClosingPage(
    TrainingChoice(.comparison, .unison), course: SessionCourse(.comparison, points), seconds: 60,
    before: nil,
    now: SessionFigures(
      .comparison, of: [.prime], HearingModel(), noteRange: MockUserSettings().noteRange),
    nextTrials: 40)
}

@MainActor
extension OutputMode {
  /// One whole comparison, as a training tells it.
  func show(_ trial: PosedTrial, higher: Bool) throws {
    let face = ComparisonFace()
    show(.trial(face.shown(trial)))
    for state in [TrialPhase.playingNote1, .playingNote2, .awaitingAnswer, .showingFeedback] {
      show(.state(face.shown(state, of: trial)))
    }
    let result = face.shown(try completed(trial, higher: higher), of: trial)
    show(.verdict(result))
    show(.result(result))
  }

  /// One whole pitch matching, as a training tells it.
  func show(_ trial: PosedTrial, error: Cents) throws {
    let face = MatchingFace()
    show(.trial(face.shown(trial)))
    for state in [TrialPhase.playingReference, .playingTunable, .showingFeedback] {
      show(.state(face.shown(state, of: trial)))
    }
    let result = face.shown(try completed(trial, error: error), of: trial)
    show(.verdict(result))
    show(.result(result))
  }

  /// A server that goes, three tries to find another, and one that comes.
  func loseServer() {
    showFault(.serverGone)
    showStopped(.interrupted, trials: 4)
    for wait in [0.1, 0.2, 0.5] { showNotice(.reconnecting(wait: .seconds(wait))) }
    showNotice(.reconnected(client: "peach"))
    showNotice(.connectionRestored(port: "out_1", peer: "system:playback_1"))
    showNotice(.connectionMissing(port: "out_2", peer: "desk:in"))
    showReady(ready)
    showNotice(.waitingForStart)
  }
}

/// A terminal that keeps what it was shown.
final class FrameBoard: Board {
  let size: TerminalSize
  private(set) var frames: [StageFrame] = []
  private(set) var bells = 0
  private(set) var isClosed = false

  init(columns: Int = 80, rows: Int = 24) { size = TerminalSize(columns: columns, rows: rows) }

  /// What the last frame shows, as text.
  var screen: String {
    frames.last.map { $0.grid(in: size).lines.joined(separator: "\n") } ?? ""
  }

  func show(_: [String]) {}
  func show(_ frame: StageFrame) { frames.append(frame) }
  func print(_: String) {}
  func ringBell() { bells += 1 }
  func redraw() {}
  func clear() {}
  func close() { isClosed = true }
}

@MainActor
extension TrainingStage {
  convenience init(on board: any Board, _ output: any TextOutput, _ glyphs: Glyphs = .unicode) {
    self.init(
      board: board, output: output, status: StageStatus(glyphs: glyphs), glyphs: glyphs)
  }
}
