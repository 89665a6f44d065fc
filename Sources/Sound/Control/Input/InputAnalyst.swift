import Foundation
import Intonation
import MainThread
import Music
import Realtime
import Synchronization

/// Listens to the audio input of an engine on a thread of its own, and reports what is played. Main
/// thread.
///
/// There may be one for an engine at a time. The port comes with ``JackEngine/openInput()``, before
/// or after.
@MainActor
public final class InputAnalyst {
  /// Called about 100 times a second, less often if the period is long, with the frames of the
  /// coarse analysis and the condition of the input.
  public var onFrames: (([PitchFrame], InputHealth) -> Void)?

  /// Called as often, before ``onFrames``, with ``PlayedNoteJudge/heard`` while a note is waited
  /// for.
  public var onHeard: ((Double?) -> Void)?

  /// Called with the outcome of ``judge(_:)``, and with the frame at which it was clear.
  public var onOutcome: ((PlayedNoteOutcome, FrameTime) -> Void)?

  /// Called with the tone that is held at the moment, if ``measuresHeldTones``, and if it is
  /// steady.
  public var onHeldTone: ((HeldTone) -> Void)?

  /// True if held tones are measured, five times a second.
  public var measuresHeldTones = false {
    didSet { worker.order(.measure(measuresHeldTones)) }
  }

  /// Called with the samples of each note that was judged, if they are kept, soon after it; at the
  /// latest while ``close()`` runs.
  public var onStretch: ((JudgedStretch) -> Void)? {
    didSet { worker.order(.keep(onStretch != nil)) }
  }

  /// Called with each note that has been played, soon after its end, while ``judgeNotes(beside:)``
  /// lasts; with the last one at the latest while ``close()`` runs.
  public var onNote: ((FreeNote) -> Void)?

  private let worker: InputWorker
  private var isClosed = false

  /// The number of the note that is judged; `nil` if none is. Outcomes of earlier ones are dropped.
  private var judged: Int?
  private var judgements = 0

  public init(engine: JackEngine) {
    worker = InputWorker(engine.memory, sampleRate: engine.sampleRate)
    worker.start { [weak self] in self?.handle($0) }
  }

  isolated deinit { worker.stop() }

  /// Judges the next note, and no longer the one before it.
  public func judge(_ rules: PlayedNoteRules) {
    judgements += 1
    judged = judgements
    worker.order(.judge(rules, number: judgements))
  }

  /// Judges the note held so far, as the user has finished.
  public func commit() { worker.order(.commit) }

  /// Ends the judgement without an outcome.
  public func cancel() {
    judged = nil
    worker.order(.cancel)
  }

  /// Judges each note that is played from now on; see ``onNote``.
  ///
  /// - Parameter drone: the notes that sound from loudspeakers. The first 0.4 s, in which the user
  ///   should not play, show which of their partials the input hears.
  public func judgeNotes(beside drone: [Frequency] = []) { worker.order(.notes(drone: drone)) }

  /// Judges the note that sounds, and no further ones.
  public func endNotes() { worker.order(.notes(drone: nil)) }

  /// Ends the thread, and all reports except for kept stretches and notes.
  public func close() async {
    isClosed = true
    worker.stop()
    await worker.end()
    for report in worker.takeReports() {
      for note in report.notes { onNote?(note) }
      for stretch in report.stretches { onStretch?(stretch) }
    }
  }

  private func handle(_ reports: [InputAnalysis.Report]) {
    for report in reports {
      // After the outcome that they belong to.
      defer { for stretch in report.stretches { onStretch?(stretch) } }
      for note in report.notes { onNote?(note) }
      guard !isClosed else { continue }
      if let input = report.input {
        onHeard?(input.heard)
        onFrames?(input.frames, input.health)
        for reading in input.readings { onHeldTone?(reading) }
      }
      invariant(report.outcome?.number ?? 0 <= judgements, "a note that is judged was asked for")
      if let outcome = report.outcome, outcome.number == judged {
        judged = nil
        onOutcome?(outcome.outcome, outcome.frame)
      }
    }
  }
}

/// The thread that analyses the audio input. It has an ordinary priority, below that of the process
/// callback, and reads the ring 100 times a second, so that the callback need not wake it.
final class InputWorker: Sendable {
  private static let pause = Duration.milliseconds(10)

  private let memory: CallbackMemory
  private let analysis: Mutex<InputAnalysis>
  private let orders = Mutex<[InputAnalysis.Order]>([])
  private let reports = Mutex<[InputAnalysis.Report]>([])
  private let thread = Mutex<WaitingThread?>(nil)
  private let hasEnded = AsyncStream<Void>.makeStream()

  /// - Parameter memory: stays alive as long as the thread does.
  init(_ memory: CallbackMemory, sampleRate: Double) {
    self.memory = memory
    analysis = Mutex(InputAnalysis(sampleRate: sampleRate))
  }

  /// - Parameter onReports: called on the main thread with the reports since the last call.
  func start(_ onReports: @escaping @MainActor @Sendable ([InputAnalysis.Report]) -> Void) {
    memory.input.pointee.setRead(true)
    // Without input from before the thread began.
    memory.input.pointee.ring?.pointee.drop()
    let call = MainThreadCall { [self] in onReports(takeReports()) }
    let new = WaitingThread(named: "peach-analysis", .interval(Self.pause)) { [self] in
      guard analyse() else { return }
      call.request()
    }
    thread.withLock { $0 = new }
  }

  /// Any thread.
  func order(_ order: InputAnalysis.Order) {
    orders.withLock { $0.append(order) }
    thread.withLock { $0 }?.wake()
  }

  /// Lets the thread end. Any thread.
  func stop() {
    // The thread is released here, and holds this until it has ended.
    thread.withLock { $0.take() }?.stop { [self] in
      // Taken when the thread has ended.
      let last = analysis.withLock { $0.end() }
      reports.withLock { $0.append(last) }
      memory.input.pointee.setRead(false)
      hasEnded.continuation.finish()
    }
  }

  /// Waits until the thread has ended, after ``stop()``. To be called once.
  func end() async { for await _ in hasEnded.stream {} }

  /// Returns the reports since the last call.
  func takeReports() -> [InputAnalysis.Report] {
    reports.withLock { reports in
      defer { reports = [] }
      return reports
    }
  }

  /// - Returns: true if there are new reports.
  private func analyse() -> Bool {
    let ordered = orders.withLock { orders in
      defer { orders = [] }
      return orders
    }
    let new = analysis.withLock { analysis in
      // Input from before an order does not belong to it.
      [read(&analysis)].compactMap { $0 } + ordered.compactMap { analysis.perform($0) }
    }
    reports.withLock { $0 += new }
    return !new.isEmpty
  }

  private func read(_ analysis: inout InputAnalysis) -> InputAnalysis.Report? {
    guard let ring = memory.input.pointee.ring else { return nil }
    return analysis.read(
      ring, xruns: memory.client.signals.pointee.xruns.load(ordering: .relaxed))
  }
}
