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

/// What judges notes at an audio input. Main thread.
protocol NoteJudge: AnyObject {
  /// Judges the next note, instead of the one before it.
  func judge(_ rules: PlayedNoteRules)

  /// What was held so far is judged.
  func commit()

  /// Judges no note any more.
  func cancel()
}

extension InputAnalyst: NoteJudge {}

/// Listens for a training to what comes in at the audio input: what is played is judged, and the level is shown
/// meanwhile. Main thread.
final class PlayedInput: NoteListener {
  /// Called about ten times a second with what comes in.
  var onMeter: ((InputMeter) -> Void)?

  /// Called with what is wrong at the input, each time that begins.
  var onNotice: ((Notice) -> Void)?

  /// Called when a note has been judged, before that is passed on.
  var onJudged: ((FrameTime) -> Void)?

  /// `nil` until the input is open.
  private var judge: (any NoteJudge)?

  /// The input of a client, and the run that has opened it; `nil` while it is closed.
  private var opened: (input: ClientInput, services: TrainingServices)?
  private let sampleRate: Double
  private let referencePitch: () -> Frequency
  private let inputDelay: () -> Double
  private let showsPitch: () -> Bool

  /// What is listened for; `nil` for nothing.
  private var listening: Listening?
  private var notices = InputNoticeWatch(lossesVoidNote: true)
  private var leak = LeakWatch()

  /// How loud the input heard the notes that ended last, in dB of full scale; `nil` if it did not.
  private var leakLevel: Double?
  private var meter = InputMeter()
  private var lastShown = -Double.infinity

  /// When it began to be found out what the input hears of Peach, in seconds of input.
  private var learnsFrom: Double?

  /// Runs while a judgement that was asked for has not come.
  private let givingUp: any TrialTimer

  /// The note that was judged last, and whoever waits for its end; `nil` once it has ended.
  private var tone: Tone?

  /// Runs while the end of a note is awaited.
  private let holding: any TrialTimer

  private struct Tone {
    /// Of what was judged, in dB of full scale.
    let level: Double

    /// When it was heard last, in seconds of input.
    var heardAt: Double?
    var onEnd: (() -> Void)?

    /// A tone that is so many dB weaker than it was has ended for the player.
    private static let decay = 15.0

    /// A shorter gap is none, in seconds.
    private static let gap = 0.2

    /// - Returns: whether it has ended.
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

    /// Whether a judgement was asked for.
    var isCommitted = false
  }

  /// Nobody is there if nothing is played for so long, in seconds.
  private static let longestWait = 60.0

  /// The shortest time between two drawings of the meter, in seconds of input.
  private static let pause = 0.1

  /// What has not been judged by then was not heard.
  private static let longestJudgement = Duration.seconds(2)

  /// What sounds longer after a judgement is no note that is held, but the room.
  private static let longestTone = Duration.seconds(10)

  /// - Parameters:
  ///   - referencePitch: of A4, for the names of notes.
  ///   - inputDelay: how many seconds sound takes from the outputs back into the input. What the player does is
  ///     known so much later.
  ///   - showsPitch: whether the player sees the pitch of the note that is listened for from now on.
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

  /// Opens the input of a client, and hears what comes in until ``close()``.
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

  /// The session is over. The next input of the same client waits until this one is closed.
  func close() {
    guard let (input, services) = opened else { return }
    opened = nil
    cancel()
    (onMeter, onNotice) = (nil, nil)
    services.keptAudio?.wait(for: input.close())
  }

  /// The input is open.
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
    // What was not known by then has to be found out anew.
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
    // An input that is not there hears nothing, and says nothing either.
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

  /// What is connected to the input has changed.
  ///
  /// - Parameter fault: what to do if that is nothing.
  func receive(sources: [String], fault: Notice) {
    let former = notices.sources
    notices.sources = sources
    // Somebody has taken it away: what the server has is not the cause.
    let fault = former?.isEmpty == false ? Notice.inputDisconnected : fault
    meter.fault = sources.isEmpty ? fault.onStage : nil
    if sources.isEmpty, former?.isEmpty != true { onNotice?(fault) }
    onMeter?(meter)
  }

  /// What has come in.
  func receive(_ frames: [PitchFrame], _ input: InputHealth) {
    leak.receive(frames)
    // Losses do not matter while nothing is listened for. After one, there are no frames for a while.
    let told = listening == nil ? input.withoutLosses : input
    for notice in notices.notices(of: told) { onNotice?(notice) }
    show(frames, input)
    if tone?.isOver(after: frames, at: input.time) == true { endTone() }
    if input.overruns > 0 { listenAnew(losesNote: input.losesNote) }
  }

  /// What is played now, in cents from the note that is listened for; `nil` for nothing.
  func receive(heard cents: Double?) {
    guard meter.pitch != nil, listening != nil else { return }
    let pitch = cents.map { InputMeter.Pitch.cents(Int($0.rounded())) } ?? .unheard
    guard pitch != meter.pitch else { return }
    meter.pitch = pitch
    onMeter?(meter)
  }

  /// Sound was lost on its way: what was heard until now counts for nothing. Who has not played yet has nothing to
  /// play again.
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

  /// The note has been judged, at that frame.
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
