import Foundation

/// Compares what Peach announces in a session with what it announced before, with what it was sent, and with the history.
@MainActor
final class Witness {
  /// The first thing that was not as it has to be.
  private(set) var fault: String?

  /// Whether nothing has happened to Peach in this session that may change its course.
  private(set) var isCalm: Bool

  /// What the session is to be.
  struct Setting {
    let trials: Int
    let noteDuration: Double
    let replaysWrongAnswers: Bool

    /// The intervals, and how their notes follow each other.
    let asked: String
  }

  let setting: Setting

  /// The row of a result in the history, by its columns.
  private let row: (String) -> [String: Any]?
  private let scheduler = SeededScheduler.shared

  private var trial: Visit.Event?
  private var state = ""
  private var stateBegin: ContinuousClock.Instant
  private var targetBegin: ContinuousClock.Instant?
  private var sent: (line: String, time: ContinuousClock.Instant)?
  private var nudge: Double?
  private var played: Double?

  /// How long the state had lasted when the user ended the session.
  private var stalled: Duration?

  /// A state that lasts longer waits for nothing that comes.
  private static let longestState = Duration.seconds(6)

  private var results: [(id: String?, isCorrect: Bool)] = []
  private var isReplayDue = false
  private(set) var stopped: Visit.Event?

  /// The results of this session that were announced as not stored.
  private(set) var unstoredCount = 0

  init(_ setting: Setting, isCalm: Bool, row: @escaping (String) -> [String: Any]?) {
    (self.setting, self.isCalm, self.row) = (setting, isCalm, row)
    stateBegin = SeededScheduler.shared.now
  }

  /// Something has happened to Peach.
  func disturb() { isCalm = false }

  /// A line was sent to Peach.
  func send(_ line: String) {
    if line == "quit" { stalled = scheduler.now - stateBegin }
    if let cents = line.hasPrefix("nudge ") ? Double(line.dropFirst(6)) : nil { nudge = cents }
    if ["higher", "lower", "1", "2", "commit"].contains(line) { sent = (line, scheduler.now) }
  }

  /// The listener plays a note, in hertz.
  func play(_ frequency: Double) { if frequency > 0 { played = frequency } }

  private func expect(_ isSo: Bool, _ what: @autoclosure () -> String) {
    if !isSo, fault == nil { fault = what() }
  }

  /// So long after the message that belongs to a frame it may arrive.
  var delay = 0.12

  // MARK: Events

  func receive(_ event: Visit.Event) {
    switch event.name {
    // Each block of a plan counts for itself.
    case "block": (number, results) = (0, [])
    case "trial": begin(event)
    case "state": enter(event.text("state") ?? "")
    case "result": end(event)
    case "withdrawn": withdraw(event)
    case "summary":
      let count = Double(results.count)
      expect(event.number("trials") == count, "the summary has other than \(count) trials")
      if let right = event.number("right") {
        let expected = Double(results.count(where: \.isCorrect))
        expect(right == expected, "the summary has \(right) right answers in place of \(expected)")
      }
    case "stopped":
      let count = Double(results.count)
      expect(event.number("trials") == count, "it stopped after other than \(count) trials")
      stopped = event
    case "error": disturb()
    default: break
    }
  }

  private var number = 0

  private func begin(_ event: Visit.Event) {
    expect(
      event.number("index") == Double(number + 1),
      "trial \(event.number("index") ?? -1) follows trial \(number)")
    expect(!(isReplayDue && isCalm), "a wrong answer was not replayed")
    isReplayDue = false
    if let lower = event.number("referenceFrequency"), let upper = event.number("targetFrequency"),
      let first = event.number("referenceNote"), let second = event.number("targetNote")
    {
      let cents = 1200 * log2(upper / lower)
      let expected = (second - first) * 100 + (event.number("centOffset") ?? 0)
      expect(abs(cents - expected) < 1e-6, "the notes are \(cents) cents apart, not \(expected)")
    }
    (trial, targetBegin, sent, nudge, played) = (event, nil, nil, nil, nil)
  }

  /// The states that a state may follow, for those that follow few.
  private static let former: [String: Set<String>] = [
    "playingNote2": ["playingNote1"], "playingSecond": ["playingFirst"],
    "playingThird": ["playingSecond"], "playingTunable": ["playingReference"],
    "awaitingAnswer": ["playingNote2", "playingSecond", "playingThird"],
    "judging": ["listening"],
    "showingFeedback": [
      "playingNote2", "playingSecond", "playingThird", "awaitingAnswer", "playingTunable",
      "judging",
      "listening",
    ],
  ]

  private func enter(_ new: String) {
    // What is only listened to can be left at any time.
    if let former = Self.former[new], trial?.text("training") != "listening" {
      expect(former.contains(state), "\(new) follows \(state)")
    }
    let wait = (scheduler.now - stateBegin) / .seconds(1)
    let targets = ["playingNote2", "playingTunable"]
    if targets.contains(new) || new == "playingSecond" {
      targetBegin = scheduler.now
      // Notes one after the other. The state before begins when they are asked for.
      if isCalm, targets.contains(new), trial?.text("presentation") == nil {
        // The state before begins when the notes are asked for.
        expect(
          abs(wait - setting.noteDuration) < delay,
          "\(new) began \(wait) s after \(state), not \(setting.noteDuration) s")
      }
    }
    if new == "replaying" { isReplayDue = false }
    if new == "paused" || new == "idle" { isReplayDue = false }
    (state, stateBegin) = (new, scheduler.now)
  }

