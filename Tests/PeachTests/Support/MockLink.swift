import Realtime
import SoundFonts
import Training

@testable import Client
@testable import PeachApp
@testable import Program
@testable import Sound

/// A connection to a server that a test decides about; its client plays on an offline engine.
@MainActor
final class MockLink: OutputLink {
  /// What was done with the outputs and the input.
  enum Move: Hashable {
    case tried(PortTarget, PortRole = .outputs)
    case endedTrying
    case moved(PortTarget, PortRole = .outputs)
    case left(PortRole = .outputs)
  }

  private(set) var launchCount = 0
  private(set) var moves: [Move] = []

  /// Launches, and moves of the ports, end only when a test says so.
  var launchesLate = false
  var movesLate = false

  /// Why a launch fails; `nil` for one that opens the client.
  var fault: Fault?

  /// There was a client, and there is none any more.
  var hasLostClient = false

  /// The inputs of the server; `nil` if it does not answer.
  var destinations: [ServerPort]? = []

  /// The ports from which the audio input can receive; `nil` if there is no such input.
  var sources: [ServerPort]?

  private(set) var isClosed = true
  let engine = OfflineEngine()

  /// How many notes have begun.
  private(set) var startCount = 0

  private let offlinePlayer: SoundFontNotePlayer
  private var launching: [CheckedContinuation<Void, Never>] = []
  private var moving: [CheckedContinuation<Void, Never>] = []

  init(_ settings: any UserSettings) throws {
    offlinePlayer = try SoundFontNotePlayer(
      sink: engine, library: SoundFontLibrary(), settings: settings)
    engine.onEvent = { [weak self] event in
      if case .started = event.kind { self?.startCount += 1 }
      self?.offlinePlayer.handle(event)
    }
  }

  var player: SoundFontNotePlayer? { isClosed || hasLostClient ? nil : offlinePlayer }

  func launch() async throws(Fault) {
    guard isClosed else { return }
    launchCount += 1
    if launchesLate { await withCheckedContinuation { launching.append($0) } }
    if let fault { throw fault }
    isClosed = false
  }

  /// Ends the launches that are under way.
  func finishLaunches() {
    let waiting = launching
    launching = []
    for launch in waiting { launch.resume() }
  }

  func audioPorts(for role: PortRole) async -> [ServerPort]? {
    player == nil ? nil : role == .input ? sources : destinations
  }

  func tryConnecting(_ rule: PortRule) async { await move(.tried(rule.target, rule.role)) }
  func endTrying() async { await move(.endedTrying) }
  func move(to rule: PortRule) async { await move(.moved(rule.target, rule.role)) }
  func leave(_ role: PortRole) async { await move(.left(role)) }

  private func move(_ move: Move) async {
    moves.append(move)
    if movesLate { await withCheckedContinuation { moving.append($0) } }
  }

  /// Ends the moves that are under way.
  func finishMoves() {
    let waiting = moving
    moving = []
    for move in waiting { move.resume() }
  }

  /// Renders so many frames and delivers the events; returns whether something sounded.
  ///
  /// - Parameter midi: what comes in with each period.
  @discardableResult
  func render(_ frames: Int, midi: [TimedMIDIMessage] = []) -> Bool {
    let period = 64
    var left = [Float](repeating: 0, count: period)
    var right = left
    var isAudible = false
    for _ in 0..<max(frames / period, 1) {
      midi.withUnsafeBufferPointer {
        engine.renderPeriod(left: &left, right: &right, frames: period, midi: $0)
      }
      engine.deliverEvents()
      if left.contains(where: { $0 != 0 }) { isAudible = true }
    }
    return isAudible
  }
}
