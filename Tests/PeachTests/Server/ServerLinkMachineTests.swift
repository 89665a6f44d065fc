import Testing

@testable import Client
@testable import PeachApp
@testable import Program

@Suite("Server link machine")
struct ServerLinkMachineTests {
  typealias Machine = ServerLinkMachine

  private let gone = Fault.serverGone
  private let none = Fault.noServer(name: nil)
  private let taken = Fault.clientNameTaken("peach")

  /// The step that an action waits for.
  private func step(_ action: Machine.Action?) throws -> Machine.Step {
    switch try #require(action) {
    case .open(let step), .leave(_, let step), .retry(_, _, let step): return step
    default: throw Unexpected(action: action)
    }
  }

  private struct Unexpected: Error { let action: Machine.Action? }

  /// A machine whose training runs.
  private func training() throws -> Machine {
    var machine = Machine()
    let opening = try step(machine.launch())
    #expect(machine.opened(opening) == .launched)
    #expect(machine.begin() == .announceAndTrain)
    return machine
  }

  /// A machine that has lost its server and waits before its first try, and the step of that wait.
  private func searching() throws -> (Machine, Machine.Step) {
    var machine = try training()
    let leaving = try step(machine.lost(gone))
    let waiting = try step(machine.hasLeft(leaving))
    return (machine, waiting)
  }

  @Test("a launch opens, tells and trains by itself, once")
  func launch() throws {
    var machine = try training()
    #expect(machine.state == .training)
    #expect(machine.begin() == nil)
    #expect(machine.start() == nil)
    #expect(machine.launch() == nil)
  }

  @Test("a launch without a server, or with one that hangs, gives up")
  func failedLaunch() throws {
    for isSlow in [false, true] {
      var machine = Machine()
      let opening = try step(machine.launch())
      if isSlow {
        let silent = Fault.serverSilent(name: "x")
        #expect(machine.openingIsSlow(opening, server: "x") == .giveUp(silent))
      } else {
        #expect(machine.openingFailed(opening, none, isLasting: false) == .giveUp(none))
      }
      #expect(machine.state == .closed)
      #expect(machine.opened(opening) == nil)
    }
  }

  @Test("a server that goes is left, waited for at growing intervals, and offered again")
  func loss() throws {
    var machine = try training()
    let leaving = try step(machine.lost(gone))
    #expect(machine.state.isAway)
    #expect(machine.lost(gone) == nil)
    var waits: [Duration] = []
    var action = machine.hasLeft(leaving)
    for _ in 0..<7 {
      guard case .retry(let wait, nil, let step) = action else { throw Unexpected(action: action) }
      waits.append(wait)
      let opening = try self.step(machine.waited(step))
      action = machine.openingFailed(opening, none, isLasting: false)
    }
    #expect(waits == [0.1, 0.2, 0.5, 1, 2, 5, 5].map { .seconds($0) })
    let opening = try step(machine.waited(try step(action)))
    #expect(machine.opened(opening) == .announceAndOfferStart)
    #expect(!machine.state.isAway)
    #expect(machine.start() == .train)
    #expect(machine.start() == nil)
    #expect(machine.state == .training)
  }

  @Test("after a second loss the tries begin anew")
  func secondLoss() throws {
    var (machine, waiting) = try searching()
    let opening = try step(machine.waited(waiting))
    _ = machine.opened(opening)
    let leaving = try step(machine.lost(gone))
    guard case .retry(.milliseconds(100), nil, _) = machine.hasLeft(leaving) else {
      Issue.record("not the first interval")
      return
    }
  }

  @Test("start does not fit while there is no server")
  func startWhileAway() throws {
    var (machine, waiting) = try searching()
    #expect(machine.start() == nil)
    _ = machine.waited(waiting)
    #expect(machine.start() == nil)
  }

  @Test("what comes late changes nothing")
  func staleSteps() throws {
    var (machine, waiting) = try searching()
    let opening = try step(machine.waited(waiting))
    #expect(machine.waited(waiting) == nil)
    #expect(machine.hasLeft(waiting) == nil)
    let next = try step(machine.openingFailed(opening, none, isLasting: false))
    #expect(machine.opened(opening) == nil)
    #expect(machine.openingIsSlow(opening, server: nil) == nil)
    #expect(machine.openingFailed(opening, none, isLasting: false) == nil)
    #expect(machine.opened(next) == nil)
    machine.end()
    #expect(machine.waited(next) == nil)
    #expect(machine.state == .closed)
  }

  @Test("a server that hangs is complained of, and waited for")
  func slowServer() throws {
    var (machine, waiting) = try searching()
    let opening = try step(machine.waited(waiting))
    #expect(
      machine.openingIsSlow(opening, server: "x") == .complain(.serverSilent(name: "x")))
    #expect(machine.opened(opening) == .announceAndOfferStart)
  }

  @Test("a name that is taken is told at the second try, once, and tried for ever")
  func takenName() throws {
    var (machine, waiting) = try searching()
    var told: [Fault?] = []
    var waits: [Duration] = []
    for fault in [none, taken, none, taken, taken, taken, taken] {
      let opening = try step(machine.waited(waiting))
      let action = machine.openingFailed(opening, fault, isLasting: false)
      guard case .retry(let wait, let news, let step) = action else {
        throw Unexpected(action: action)
      }
      told.append(news)
      waits.append(wait)
      waiting = step
    }
    #expect(told == [nil, nil, nil, nil, taken, nil, nil])
    // Where a server first shows itself, the next look comes soon.
    #expect(waits == [0.2, 0.1, 0.2, 0.5, 1, 2, 5].map { .seconds($0) })
  }

  @Test("without a sound there is no use in trying again")
  func lastingFailure() throws {
    var (machine, waiting) = try searching()
    let opening = try step(machine.waited(waiting))
    let fault = Fault.sound(reason: "x")
    #expect(machine.openingFailed(opening, fault, isLasting: true) == .giveUp(fault))
    #expect(machine.state == .closed)
  }

  @Test("freewheeling interrupts; its end offers the start again, with the same client")
  func freewheeling() throws {
    var machine = try training()
    #expect(machine.freewheels(false) == nil)
    #expect(machine.freewheels(true) == .interrupt(.freewheeling))
    #expect(machine.freewheels(true) == nil)
    #expect(machine.start() == nil)
    #expect(!machine.state.isAway)
    #expect(machine.freewheels(false) == .announceAndOfferStart)
    #expect(machine.start() == .train)
  }

  @Test("a server that goes while it freewheels is lost like any other")
  func lossWhileFreewheeling() throws {
    var machine = try training()
    _ = machine.freewheels(true)
    let leaving = try step(machine.lost(gone))
    #expect(machine.freewheels(false) == nil)
    guard case .retry = machine.hasLeft(leaving) else {
      Issue.record("no retry")
      return
    }
  }

  @Test("a process that is stopped leaves the server, and looks for one when it goes on")
  func suspension() throws {
    var machine = try training()
    #expect(machine.suspend() == .close)
    #expect(machine.suspend() == nil)
    #expect(machine.lost(gone) == nil)
    let opening = try step(machine.resume())
    #expect(machine.resume() == nil)
    let waiting = try step(machine.openingFailed(opening, none, isLasting: false))
    #expect(machine.suspend() == .close)
    #expect(machine.waited(waiting) == nil)
    let again = try step(machine.resume())
    #expect(machine.opened(again) == .announceAndOfferStart)
  }

  @Test("after the end nothing happens any more")
  func end() throws {
    var machine = try training()
    machine.end()
    #expect(machine.lost(gone) == nil)
    #expect(machine.freewheels(true) == nil)
    #expect(machine.start() == nil)
    #expect(machine.suspend() == nil)
    #expect(machine.resume() == nil)
  }
}
