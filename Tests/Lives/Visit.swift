import ArgumentParser
import Console
import Foundation
import MainThread
import Music

@testable import PeachApp
@testable import Program

/// A run of Peach, and, where it writes JSON lines, a listener who answers.
@MainActor
final class Visit {
  /// An event of Peach's.
  struct Event {
    let members: [String: Any]

    init?(_ line: String) {
      guard
        let members = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      else { return nil }
      self.members = members
    }

    var name: String { text("event") ?? "" }
    func text(_ key: String) -> String? { members[key] as? String }
    func number(_ key: String) -> Double? { members[key] as? Double }
  }

  private let scheduler = SeededScheduler.shared
  private let input: GivenInput
  private let onEvent: (Event) -> Void
  private(set) var transcript: [String] = []
  private(set) var status: Int32?

  /// How far this listener hears, in cents: half of the differences of that size are told right beyond chance.
  private let threshold: Double
  private var trial: Event?
  private var state: String?
  private var readyCount = 0
  private(set) var hasStopped = false

  /// Whether Peach has had a client.
  var isReady: Bool { readyCount > 0 }

  /// - Parameters:
  ///   - window: the terminal, if Peach has one.
  ///   - onEvent: called with every event, after the listener has seen it.
  ///   - onText: called with every line, if lines are no events.
  init(
    _ command: any ParsableCommand, home: [String: String], in window: Window? = nil,
    onEvent: @escaping (Event) -> Void = { _ in }, onText: ((String) -> Void)? = nil
  ) {
    (self.onEvent, self.onText) = (onEvent, onText)
    input = GivenInput(isTerminal: window != nil)
    threshold = scheduler.random { Double.random(in: 3...30, using: &$0) }
    let output = Lines(), messages = Lines()
    let surroundings = Surroundings(
      environment: home, output: window ?? output, messages: window ?? messages, input: input)
    output.receive = { [weak self] in self?.receive($0) }
    messages.receive = { [weak self] in self?.transcript.append("! \($0)") }
    // A value, of which each run has a copy.
    nonisolated(unsafe) let command = command
    Task {
      status = await Surroundings.$given.withValue(surroundings) {
        do {
          return try await Peach.run(command)
        } catch {
          return Peach.status(of: error, after: [])
        }
      }
    }
  }

  func send(_ line: String) {
    transcript.append("> \(line)")
    onLine?(line)
    input.send(Array((line + "\n").utf8))
  }

  /// Types keys at once.
  func type(_ keys: String) {
    transcript.append("> \(keys.debugDescription)")
    input.send(Array(keys.utf8))
  }

  /// Sends a signal, if Peach hears signals by now.
  func send(signal number: Int32) {
    transcript.append("> signal \(number)")
    input.send(signal: number)
  }

  /// Nothing more can be sent.
  func hangUp() { input.end() }

  /// What the transcript says besides.
  func note(_ text: String) { transcript.append("# \(text)") }

  private func receive(_ line: String) {
    transcript.append(line)
    if let onText { return onText(line) }
    guard let event = Event(line) else { return note("no JSON") }
    switch event.name {
    case "ready":
      readyCount += 1
      // Much may happen until somebody starts again.
      if readyCount > 1 { later(0.1...3) { $0.send("start") } }
    case "trial": trial = event
    case "state":
      state = event.text("state")
      stateBegin = scheduler.now
      if let state { answer(state) }
    case "stopped": if event.text("reason") != "interrupted" { hasStopped = true }
    default: break
    }
    onEvent(event)
  }

  private func later(_ seconds: ClosedRange<Double>, _ call: @escaping @MainActor (Visit) -> Void) {
    let delay = scheduler.random { Double.random(in: seconds, using: &$0) }
    scheduler.after(.seconds(delay)) { [weak self] in
      guard let self, status == nil else { return }
      call(self)
    }
  }

