import Console
import MainThread

/// The beginning of a training: opens the client, if there is none yet, and waits until the history is open. Main
/// thread.
final class TrainingLaunch {
  /// The signal that has ended the run meanwhile, if one has.
  private(set) var signal: Int32?

  private let services: TrainingServices
  private let mode: any OutputMode
  private var link: ServerLink { services.link }

  /// - Parameter mode: shows what is waited for.
  init(_ services: TrainingServices, showing mode: any OutputMode) {
    self.services = services
    self.mode = mode
  }

  /// Returns when the training can begin, or when a signal has ended the run. Throws ``Fault`` if there is
  /// no server, or if the history cannot be opened, which comes first.
  func run() async throws(Fault) {
    // Lines are for the training, and wait for it. Before the first listener a signal ends the process by
    // itself.
    if services.terminal != nil, services.readsAlready {
      services.listen { [weak self] in self?.handle($0) }
    }
    do {
      try await open()
    } catch {
      services.listen(nil)
      throw error
    }
    // `ready` says what is true now. The client may have been opened long before.
    await link.askForOutputs()
  }

  private func open() async throws(Fault) {
    do {
      if link.isClosed { try await link.launch() }
    } catch {
      try await waitForHistory()
      throw error
    }
    do {
      try await waitForHistory()
    } catch {
      await link.close()?.value
      throw error
    }
  }

  /// What is wrong with the history is told before anything is trained. It may be read later.
  private func waitForHistory() async throws(Fault) {
    try await services.waitForHistory(.records, showing: mode)
  }

  /// Opening a client can take as long as a large font does.
  private func handle(_ input: InputSource.Input) {
    switch input {
    case .signal(let number):
      signal = signal ?? number
      _ = link.close()
    case .resized: mode.redraw()
    case .save: services.save()
    default: break
    }
  }
}
