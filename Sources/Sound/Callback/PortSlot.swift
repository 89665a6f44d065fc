import CJack
import Synchronization

/// A port that the process callback finds as soon as it is registered: the callback runs before, and for an
/// input of sound also after.
///
/// Ports come after the activation, because what a patchbay sees it may connect at once, and a server
/// refuses that to a client that is not active.
struct PortSlot: ~Copyable {
  /// The address of the port; 0 while there is none.
  private let address = Atomic<UInt>(0)

  /// The port; `nil` while there is none. Any thread.
  var port: OpaquePointer? {
    @_noLocks @_noAllocation
    get { OpaquePointer(bitPattern: address.load(ordering: .acquiring)) }
  }

  /// The port is registered. Any thread.
  borrowing func fill(_ port: OpaquePointer) {
    address.store(UInt(bitPattern: port), ordering: .releasing)
  }

  /// The port is about to be unregistered. The callback may still use it in the period that runs. Any thread.
  borrowing func empty() { address.store(0, ordering: .releasing) }

  /// The port's buffer for a period of that length; `nil` if there is no port yet, or if the server gives
  /// none.
  @_noLocks @_noAllocation
  borrowing func buffer(_ frames: jack_nframes_t) -> UnsafeMutableRawPointer? {
    guard let port else { return nil }
    return jack_port_get_buffer(port, frames)
  }
}