  private func end(_ event: Visit.Event) {
    number += 1
    defer {
      let isCorrect = event.members["isCorrect"] as? Bool ?? false
      results.append((event.text("id"), isCorrect))
      isReplayDue = setting.replaysWrongAnswers && event.members["isCorrect"] as? Bool == false
    }
    guard let trial else { return expect(false, "a result without a trial") }
    for name in ["index", "training", "centOffset", "initialCentOffset"] {
      if let new = event.members[name].map({ "\($0)" }), let old = trial.members[name] {
        expect(new == "\(old)", "\(name) of the result is \(new), of the trial \(old)")
      }
    }
    checkAnswer(event, trial)
    checkTime(event)
    if isCalm, let text = event.text("timestamp"),
      let time = try? Date(
        text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    {
      let late = scheduler.date.timeIntervalSince(time)
      expect(late > -0.01 && late < 2, "a result has the time \(text), \(late) s ago")
    }
    let id = event.text("id")
    let isStored = event.members["stored"] as? Bool == true
    expect(isStored == (id != nil), "stored is \(isStored) with the id \(id ?? "null")")
    expect(isStored || !isCalm, "nothing happened to it, and a result was not stored")
    if let id {
      checkRow(event, id)
    } else if event.text("training") != "listening" {
      unstoredCount += 1
    }
  }

  private func checkAnswer(_ event: Visit.Event, _ trial: Visit.Event) {
    // What a flood of MIDI sends is chance.
    let line = event.text("input") == "line" || isCalm ? sent?.line : nil
    if let line, let isHigher = event.members["answeredHigher"] as? Bool {
      expect(line == (isHigher ? "higher" : "lower"), "\(line) was answered")
      let offset = trial.number("centOffset") ?? 0
      let isRight = offset == 0 || isHigher == (offset > 0)
      expect(event.members["isCorrect"] as? Bool == isRight, "isCorrect is not \(isRight)")
    }
    if let line, let isFirst = event.members["answeredFirst"] as? Bool {
      expect(line == (isFirst ? "1" : "2"), "\(line) was answered")
      let isRight = isFirst == trial.members["isFirstTrue"] as? Bool
      expect(event.members["isCorrect"] as? Bool == isRight, "isCorrect is not \(isRight)")
    }
    guard isCalm, let error = event.number("userCentError") else { return }
    if let nudge, let start = trial.number("initialCentOffset") {
      let expected = min(max(start + nudge, -100), 100)
      expect(abs(error - expected) < 0.01, "the error is \(error) cents, tuned were \(expected)")
    }
    if let played, let target = trial.number("targetFrequency") {
      let expected = (1200 * log2(played / target)).remainder(dividingBy: 1200)
      expect(abs(error - expected) < 2, "the error is \(error) cents, played were \(expected)")
    }
  }

  private func checkTime(_ event: Visit.Event) {
    guard isCalm, let sent, let targetBegin else { return }
    guard let time = event.number("responseTime") else {
      return expect(false, "an answer has no response time")
    }
    // A period is computed before it sounds.
    let expected = (sent.time - targetBegin) / .seconds(1)
    expect(
      abs(time - expected) < delay, "the response time is \(time) s in place of \(expected)")
  }

  /// What was announced as stored is in the history, as announced.
  private func checkRow(_ event: Visit.Event, _ id: String) {
    guard let row = row(id) else { return expect(false, "announced before it was stored: \(id)") }
    for (name, value) in event.members {
      // Every column is there, empty or not.
      guard let column = row[name], name != "timestamp", name != "curve" else { continue }
      let isSame =
        if let said = value as? NSNumber, let stored = column as? NSNumber {
          // Foundation's reading of JSON does not keep the last digit.
          abs(said.doubleValue - stored.doubleValue) <= 1e-12 * abs(stored.doubleValue)
        } else {
          "\(value)" == "\(column)"
        }
      expect(isSame, "\(name) was announced as \(value) and stored as \(column)")
    }
    for name in ["referenceNote", "targetNote", "interval"] {
      guard let posed = trial?.members[name], let column = row[name] else { continue }
      expect("\(posed)" == "\(column)", "\(name) is \(posed) in the trial and \(column) in the row")
    }
  }

  private func withdraw(_ event: Visit.Event) {
    let id = event.text("id")
    let index = results.lastIndex { $0.id == id }
    if let index { results.remove(at: index) }
    expect(index != nil, "withdrawn was what had not been announced")
    if isCalm, let id {
      expect(row(id)?["withdrawn"] as? Int64 == 1, "announced as withdrawn before it was: \(id)")
    }
  }

  // MARK: The end

  /// The session is over.
  func finish(status: Int32?) {
    guard isCalm else { return }
    if let stalled {
      return expect(stalled < Self.longestState, "nothing happened to it, and it did not go on")
    }
    expect(stopped?.text("reason") == "trials", "nothing happened to it, and it stopped early")
    expect(status == 0, "nothing happened to it, and its status is \(status ?? -1)")
    expect(results.count == setting.trials, "\(results.count) results, not \(setting.trials)")
  }
}
