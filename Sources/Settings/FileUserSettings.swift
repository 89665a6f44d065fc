import Music
import Training

/// The user's settings: the command line's options over the settings file over the defaults, which
/// are those of the site over Peach's own.
///
/// Main thread. Values change only in ``refresh()``, which a session calls before each trial. So a
/// change of the file counts from the next trial on, and nothing changes between the notes of one.
@MainActor
public final class FileUserSettings: UserSettings {
  /// The chosen kind of training; `nil` if the intervals of the settings decide.
  public var kind: TrainingKind?

  public var attendance = Attendance.script

  /// The level of this run; `nil` for that of the settings.
  public var levelOfRun: AmplitudeDB?

  /// The sound of this run; `nil` for that of the settings.
  public var soundOfRun: SoundSourceID?

  /// Called when the user changes the level of the present sound. The level of a changed file
  /// counts from the next note on.
  public var onLevelChange: (() -> Void)?

  private let file: SettingsFile
  private let options: SettingsOverrides

  /// The options over the settings of the current block.
  private var overrides: SettingsOverrides
  private let defaultIntervals: [DirectedInterval]
  private let onProblem: (SettingsError) -> Void

  /// The file when it was last read; no image if there was no file.
  private var seen: Result<FileImage?, SettingsError>
  private var layers: SettingsLayers
  private var lastProblem: SettingsError?

  /// Reads the file. Throws the first fault of the file or the options.
  ///
  /// - Parameters:
  ///   - defaultIntervals: the intervals if none are set; not empty.
  ///   - onProblem: called once for each fault that a later change brings. The last valid values
  ///     then stay.
  public init(
    file: SettingsFile, overrides: SettingsOverrides = SettingsOverrides(),
    defaultIntervals: [DirectedInterval] = [.prime],
    onProblem: @escaping (SettingsError) -> Void = { _ in }
  ) throws(SettingsError) {
    precondition(!defaultIntervals.isEmpty, "there is an interval to train")
    self.file = file
    options = overrides
    self.overrides = overrides
    self.defaultIntervals = defaultIntervals
    self.onProblem = onProblem
    let image = try file.image()
    seen = .success(image)
    layers = try file.layers(of: image, overrides: overrides, defaultIntervals: defaultIntervals)
  }

  /// A sound to listen to before it is chosen; `nil` for the one of the settings.
  public var audition: SoundSourceID?

  public var siteProblems: [SiteProblem] { layers.site.problems }

  public var values: SettingValues { layers.values }

  public var noteRange: NoteRange { layers.noteRange }
  public var noteDuration: NoteDuration { values.noteDuration }
  public var noteGap: Double { values.noteGap }
  public var referencePitch: Frequency { values.referencePitch }
  public private(set) var waitsForSound = false
  public var soundSource: SoundSourceID { audition ?? soundOfRun ?? values.soundSource }
  public var correctIntonation: Bool { values.correctIntonation }
  public var evenLoudness: Bool { values.evenLoudness }
  public var reStrike: Bool { values.reStrike }
  public var varyLoudness: UnitInterval { values.varyLoudness }

  /// The intervals of the settings, or those of the chosen kind of training.
  public var intervals: [DirectedInterval] {
    kind.map { intervals(of: $0) } ?? values.intervals
  }

  /// The intervals of the settings that belong to a kind of training, or the kind's own if there
  /// are none.
  public func intervals(of kind: TrainingKind) -> [DirectedInterval] {
    let fitting = values.intervals.filter { TrainingKind($0) == kind }
    guard fitting.isEmpty else { return fitting }
    return kind == .unison ? [.prime] : [DirectedInterval(.perfectFifth)]
  }

  public var presentation: Presentation { values.presentation }
  public var accompaniment: [DirectedInterval] { values.accompaniment }
  public var accompanimentLevel: AmplitudeDB { values.accompanimentLevel }
  public var drone: Bool { values.drone }
  public var referenceNote: MIDINote? { values.referenceNote.note }
  public var tuningSystem: TuningSystem { layers.tuningSystem }
  public var feedbackTime: Double { values.feedbackTime }
  public var strategy: StrategyName { values.strategy }
  public var wrongAnswerSignal: WrongAnswerSignal { values.wrongAnswerSignal }

  public var outputLevel: AmplitudeDB { levelOfRun ?? values.outputLevel }

  public var discardsOnXrun: Bool {
    isSet("discardOnXrun") ? values.discardOnXrun : attendance != .script
  }

  /// The setting, or `next` if text is read out and nothing is set: nothing should sound over it.
  public var afterWrongAnswer: AfterWrongAnswer {
    attendance != .screen && !isSet("afterWrongAnswer") ? .next : values.afterWrongAnswer
  }

  public var nextTrial: NextTrial {
    attendance == .speech && !isSet("nextTrial") ? .key : values.nextTrial
  }

  public var livePitch: LivePitch { attendance == .screen ? values.livePitch : .off }

  /// The trials of a session; `nil` if it does not end by itself.
  public func sessionTrials(of training: TrainingName) -> Int? {
    let count = attendance == .script && !isSet("sessionTrials") ? 0 : values.sessionTrials
    guard count > 0 else { return nil }
    return switch training.answer {
    case .choice, .place: count
    case .pitch: (count + 1) / 2
    case .none: nil
    }
  }

