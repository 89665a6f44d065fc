import Dispatch

/// A call on the main thread that another thread asks for, again and again.
///
/// All requests until the main thread has the time make one call. A request takes no memory: libdispatch lets the
/// thread that receives a task or a block from another one keep up to 1024 pieces of 80 bytes for later ones, and
/// the main queue is served by several threads. The call comes after what was sent to the main queue before.
public final class MainThreadCall: Sendable {
  // Its methods may be called on any thread, dispatch_source_merge_data(3).
  private nonisolated(unsafe) let source = DispatchSource.makeUserDataOrSource(queue: .main)

  /// No call comes any more when this is released.
  public init(_ call: @escaping @MainActor @Sendable () -> Void) {
    source.setEventHandler { MainActor.assumeIsolated(call) }
    source.activate()
  }

  deinit { source.cancel() }

  /// What happened before the request is seen by the call. Any thread.
  public func request() { source.or(data: 1) }
}
