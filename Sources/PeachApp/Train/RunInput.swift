import Charts
import Training

/// What hears the user's notes in a run, while its session listens to some. Main thread.
final class RunInput {
  /// Called with the reason if the client cannot have an audio input.
  var onFault: ((Fault) -> Void)?

  /// Called with what comes in, for those who watch it.
  var onMeter: ((InputMeter) -> Void)?

  var onNotice: ((Notice) -> Void)?

  private let services: TrainingServices
  private var input: TrainingInput?

  init(_ services: TrainingServices) { self.services = services }

  /// `nil` while it is closed.
  var listener: (any NoteListener)? { input?.listener }

  /// A session listens from now on.
  func open(of stage: PlayerClient) {
    let input = TrainingInput(of: stage, in: services) { [weak self] in
      self?.onFault?(Fault(any: $0))
    }
    input.listener.onMeter = onMeter
    input.listener.onNotice = onNotice
    services.keptAudio?.listen(to: input)
    services.link.onAudioSources = { [weak input] in input?.sourcesChanged() }
    self.input = input
  }

  /// The session is over. The next input of the same client waits until this one is closed.
  func close() {
    guard let input else { return }
    let end = input.close()
    services.link.inputClosing = (ObjectIdentifier(input.engine), end)
    services.keptAudio?.wait(for: end)
    self.input = nil
  }
}
