import CJack
import Training

/// Changes the surroundings of Peach on a server: its inputs and controllers disappear and come back, cables
/// are pulled, and the period changes. Not on the main actor, because every call may wait for the server.
actor Patchbay {
  /// The time limit for a connection to come back.
  private static let timeout = Duration.seconds(3)

  private let inputs: VanishingInputs
  private let controller: FloodController
  private var plan: DisturbancePlan
  private var random: SeededGenerator
  private var counts = DisturbanceCounts()
  private let firstPeriod: Int

  /// The options to start Peach with.
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
  /// - Returns: whether the period is the original one.
  func close() async -> Bool {
    let isRestored = await setPeriod(firstPeriod)
    controller.close()
    inputs.close()
    return isRestored
  }

  /// Disturbs Peach until the task is cancelled; then everything is connected as before.
  ///
  /// - Parameter outputs: the full names of Peach's outputs, as many as there are inputs.
  /// - Returns: a count of the disturbances.
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
    // Peach must have noticed it before the next port disappears.
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

  /// The outputs in the order of the inputs that they are connected with: the input that came back last may
  /// be the server's second one.
  private func partners(among outputs: [String]) async -> [String] {
    for order in [outputs, outputs.reversed()] {
      let isSo = await becomesTrue(within: Self.timeout / 2) {
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
        // Restored for the next check.
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
    within timeout: Duration = Patchbay.timeout, _ condition: () -> Bool
  ) async -> Bool {
    let end = ContinuousClock.now + timeout
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

/// Counts of the disturbances of a training.
nonisolated struct DisturbanceCounts: Hashable, Sendable {
  var periodChanges = 0
  var refusedPeriods = 0

  /// Inputs that disappeared, and connections with them that Peach restored or did not restore in time.
  var pulledPorts = 0
  var restoredConnections = 0
  var missingConnections = 0

  /// Cables that were pulled by hand and put back, and those that Peach reconnected against the user's will.
  var pulledCables = 0
  var unwantedConnections = 0

  /// Times that the controller disappeared, and was connected again after its return or not in time.
  var controllerDepartures = 0
  var restoredControllers = 0
  var missingControllers = 0

  /// Messages that the controller sent, and those that it had no room for.
  var sentMessages = 0
  var droppedMessages = 0
}

/// The times and values of changes of the period.
nonisolated struct DisturbancePlan {
  let secondsPerPeriod: Double

  /// In frames; after the last, the list starts again.
  let periods: [Int]

  private var position = 0
  private var changes = 0

  init(secondsPerPeriod: Double, periods: [Int]) {
    self.secondsPerPeriod = secondsPerPeriod
    self.periods = periods
  }

  /// Restarts the time; the periods continue where they are.
  mutating func begin() { changes = 0 }

  /// The next period if it is due; a period that the server already has is skipped.
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