  /// A normally distributed number (Box and Muller 1958).
  private func deviation(_ width: Double) -> Double {
    scheduler.random { random in
      let first = Double.random(in: Double.ulpOfOne...1, using: &random)
      let second = Double.random(in: 0..<1, using: &random)
      return width * (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
    }
  }

  /// Whether the listener answers only what has sounded to its end, whatever the period.
  var isPatient = false

  /// Whether nobody listens.
  var isDeaf = false

  private func answer(_ state: String) {
    guard let trial, !isDeaf else { return }
    switch state {
    case "playingNote2" where isPatient, "playingSecond" where isPatient: return
    case "awaitingAnswer" where isPatient:
      answerSoon(trial.text("training") == "purity" ? "playingSecond" : "playingNote2", trial)
    case "playingSecond" where trial.text("training") == "oddOne": return
    default: answerSoon(state, trial)
    }
  }

  private func answerSoon(_ state: String, _ trial: Event) {
    switch state {
    case "playingNote2":
      let isHigher = (trial.number("centOffset") ?? 0) + deviation(threshold) > 0
      later((onListening?(trial) ?? 0.05)...1) { $0.give(isHigher ? "higher" : "lower") }
    case "playingTunable":
      let offset = trial.number("initialCentOffset") ?? 0
      later(0.1...1) { visit in
        visit.send("nudge \(visit.deviation(visit.threshold) - offset)")
        visit.later(0.1...1) { $0.give("commit") }
      }
    case "playingSecond":
      let isOff = abs((trial.number("centOffset") ?? 0) + deviation(threshold)) < threshold
      let isFirst = (trial.members["isFirstTrue"] as? Bool ?? true) != isOff
      later(0.05...1) { $0.give(isFirst ? "1" : "2") }
    case "playingThird":
      let isHeard = abs((trial.number("centOffset") ?? 0) + deviation(threshold)) > threshold
      let guess = scheduler.random { Int.random(in: 1...3, using: &$0) }
      let place = isHeard ? trial.number("oddPlace").map { Int($0) } ?? guess : guess
      later(0.05...1) { $0.send("\(place)") }
    case "listening": play(trial.number("targetFrequency") ?? 440)
    case "paused": later(0.5...2) { $0.send("start") }
    default: break
    }
  }

  /// Answers by hand, or by a line.
  private func give(_ line: String) {
    // What a hand does sooner was not meant for what it hears.
    guard let onHand, scheduler.now - stateBegin > Self.handTime else { return send(line) }
    transcript.append("> \(line), by hand")
    onLine?(line)
    onHand(line)
  }

  private static let handTime = Duration.milliseconds(400)
  private var stateBegin = SeededScheduler.shared.now

  /// Called with an answer that is given by something else than a line; `nil` if there is nothing else.
  var onHand: ((String) -> Void)?

  /// Plays a note, and again if nothing has come of it.
  private func play(_ target: Double) {
    onPlaying?(target * pow(2, deviation(threshold) / 1200))
    later(1.2...2) { visit in
      visit.onPlaying?(0)
      visit.later(0.5...1) { visit in
        let isSame = visit.trial?.number("targetFrequency") == target
        if visit.state == "listening", isSame { visit.play(target) }
      }
    }
  }

  private let onText: ((String) -> Void)?

  /// Called with what is sent.
  var onLine: ((String) -> Void)?

  /// Called when the second of two notes begins, with its trial; returns how long the listener hears it at least, in
  /// seconds.
  var onListening: ((Event) -> Double)?

  /// Called with what the listener plays, in hertz; 0 is silence.
  var onPlaying: ((Double) -> Void)?

  /// Output that is handed on line by line.
  private final class Lines: TextOutput {
    let failure: String? = nil
    var receive: ((String) -> Void)?
    private var rest = ""

    func write(controls text: String) {
      rest += text
      while let end = rest.firstIndex(of: "\n") {
        let line = String(rest[..<end])
        rest = String(rest[rest.index(after: end)...])
        receive?(line)
      }
    }
  }
}
