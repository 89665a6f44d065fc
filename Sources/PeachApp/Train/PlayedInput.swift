import Charts
import Client
import Intonation
import Language
import MainThread
import Music
import Program
import Realtime
import Sound
import Training

/// A judge of notes at an audio input. Main thread.
protocol NoteJudge: AnyObject {
  /// Judges the next note, instead of the former one.
  func judge(_ rules: PlayedNoteRules)

  /// Judges the note that was held so far.
  func commit()

  /// Stops judging.
  func cancel()
}

extension InputAnalyst: NoteJudge {}

/// Listens to the audio input for a training: judges the notes that are played, and shows the level
/// meanwhile. Main thread.
final class PlayedInput: NoteListener {
  /// Called about ten times a second with the state of the input.
  var onMeter: ((InputMeter) -> Void)?

  /// Called with each fault of the input, when it begins.
  var onNotice: ((Notice) -> Void)?

  /// Called when a note has been judged, before its outcome is passed on.
  var onJudged: ((FrameTime) -> Void)?

  /// `nil` until the input is open.
  private var judge: (any NoteJudge)?

  /// The input of a client, and the services that have opened it; `nil` while it is closed.
  private var opened: (input: ClientInput, services: TrainingServices)?
  private let sampleRate: Double
  private let referencePitch: () -> Frequency
  private let inputDelay: () -> Double
  private let showsPitch: () -> Bool

  /// The present listening; `nil` for none.
  private var listening: Listening?
  private var notices = InputNoticeWatch(lossesVoidNote: true)
  private var leak = LeakWatch()

  /// The level of Peach's last notes at the input, in dB of full scale; `nil` if they were not
  /// heard.
  private var leakLevel: Double?
  private var meter = InputMeter()
  private var lastShown = -Double.infinity

  /// The time at which the learning of Peach's own sound began, in seconds of input.
  private var learnsFrom: Double?

  /// Runs while a judgement is awaited.
  private let givingUp: any TrialTimer

  /// The note that was judged last; `nil` once it has ended.
  private var tone: Tone?

  /// Runs while the end of a note is awaited.
  private let holding: any TrialTimer

  private struct Tone {
    /// The level that was judged, in dB of full scale.
    let level: Double

    /// The time at which it was last heard, in seconds of input.
    var heardAt: Double?
    var onEnd: (() -> Void)?

    /// The loss of level, in dB, with which a tone has ended for the player.
    private static let decay = 15.0

    /// The shortest silence that ends a tone, in seconds.
    private static let gap = 0.2

    /// Returns true if the tone has ended.
    mutating func isOver(after frames: [PitchFrame], at time: Double) -> Bool {
      let isHeard = frames.contains { $0.frequency != nil && $0.level > level - Self.decay }
      let last = isHeard ? time : heardAt ?? time
      heardAt = last
      return time - last >= Self.gap
    }
  }

  private struct Listening {
    var request: PlayedNoteRules
    let onOutcome: (PlayedNoteOutcome, SoundTime?) -> Void

    /// True if a judgement was asked for.
    var isCommitted = false
  }

  /// The time without a note after which the player is assumed to have left, in seconds.
  private static let longestWait = 60.0

  /// The shortest time between two drawings of the meter, in seconds of input.
  private static let pause = 0.1

  /// The longest time that a judgement takes. After it, no note was heard.
  private static let longestJudgement = Duration.seconds(2)

  /// The longest time for which a note is held after its judgement. A longer sound is the room.
  private static let longestTone = Duration.seconds(10)

  /// - Parameters:
  ///   - referencePitch: of A4, for the names of notes.
  ///   - inputDelay: the seconds that sound takes from the outputs back into the input. The
  ///     player's notes are known so much later.
  ///   - showsPitch: whether the player sees the pitch of the next note while it sounds.
  init(
    sampleRate: Double, referencePitch: @escaping () -> Frequency,
    inputDelay: @escaping () -> Double = { 0 }, showsPitch: @escaping () -> Bool = { false },
    clock: any TrialClock = ProgramClock()
  ) {
    self.sampleRate = sampleRate
    givingUp = clock.timer()
    holding = clock.timer()
    self.referencePitch = referencePitch
    self.inputDelay = inputDelay
    self.showsPitch = showsPitch
  }

