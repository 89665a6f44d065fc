import Console
import Glibc
import Language
import OSC
import Program
import Settings
import Training

/// A run of training as messages of Open Sound Control, which do not give the answer away.
final class OSCMode: OutputMode {
  private let remote: RemoteControl
  private let training: OSCArgument

  init(_ training: TrainingName, _ remote: RemoteControl) {
    self.training = .string(training.rawValue)
    self.remote = remote
  }

  func show(_ event: ShownEvent) {
    switch event {
    case .trial(let trial): send("/peach/trial", trial.fields)
    case .state(let state):
      // A fader counts from here, whatever the offset is.
      if state.phase == .playingTunable { remote.send(OSCMessage("/peach/slider", .float(0))) }
      remote.send(OSCMessage("/peach/state", training, .string(state.phase.rawValue)))
    case .result(let result):
      send("/peach/result", result.hasVerdict ? result.fields : Array(result.fields.prefix(1)))
    case .miss(let miss): send("/peach/missed", miss.fields)
    case .withdrawal(let withdrawal, _): send("/peach/withdrawn", withdrawal.fields)
    case .level(let level): remote.send(OSCMessage("/peach/level", .float(Float(level.decibels))))
    case .verdict, .discard, .scene, .summary, .block, .plan, .question, .help, .outputs: break
    }
  }

  func showNotice(_: Notice) {}
  func showFault(_: Fault) {}

  func showStopped(_ ending: Ending, trials: Int) {
    remote.send(
      OSCMessage("/peach/stopped", .string(ending.code), .int(Int32(clamping: trials))))
  }

  private func send(_ path: String, _ fields: [ShownField]) {
    let arguments = fields.filter(\.isSent).map { OSCArgument($0.value) }
    remote.send(OSCMessage(path, arguments: [training] + arguments))
  }
}

extension OSCArgument {
  fileprivate init(_ value: ShownField.Value) {
    switch value {
    case .int(let value): self = .int(Int32(clamping: value))
    case .double(let value): self = .float(Float(value))
    case .bool(let value): self = .int(value ? 1 : 0)
    case .text(let value): self = .string(value)
    case .id(let id): self = .string(id.uuidString.lowercased())
    case .list(let values): self = .string(values.joined(separator: ","))
    case .figure(let value): self = .float(Float(value ?? .nan))
    // No message has one.
    case .object, .numbers: self = .string("")
    }
  }
}

extension Notice {
  /// Peach listens for Open Sound Control at this address.
  static func oscListening(address: String) -> Notice {
    Notice(
      "oscListening", localized("Peach listens for OSC (UDP) at %@", address),
      [ShownField("address", .text(address))])
  }
}

extension RemoteControl {
  /// Sends that a block of a plan follows.
  func send(_ step: PlanStep) {
    send(
      OSCMessage(
        "/peach/plan", .string(step.plan.name), .int(Int32(clamping: step.number)),
        .int(Int32(clamping: step.plan.blocks.count)), .string(step.block.activity.rawValue)))
  }

  /// Sends that no training runs, and forgets the last trial.
  func sendIdle() {
    forget("/peach/trial")
    send(OSCMessage("/peach/state", .string("none"), .string("idle")))
  }
}

extension CommandContext {
  /// Listens where the setting says; `nil` where that is nowhere. Throws ``Fault``.
  func remoteControl(_ listening: OSCListening) throws(Fault) -> RemoteControl? {
    guard case .at(let host, let port) = listening,
      let address = OSCPeer(host: host, port: UInt16(port))
    else { return nil }
    do {
      let remote = try RemoteControl(at: address)
      remote.sendIdle()
      return remote
    } catch {
      throw Fault(error)
    }
  }
}

extension Fault {
  init(_ error: OSCError) {
    switch error {
    case .taken(let address):
      self = .configuration(
        localized(
          "osc: another program already uses %@. Choose another port, or osc = off",
          address.description))
    case .refused(let address, EADDRNOTAVAIL):
      self = .configuration(
        localized(
          """
          osc: this computer does not have the address %@. Allowed: one of its own addresses, \
          0.0.0.0 for all of them, or only a port
          """, address.host))
    case .refused(let address, let number):
      self = .configuration(
        localized(
          "osc: Peach cannot receive at %@: %@", address.description,
          String(cString: strerror(number))))
    }
  }
}
