/// Where the code of this room is in memory: the address of a function in it. Any thread.
@inline(never) public func realtimeCodePlace() -> UInt {
  let function: @convention(c) () -> Void = {}
  return unsafeBitCast(function, to: UInt.self)
}
