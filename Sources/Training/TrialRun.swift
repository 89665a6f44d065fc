import Music

/// What a training knows from its start to its stop, and forgets then.
public nonisolated protocol TrialRun: Hashable, Sendable {
  /// What the session asks for, each once, in the order of the settings; never empty.
  var intervals: [DirectedInterval] { get }

  var tuningSystem: TuningSystem { get }

  /// - Parameter intervals: what is there twice counts once.
  /// - Precondition: `intervals` is not empty.
  init(intervals: [DirectedInterval], tuningSystem: TuningSystem)
}

nonisolated extension TrialRun {
  /// Whether anything but the prime is asked for.
  var isIntervalMode: Bool { intervals.contains { $0 != .prime } }
}

/// A run that keeps what was answered last, at each interval.
public nonisolated struct IntervalRun<Outcome: Hashable & Sendable>: TrialRun {
  public let intervals: [DirectedInterval]
  public let tuningSystem: TuningSystem

  /// What was answered last.
  private(set) var last: Outcome?

  private var lastAtInterval: [DirectedInterval: Outcome] = [:]

  public init(intervals: [DirectedInterval], tuningSystem: TuningSystem) {
    precondition(!intervals.isEmpty, "a training has at least one interval")
    var seen: Set<DirectedInterval> = []
    self.intervals = intervals.filter { seen.insert($0).inserted }
    self.tuningSystem = tuningSystem
  }

  /// What was answered last at that interval: each has a staircase of its own.
  func last(at interval: DirectedInterval) -> Outcome? { lastAtInterval[interval] }

  mutating func record(_ outcome: Outcome, at interval: DirectedInterval) {
    last = outcome
    lastAtInterval[interval] = outcome
  }
}

extension TrialChooser where Run: TrialRun {
  public func makeRun(_ settings: any UserSettings) -> Run {
    Run(intervals: settings.intervals, tuningSystem: settings.tuningSystem)
  }

  public func drone(in run: Run, _ settings: any UserSettings) -> [NoteRequest] {
    Voicing.drone(settings, in: run.tuningSystem)
  }

  public func notes(
    in run: Run, _ settings: any UserSettings, canSound: (Frequency) -> Bool
  ) -> UsableNotes {
    UsableNotes(
      for: run.intervals, settings, tuningSystem: run.tuningSystem, canSound: canSound)
  }
}

extension TrainingDriver where Machine: TrialMachine {
  public var currentInterval: DirectedInterval? { currentChallenge?.interval }

  /// Whether the session asks for anything but the prime.
  public var isIntervalMode: Bool { run?.isIntervalMode ?? false }
}
