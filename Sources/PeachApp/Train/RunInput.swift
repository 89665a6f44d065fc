import Charts
import Sound
import Training

/// What hears the user's notes in a run, while its session listens to some. Main thread.
final class RunInput {
  /// Called with the reason if the client cannot have an audio input.
  var onFault: ((Fault) -> Void)?

  /// Called with what comes in, for those who watch it.
  var onMeter: ((InputMeter) -> Void)?

  var onNotice: ((Notice) -> Void)?

  private let services: TrainingServices

  /// `nil` while the input is closed.
  private var heard: (input: ClientInput, listener: PlayedInput)?

  init(_ services: TrainingServices) { self.services = services }

  /// `nil` while the input is closed.
  var listener: (any NoteListener)? { heard?.listener }

  /// A session listens from now on.
  func open(of stage: PlayerClient) {
    let (link, settings) = (services.link, services.settings)
    let listener = PlayedInput(
      sampleRate: stage.engine.sampleRate, referencePitch: { settings.referencePitch },
      inputDelay: { settings.inputDelay })
    listener.onMeter = onMeter
    listener.onNotice = onNotice
    let input = ClientInput(
      of: stage, link.inputRule(services.context.inputTarget(settings)),
      after: link.closingInput(of: stage.engine), staysOpen: settings.keepsInput,
      onAnalyst: { [services, weak listener] in listener?.begin(with: $0, services.keptAudio) },
      onMade: { [weak self] made in
        for connection in made { self?.onNotice?(.inputConnected(source: connection.peer)) }
      },
      onSources: { [weak self] in self?.sourcesChanged() },
      onFault: { [weak self] in self?.onFault?(Fault(any: $0)) })
    link.onAudioSources = { [weak self] in self?.sourcesChanged() }
    heard = (input, listener)
  }

  private func sourcesChanged() {
    guard let (input, listener) = heard else { return }
    listener.receive(sources: input.sources, fault: input.missing)
  }

  /// The session is over. The next input of the same client waits until this one is closed.
  func close() {
    guard let (input, listener) = heard else { return }
    heard = nil
    listener.cancel()
    (listener.onMeter, listener.onNotice) = (nil, nil)
    let end = input.close()
    services.link.inputClosing = (ObjectIdentifier(input.engine), end)
    services.keptAudio?.wait(for: end)
  }
}

extension PlayedInput {
  /// Hears what this reads, and lets the sound of the notes be kept.
  fileprivate func begin(with analyst: InputAnalyst, _ kept: KeptAudio?) {
    analyst.onFrames = { [weak self] in self?.receive($0, $1) }
    analyst.onOutcome = { [weak self] in self?.receive($0, at: $1) }
    if let kept {
      onJudged = { [weak kept] in kept?.noteJudged(at: $0) }
      analyst.onStretch = { [weak kept] in kept?.receive($0) }
    }
    begin(with: analyst)
  }
}