  /// The training after which a break is suggested; `nil` for never.
  public var breakLimit: Duration? {
    let minutes = attendance == .script && !isSet("breakMinutes") ? 0 : values.breakMinutes
    return minutes > 0 ? .seconds(60 * minutes) : nil
  }

  /// The settings for the plan of a day.
  public var coach: CoachSettings {
    var coach = values.coach
    if isSet(.intervals) { coach.intervals = values.intervals }
    coach.isTuningSet = isSet(.tuningSystem)
    coach.referencePitch = values.referencePitch
    return coach
  }

  private func isSet(_ key: SettingKey) -> Bool { layers.source(of: key) != .default }

  public var soundFonts: SoundFontPaths { layers.soundFonts }

  /// The connections of the outputs in a run under this session manager, if there is one.
  public func outputs(under manager: SessionManager?) -> OutputChoice {
    choice(values.connect, .connect, under: manager)
  }

  /// The connection of the audio input in a run under this session manager, if there is one.
  public func input(under manager: SessionManager?) -> OutputChoice {
    choice(values.connectInput, .connectInput, under: manager)
  }

  /// Leaves connections to a session manager, unless an option of the run names them.
  private func choice(
    _ set: OutputChoice, _ key: SettingKey, under manager: SessionManager?
  ) -> OutputChoice {
    manager == nil || layers.source(of: key) == .option ? set : .off
  }

  /// The setting, whatever a session manager does.
  public var connect: OutputChoice { values.connect }

  /// The setting, whatever a session manager does.
  public var connectInput: OutputChoice { values.connectInput }

  public var keepsInput: Bool { values.keepInput }
  public var hasTrigger: Bool { values.trigger }

  /// The delay in seconds; 0 if it has not been measured.
  public var inputDelay: Double { values.inputDelay.seconds ?? 0 }

  public var midi: MIDISettings { values.midi }

  /// The keys in the controller's map, even those that a layer above overrides; `nil` without a
  /// map.
  public var controllerKeys: Set<SettingKey>? { layers.controller.map { Set($0.entries.keys) } }

  public var osc: OSCListening { values.osc }
  public var sessionTraining: TrainingName { values.sessionTraining }
  public var report: [SettingReport] { layers.report }

  /// Uses the settings of a block of a plan below the options from now on. Throws, and changes
  /// nothing, if they do not fit the others.
  ///
  /// - Parameters:
  ///   - block: `nil` for no block.
  ///   - trial: the row of the block's list for the next trial.
  public func run(_ block: Block?, _ trial: Block.Trial? = nil) throws(SettingsError) {
    let overrides = block.map { options.over($0, trial) } ?? options
    layers = try file.layers(
      of: try file.image(), overrides: overrides, defaultIntervals: defaultIntervals)
    self.overrides = overrides
    waitsForSound = block != nil
  }

  /// Loads changes of the file, of the site's files, and of the scale and the controller's map that
  /// they name, with one system call for each that has not changed.
  public func refresh() {
    // A faulty scale or map may have been repaired.
    let areOthersSame =
      layers.site.isUnchanged && layers.scale?.image.isUnchanged != false
      && layers.controller?.image.isUnchanged != false
      && lastProblem?.isAboutOthers(than: file.path) != true
    if areOthersSame, case .success(let image?) = seen, image.isSurelySame { return }
    do throws(SettingsError) {
      let image = try file.image()
      defer { seen = .success(image) }
      if areOthersSame, case .success(let old) = seen, old?.bytes == image?.bytes { return }
      apply(image)
    } catch {
      seen = .failure(error)
      notify(error)
    }
  }

  private func apply(_ image: FileImage?) {
    do throws(SettingsError) {
      layers = try file.layers(of: image, overrides: overrides, defaultIntervals: defaultIntervals)
      lastProblem = nil
    } catch {
      notify(error)
    }
  }

  private func notify(_ problem: SettingsError) {
    guard problem != lastProblem else { return }
    lastProblem = problem
    onProblem(problem)
  }
}

/// The reader of a run's output. The values of some settings that are not set depend on it.
public enum Attendance: Hashable, Sendable {
  /// A user who sees a terminal.
  case screen
  /// A user who has a terminal read out.
  case speech
  /// A program that reads lines or JSON.
  case script
}

extension SettingsFile {
  fileprivate func layers(
    of image: FileImage?, overrides: SettingsOverrides, defaultIntervals: [DirectedInterval]
  ) throws(SettingsError) -> SettingsLayers {
    let contents = try contents(of: image)
    if let problem = contents.problems.first { throw problem }
    return try layers(of: contents, overrides: overrides, defaultIntervals: defaultIntervals)
  }
}

extension SettingsError {
  /// True if a change of another file than the settings file can remove the fault.
  fileprivate func isAboutOthers(than path: String) -> Bool {
    switch self {
    case .scaleFile, .noSuchInterval, .missingController: return true
    default:
      if case .file(let blamed, _) = place { return blamed != path }
      return false
    }
  }
}
