/// A call on the main thread that another thread asks for, again and again.
///
/// All requests until the main thread has the time make one call. A request takes no memory: libdispatch lets the
/// thread that receives a task or a block from another one keep up to 1024 pieces of 80 bytes for later ones, and
/// the main queue is served by several threads. The call comes after what was sent to the main queue before.
public final class MainThreadCall: Sendable {
  private let call: any SchedulerCall

  /// No call comes any more when this is released.
  public init(_ call: @escaping @MainActor @Sendable () -> Void) {
    self.call = Scheduling.scheduler.call(call)
  }

  /// What happened before the request is seen by the call. Any thread.
  public func request() { call.request() }
}
