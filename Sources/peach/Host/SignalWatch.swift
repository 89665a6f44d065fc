@preconcurrency import Dispatch
import Foundation

/// Takes signals to the main thread, where they can be answered in order.
final class SignalWatch {
  private var sources: [any DispatchSourceSignal] = []

  /// Calls `receive` on the main thread for each of `signals` from now on; they no longer end or stop
  /// the process.
  init(_ signals: [Int32], receive: @escaping @MainActor (Int32) -> Void) {
    for number in signals {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { receive(number) } }
      source.resume()
      sources.append(source)
    }
  }

  isolated deinit {
    for source in sources { source.cancel() }
  }
}
