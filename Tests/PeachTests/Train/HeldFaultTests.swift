import Testing

@testable import PeachApp

@MainActor
@Suite("A fault that comes when nobody listens")
struct HeldFaultTests {
  private let fault = Fault.database(path: "history", reason: "it is gone")

  @Test("it is told to whoever listens, at once")
  func listened() {
    let held = HeldFault()
    var told: [Fault] = []
    held.receive = { told.append($0) }
    held.hold(fault)
    #expect(told == [fault] && held.untold == nil)
  }

  @Test("it waits for the next who listens, and is told once")
  func later() {
    let held = HeldFault()
    held.receive = { _ in Issue.record("this one has ended") }
    held.receive = nil
    held.hold(fault)
    held.hold(.freewheeling)
    #expect(held.untold == fault)
    var told: [Fault] = []
    held.receive = { told.append($0) }
    held.receive = { told.append($0) }
    #expect(told == [fault])
  }

  @Test("whoever takes it is the one who was told")
  func taken() {
    let held = HeldFault()
    held.hold(fault)
    #expect(held.take() == fault)
    #expect(held.take() == nil)
    held.receive = { _ in Issue.record("it was told twice") }
  }
}
