import Charts
import Console
import Foundation
import History
import Installation
import Intonation
import Language
import MainThread
import Music
import Program
import Sound
import Training

/// A note of a run of `peach map`.
struct MappedNote: Hashable {
  /// The number of the note in the run, from 1.
  let index: Int
  let result: CompletedTrial
  let tone: PlayedNote

  /// The seconds of input from the beginning of the run.
  let onset: Double
  let end: Double

  var note: MIDINote { result.challenge.targetNote }
}

/// Judges the notes of a run of `peach map` by equal temperament and stores them. Main thread.
final class MapRecording {
  let label: String?

  /// Called with each note when it is stored, or cannot be.
  var onNote: ((MappedNote, _ isStored: Bool) -> Void)?

  /// Called with notes that were taken back.
  var onWithdrawal: (([MappedNote]) -> Void)?

  /// Called with notices of the history, also those from before this was set.
  var onNotice: ((Notice) -> Void)? {
    didSet {
      for notice in unshown { onNotice?(notice) }
      unshown = []
    }
  }

  private(set) var notes: [MappedNote] = []
  private let referencePitch: Frequency
  private var recorder: HistoryRecorder?
  private var unshown: [Notice] = []
  private var count = 0

  /// Opens the history. Throws ``Fault``.
  ///
  /// - Parameters:
  ///   - label: the instrument; `nil` for the one without a name.
  ///   - orLast: true for the instrument that was played last.
  init(
    _ context: CommandContext, label: String?, orLast: Bool = false, referencePitch: Frequency
  ) async throws(Fault) {
    self.referencePitch = referencePitch
    do {
      let store = try await TrainingDataStore.opened(at: URL(fileURLWithPath: context.historyPath))
      self.label = orLast ? try store.instruments().first ?? nil : label
      unshown = store.recover(context.recoveryPlaces).map { Notice($0) }
      recorder = HistoryRecorder(store: store, places: context.recoveryPlaces) { [weak self] in
        self?.notify(Notice($0))
      }
    } catch {
      throw Fault(error, path: context.historyPath)
    }
  }

  private func notify(_ notice: Notice) {
    if let onNotice { onNotice(notice) } else { unshown.append(notice) }
  }

  /// Assigns the next notes to this client.
  func begin(on engine: JackEngine.Description, outputs: [JackConnections.Connection]) {
    let run = RunRecord(on: engine, outputs: outputs)
    if recorder?.run?.hasSameClient(as: run) != true { recorder?.run = run }
  }

  func receive(_ played: FreeNote) {
    let hertz = played.tone.frequency
    guard hertz > 0, hertz.isFinite,
      let near = Frequency(hertz: hertz).nearestNote(referencePitch: referencePitch)
    else { return }
    var tone = played.tone
    tone.error = near.offset.rawValue
    var context = TrialContext()
    (context.label, context.run) = (label, recorder?.run?.id)
    context.referencePitch = referencePitch.hertz
    count += 1
    let note = MappedNote(
      index: count,
      result: CompletedTrial(
        id: UUID(), .map, challenge: Challenge(referenceNote: near.note, interval: .prime),
        answer: .played(tone), tuningSystem: .equalTemperament, timestamp: Scheduling.date,
        context: context), tone: tone, onset: played.onset, end: played.end)
    notes.append(note)
    recorder?.receive(note.result) { [weak self] in
      guard let self else { return }
      onNote?(note, recorder?.isStored(note.result.id) == true)
    }
  }

  /// Takes the last notes back.
  ///
  /// - Parameter count: the number of notes; all of the run if there are fewer.
  func withdraw(last count: Int = 1) {
    let taken = Array(notes.suffix(count))
    guard !taken.isEmpty else { return notify(.nothingToUndo) }
    notes.removeLast(taken.count)
    for note in taken.dropLast() { recorder?.withdraw(note.result) { _ in } }
    recorder?.withdraw(taken[taken.count - 1].result) { [weak self] isDone in
      if isDone { self?.onWithdrawal?(taken) }
    }
  }

  /// The map of the instrument, with the notes of this run; `nil` without notes, or if the history
  /// cannot be read.
  func figures() async -> InstrumentFigures? {
    await withCheckedContinuation { continuation in
      guard let recorder else { return continuation.resume(returning: nil) }
      recorder.flush { [label, referencePitch] in
        guard !recorder.isHanging else { return continuation.resume(returning: nil) }
        recorder.read {
          try? $0.maps(of: label, referencePitch: referencePitch)
        } then: { maps in
          continuation.resume(
            returning: maps.map { InstrumentFigures($0.now, label: label, earlier: $0.earlier) })
        }
      }
    }
  }

  func close() { recorder?.close() }
}

extension RunRecord {
  /// Creates the record of a run that begins now on a client.
  init(
    on engine: JackEngine.Description, outputs: [JackConnections.Connection], seed: UInt64? = nil
  ) {
    self.init(
      id: UUID(), start: Scheduling.date, version: PeachVersion.text,
      sampleRate: engine.sampleRate, bufferSize: engine.bufferSize,
      outputs: outputs.map { Connection(port: $0.port, peer: $0.peer) }, seed: seed,
      timeZone: TimeZone.current.identifier)
  }
}
