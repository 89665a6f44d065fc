import CJack
import Training

/// Whatever happens around Peach on a server: what it plays to and what plays it go and come back, cables
/// are pulled, and the period changes. Away from the main actor, as every call here may wait for the server.
actor Patchbay {
  /// How long a connection may take to come back.
  private static let patience = Duration.seconds(3)

  private let inputs: VanishingInputs
  private let controller: FloodController
  private var plan: DisturbancePlan
  private var random: SeededGenerator
  private var counts = DisturbanceCounts()
  private let firstPeriod: Int

  /// What Peach is to be started with.
  nonisolated let outputPattern: String
  nonisolated let midiPattern: String

  /// - Throws: ``BenchFault``
  init(server: String?, plan: DisturbancePlan, seed: UInt64) throws {
    jack_set_error_function { _ in }
    jack_set_info_function { _ in }
    let inputs = try VanishingInputs(server: server)
    do {
      controller = try FloodController(server: server, seed: seed)
    } catch {
      inputs.close()
      throw error
    }
    self.inputs = inputs
    self.plan = plan
    random = SeededGenerator(seed: seed)
    firstPeriod = inputs.period
    outputPattern = inputs.pattern
    midiPattern = controller.pattern
  }

  /// Gives the server its period back and leaves it.
  ///
  /// - Returns: whether the period is what it was.
  func close() async -> Bool {
    let isRestored = await setPeriod(firstPeriod)
    controller.close()
    inputs.close()
    return isRestored
  }

  /// Makes trouble until its task is cancelled; then everything is connected as it was.
  ///
  /// - Parameter outputs: the full names of Peach's outputs, of as many as there are inputs.
  /// - Returns: what has been done.
  func disturb(_ outputs: [String]) async -> DisturbanceCounts {
    counts = DisturbanceCounts()
    plan.begin()
    let (sent, dropped) = (controller.sentMessages, controller.droppedMessages)
    let begin = ContinuousClock.now
    let outputs = await partners(among: outputs)
    while !Task.isCancelled {
      let seconds = (ContinuousClock.now - begin).seconds
      if let frames = plan.nextPeriod(after: seconds, current: inputs.period) {
        if await setPeriod(frames) { counts.periodChanges += 1 } else { counts.refusedPeriods += 1 }
      }
      switch Int.random(in: 0..<6, using: &random) {
      case 0..<3: await pullPorts(outputs)
      case 3: await pullCable(outputs)
      case 4: await sendControllerAway()
      default: break
      }
      await pause(0.5...2)
    }
    counts.sentMessages = controller.sentMessages - sent
    counts.droppedMessages = controller.droppedMessages - dropped
    return counts
  }

  private func pullPorts(_ outputs: [String]) async {
    let pulled = [[0], [1], [0, 1], [1, 0]].randomElement(using: &random) ?? []
    for index in pulled { inputs.pull(index) }
    counts.pulledPorts += pulled.count
    await pause(0.4...1.5)
    for index in pulled.shuffled(using: &random) { inputs.putBack(index) }
    await check(pulled, outputs, isRestoration: true)
  }

  private func pullCable(_ outputs: [String]) async {
    let index = Int.random(in: 0...1, using: &random)
    inputs.disconnect(index, from: outputs[index])
    counts.pulledCables += 1
    await pause(0.05...1.5)
    if inputs.isConnected(index, with: outputs[index]) { counts.unwantedConnections += 1 }
    inputs.connect(index, with: outputs[index])
    await check([index], outputs, isRestoration: false)
    // Peach is to have seen it before the next port goes.
    await pause(0.5...1)
  }

  private func sendControllerAway() async {
    await controller.withdraw()
    counts.controllerDepartures += 1
    await pause(0.2...1.5)
    controller.register()
    if await becomesTrue({ controller.isConnected }) {
      counts.restoredControllers += 1
    } else {
      counts.missingControllers += 1
    }
  }

  /// The outputs in the order of the inputs that they are connected with: whatever came back last may be
  /// the server's second.
  private func partners(among outputs: [String]) async -> [String] {
    for order in [outputs, outputs.reversed()] {
      let isSo = await becomesTrue(within: Self.patience / 2) {
        order.indices.allSatisfy { inputs.isConnected($0, with: order[$0]) }
      }
      if isSo { return order }
    }
    await check(Array(outputs.indices), outputs, isRestoration: false)
    return outputs
  }

  /// Waits for the connections of the inputs with the outputs of the same numbers.
  private func check(_ indices: [Int], _ outputs: [String], isRestoration: Bool) async {
    for index in indices {
      let isThere = await becomesTrue { inputs.isConnected(index, with: outputs[index]) }
      if isThere {
        if isRestoration { counts.restoredConnections += 1 }
      } else {
        counts.missingConnections += 1
        // The next one has its chance.
        inputs.connect(index, with: outputs[index])
      }
    }
  }

  private func setPeriod(_ frames: Int) async -> Bool {
    guard inputs.period != frames else { return true }
    guard inputs.setPeriod(frames) else { return false }
    return await becomesTrue { inputs.period == frames }
  }

  private func becomesTrue(
    within patience: Duration = Patchbay.patience, _ condition: () -> Bool
  ) async -> Bool {
    let end = ContinuousClock.now + patience
    while !condition() {
      guard ContinuousClock.now < end else { return false }
      await Rest.seconds(0.02)
    }
    return true
  }

  private func pause(_ seconds: ClosedRange<Double>) async {
    await Rest.seconds(.random(in: seconds, using: &random))
  }
}

/// What has been done to a training from outside.
nonisolated struct DisturbanceCounts: Hashable, Sendable {
  var periodChanges = 0
  var refusedPeriods = 0

  /// Inputs that went, and connections with them that Peach made anew or did not make in time.
  var pulledPorts = 0
  var restoredConnections = 0
  var missingConnections = 0

  /// Cables that were pulled by hand and put back, and those of them that did not stay as the hand left them.
  var pulledCables = 0
  var unwantedConnections = 0

  /// Times that the controller went, and came back and was connected again or not in time.
  var controllerDepartures = 0
  var restoredControllers = 0
  var missingControllers = 0

  /// What the controller sent, and what it had no room for.
  var sentMessages = 0
  var droppedMessages = 0
}

/// When the period changes, and to what.
nonisolated struct DisturbancePlan {
  let secondsPerPeriod: Double

  /// In frames, one after the other and from the start again.
  let periods: [Int]

  private var position = 0
  private var changes = 0

  init(secondsPerPeriod: Double, periods: [Int]) {
    self.secondsPerPeriod = secondsPerPeriod
    self.periods = periods
  }

  /// Counts time from the beginning again; the periods go on where they are.
  mutating func begin() { changes = 0 }

  /// The next period, if its time has come; one that the server has already is passed over.
  ///
  /// - Parameters:
  ///   - seconds: since the beginning.
  ///   - current: the server's period.
  mutating func nextPeriod(after seconds: Double, current: Int) -> Int? {
    guard seconds >= secondsPerPeriod * Double(changes + 1) else { return nil }
    changes += 1
    let period = periods[position % periods.count]
    position += 1
    return period == current ? nil : period
  }
}