  // MARK: The client

  /// Opens the input of a client, until ``close()``.
  ///
  /// - Parameter onFault: called with the reason if the client cannot have an audio input.
  func open(
    on client: PlayerClient, _ services: TrainingServices, onFault: @escaping (Fault) -> Void
  ) {
    let link = services.link
    let input = ClientInput(
      of: client, link.inputRule(services.context.inputTarget(services.settings)),
      staysOpen: services.settings.keepsInput,
      onAnalyst: { [weak self] in self?.begin(with: $0, services.keptAudio) },
      onMade: { [weak self] made in
        for connection in made { self?.onNotice?(.inputConnected(source: connection.peer)) }
      },
      onSources: { [weak self] in self?.sourcesChanged() },
      onFault: { onFault(Fault(any: $0)) })
    link.onAudioSources = { [weak self] in self?.sourcesChanged() }
    opened = (input, services)
  }

  private func begin(with analyst: InputAnalyst, _ kept: KeptAudio?) {
    analyst.onHeard = { [weak self] in self?.receive(heard: $0) }
    analyst.onFrames = { [weak self] in self?.receive($0, $1) }
    analyst.onOutcome = { [weak self] in self?.receive($0, at: $1) }
    if let kept {
      onJudged = { [weak kept] in kept?.noteJudged(at: $0) }
      analyst.onStretch = { [weak kept] in kept?.receive($0) }
    }
    begin(with: analyst)
  }

  private func sourcesChanged() {
    guard let input = opened?.input else { return }
    receive(sources: input.sources, fault: input.missing)
  }

  /// Closes the input with the session. The next input of the same client waits for that.
  func close() {
    guard let (input, services) = opened else { return }
    opened = nil
    cancel()
    (onMeter, onNotice) = (nil, nil)
    services.keptAudio?.wait(for: input.close())
  }

  /// Begins with the judge of an input that is open.
  func begin(with judge: any NoteJudge) {
    self.judge = judge
    if listening != nil { sendRules() }
  }

  // MARK: The training

  func listen(
    _ request: PlayedNoteRules, onOutcome: @escaping (PlayedNoteOutcome, SoundTime?) -> Void
  ) {
    givingUp.stop()
    forgetTone()
    var request = request
    request.followsPitch = showsPitch()
    meter.pitch = request.followsPitch ? .unheard : nil
    listening = Listening(request: request, onOutcome: onOutcome)
    if !request.continues {
      leakLevel = leak.level(of: request.ringing, after: request.soundedSeconds)
    }
    // What has not been learnt by then has to be learnt anew.
    beginLearning(!request.accompaniment.isEmpty && (!request.continues || meter.isLearning))
    sendRules()
  }

  private func beginLearning(_ isLearning: Bool) {
    meter.isLearning = isLearning
    learnsFrom = nil
    onMeter?(meter)
  }

  private func sendRules() {
    guard var rules = listening?.request else { return }
    rules.longestWait = Self.longestWait
    rules.ringingLevel = leakLevel
    if leakLevel == nil { rules.ringing = [] }
    judge?.judge(rules)
  }

  func commit() {
    guard listening != nil else { return }
    listening?.isCommitted = true
    judge?.commit()
    // A missing input never answers.
    givingUp.start(after: Self.longestJudgement) { [weak self] in
      self?.end(.noPitch, at: nil)
    }
  }

  func awaitToneEnd(_ onEnd: @escaping () -> Void) {
    guard tone != nil else { return onEnd() }
    tone?.onEnd = onEnd
    holding.start(after: Self.longestTone) { [weak self] in self?.endTone() }
  }

  private func endTone() {
    let onEnd = tone?.onEnd
    forgetTone()
    onEnd?()
  }

