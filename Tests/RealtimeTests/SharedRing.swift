import Realtime

/// A ring at a fixed address, for two threads. `@unchecked Sendable` because that is what the ring is
/// for: one thread pushes and one pops.
final class SharedRing<Ring: ~Copyable>: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<Ring>

  init(_ ring: consuming Ring) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: ring)
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}

// Copyable faces, which `#expect` can take apart.
extension SharedRing where Ring == CommandRing {
  func push(_ command: Command, isStop: Bool) -> Bool {
    pointer.pointee.push(command, isStop: isStop)
  }

  func pop() -> Command? { pointer.pointee.pop() }
}

extension SharedRing where Ring == EventRing {
  func push(_ event: Event, isEssential: Bool) -> Bool {
    pointer.pointee.push(event, isEssential: isEssential)
  }

  func pop() -> Event? { pointer.pointee.pop() }
}

extension SharedRing where Ring == RawMIDIRing {
  func push(_ message: RawMIDIMessage) { pointer.pointee.push(message) }

  func pop() -> RawMIDIMessage? { pointer.pointee.pop() }
  var droppedCount: Int { pointer.pointee.droppedCount }
}
