import MainThread
import Realtime

/// The passages and bindings that commands have handed over to the process callback: plain memory, which
/// nobody else touches until an event returns it. Main thread.
///
/// To be released only after the client is closed: whatever has not been returned by then is disposed of
/// with this.
@MainActor
final class LentMemory {
  private var blocks: Set<UnsafeMutableRawPointer> = []

  /// How many blocks have not been returned.
  var count: Int { blocks.count }

  isolated deinit {
    for block in blocks { block.deallocate() }
  }

  /// A copy of the values for the callback.
  func lend<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
    let block = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
    for (index, value) in values.enumerated() { (block + index).initialize(to: value) }
    let isNew = blocks.insert(UnsafeMutableRawPointer(block)).inserted
    invariant(isNew, "memory is lent once")
    return block
  }

  /// The callback has returned the block, or never got it.
  func dispose(of block: UnsafeMutableRawPointer) {
    guard blocks.remove(block) != nil else { return }
    block.deallocate()
  }
}

/// What the callback of an engine uses of a player, until the client is closed.
@MainActor
final class PlayerMemory {
  private let sounds: SoundLoader
  private let lent: LentMemory

  init(_ sounds: SoundLoader, _ lent: LentMemory) {
    self.sounds = sounds
    self.lent = lent
  }
}
