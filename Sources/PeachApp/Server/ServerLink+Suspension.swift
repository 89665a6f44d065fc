import Console
import Foundation

extension ServerLink {
  /// Leaves the server, stops the process as Ctrl-Z asks, and when it goes on looks for the server as
  /// after a loss. Returns at once where the run is ending.
  func suspend(on terminal: Terminal?) async {
    guard let action = machine.suspend() else { return }
    let wasTraining = delegate?.interruptTraining() ?? false
    perform(action)
    // A client that is just being opened comes too late, and is closed as soon as it is there.
    await openingHasEnded()
    await closing?.value
    // While the sound faded out the user may have asked for the end.
    guard machine.state == .suspended else { return }
    if wasTraining { view.showStopped(.interrupted, trials: delegate?.results ?? 0) }
    view.close()
    terminal?.restore()
    // To this very thread: a signal to the process could be taken by another one, and this one would
    // run on for a while before it stops.
    pthread_kill(pthread_self(), SIGSTOP)
    terminal?.enterKeyMode()
    perform(machine.resume())
  }

  /// Waits for an opening that is under way, but not for a server that hangs.
  private func openingHasEnded() async {
    guard let opening else { return }
    let (outcomes, first) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let limit = Task {
      try? await Task.sleep(for: .seconds(1))
      first.yield()
    }
    Task {
      await opening.value
      first.yield()
    }
    for await _ in outcomes { break }
    limit.cancel()
  }
}
