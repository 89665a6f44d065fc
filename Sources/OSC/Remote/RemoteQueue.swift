import Synchronization

/// What has come for the main thread and is not taken yet. Any thread.
///
/// It holds a bounded number: what comes faster than the main thread takes is dropped, and of movements
/// of the slider that follow each other the last one stands for all.
final class RemoteQueue: Sendable {
  struct Request: Hashable, Sendable {
    let command: RemoteCommand
    let sender: OSCPeer
  }

  static let capacity = 256

  private let requests = Mutex<[Request]>([])

  /// Whether the main thread has to be woken, as nothing waited before.
  func add(_ request: Request) -> Bool {
    requests.withLock { requests in
      if case .slider = request.command, let last = requests.last, case .slider = last.command {
        requests[requests.count - 1] = request
      } else if requests.count < Self.capacity {
        requests.append(request)
        return requests.count == 1
      }
      return false
    }
  }

  func takeAll() -> [Request] {
    requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }
}
