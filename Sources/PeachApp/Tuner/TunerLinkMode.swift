import Client
import Language
import Program
import Sound

/// Passes the reports of the connection to the server on to the view of a tuner. They are worded
/// for a training, of which a tuner has none. Main thread.
final class TunerLinkMode: LinkView {
  private let view: any TunerView

  /// Called when there is a client again: nothing waits for a key.
  var onReadyToGoOn: (() -> Void)?

  /// Called when nothing is connected to the outputs any more.
  var onUnconnected: (() -> Void)?

  init(_ view: any TunerView) { self.view = view }

  func showReady(_ description: ReadyDescription) {
    view.showReady(description, input: "\(description.client):\(JackConnections.audioInput)")
  }

  func showNotice(_ notice: Notice) {
    switch notice.code {
    case .waitingForStart: onReadyToGoOn?()
    case .serverStalled: view.showNotice(.tunerStalled)
    case .serverResumed: view.showNotice(.tunerResumed)
    case .unconnected: onUnconnected?()
    // Nothing sounds without a drone, and nobody counts on a whole sound.
    case .xrun, .bufferSize, .noOutput: break
    default: view.showNotice(notice)
    }
  }

  func showFault(_ fault: Fault) { view.showInterruption(TunerInterruption(fault)) }

  func close() { view.close() }
}

/// Why a tuner hears nothing for the time being.
struct TunerInterruption: Hashable {
  /// What a script recognizes it by.
  let code: String
  let message: String

  init(_ fault: Fault) {
    code = fault.code
    message =
      switch fault {
      case .serverGone:
        localized("the JACK server has stopped; the tuner listens again when a server runs")
      case .freewheeling:
        localized("the JACK server is freewheeling; the tuner listens again when that ends")
      case .sampleRateChanged(let hertz):
        localized("the JACK server now runs at %d Hz; the tuner begins anew", hertz)
      default: fault.message
      }
  }
}