  private func forgetTone() {
    holding.stop()
    tone = nil
  }

  func cancel() {
    givingUp.stop()
    forgetTone()
    listening = nil
    judge?.cancel()
  }

  private func end(_ outcome: PlayedNoteOutcome, at time: SoundTime?) {
    givingUp.stop()
    guard let ended = listening else { return }
    listening = nil
    ended.onOutcome(outcome, time)
  }

  // MARK: The input

  /// Handles other connections of the input.
  ///
  /// - Parameter fault: the message if nothing is connected.
  func receive(sources: [String], fault: Notice) {
    let former = notices.sources
    notices.sources = sources
    // Somebody has taken it away: what the server has is not the cause.
    let fault = former?.isEmpty == false ? Notice.inputDisconnected : fault
    meter.fault = sources.isEmpty ? fault.onStage : nil
    if sources.isEmpty, former?.isEmpty != true { onNotice?(fault) }
    onMeter?(meter)
  }

  /// Handles the pitch frames and the state of the input.
  func receive(_ frames: [PitchFrame], _ input: InputHealth) {
    leak.receive(frames)
    // Losses only matter during a listening. After one, there are no frames for a while.
    let health = listening == nil ? input.withoutLosses : input
    for notice in notices.notices(of: health) { onNotice?(notice) }
    show(frames, input)
    if tone?.isOver(after: frames, at: input.time) == true { endTone() }
    if input.overruns > 0 { listenAnew(losesNote: input.losesNote) }
  }

  /// Handles the pitch that is played now, in cents from the expected note; `nil` for none.
  func receive(heard cents: Double?) {
    guard meter.pitch != nil, listening != nil else { return }
    let pitch = cents.map { InputMeter.Pitch.cents(Int($0.rounded())) } ?? .unheard
    guard pitch != meter.pitch else { return }
    meter.pitch = pitch
    onMeter?(meter)
  }

  /// Starts listening again, as sound was lost. A player who has played has to play again.
  private func listenAnew(losesNote: Bool) {
    guard let listening else { return }
    judge?.cancel()
    guard !listening.isCommitted, !losesNote else { return end(.lost, at: nil) }
    if meter.isLearning { beginLearning(true) } else { self.listening?.request.continues = true }
    sendRules()
  }

  private func show(_ frames: [PitchFrame], _ input: InputHealth) {
    meter.level = input.peak.isFinite ? input.peak : nil
    meter.isSilent = input.isSilent
    meter.isClipping = input.isClipping
    if let frame = frames.last {
      meter.note = frame.frequency.flatMap { hertz in
        hertz > 0 && hertz.isFinite
          ? Frequency(hertz: hertz).nearestNote(referencePitch: referencePitch())?.note : nil
      }
    }
    if meter.isLearning {
      let start = learnsFrom ?? input.time
      learnsFrom = start
      meter.isLearning = input.time - start < PlayedNoteRules.accompanimentTime
    }
    guard input.time - lastShown >= Self.pause else { return }
    lastShown = input.time
    onMeter?(meter)
  }

  /// Handles the judgement of a note, at that frame.
  func receive(_ outcome: PlayedNoteOutcome, at frame: FrameTime) {
    var onset: SoundTime?
    if case .judged(let note) = outcome {
      let seconds = note.settleTime + note.length + note.age + inputDelay()
      let before = Int((seconds * sampleRate).rounded())
      onJudged?(frame)
      tone = Tone(level: note.level)
      onset = SoundTime(frame: frame.advanced(by: -before).rawValue, rate: sampleRate)
    }
    if case .wrongNote(let hertz, _) = outcome, !(hertz > 0 && hertz.isFinite) {
      return end(.noPitch, at: nil)
    }
    end(outcome, at: onset)
  }
}

extension InputHealth {
  nonisolated fileprivate var withoutLosses: InputHealth {
    var health = self
    (health.overruns, health.cuts) = (0, 0)
    return health
  }
}
