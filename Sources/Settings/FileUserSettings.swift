import Music
import Training

/// The user's settings: the command line's options over the settings file over the defaults, which
/// are those of the site over Peach's own.
///
/// Main thread. Values change in ``refresh()`` only. A session calls it before each challenge, so
/// that a change of the file counts from the next challenge on, and the sound source and the
/// reference pitch never change between the two notes of a challenge.
@MainActor
public final class FileUserSettings: UserSettings {
  /// The chosen kind of training; `nil` if the intervals of the settings decide.
  public var kind: TrainingKind?

  /// Who follows the training.
  public var attendance = Attendance.script

  /// The level of this run, if it is not that of the settings.
  public var levelOfRun: AmplitudeDB?

  /// The sound of this run, if it is not that of the settings.
  public var soundOfRun: SoundSourceID?

  /// Called when the user changes the level of what sounds now. The level of a changed file counts from
  /// the next note on.
  public var onLevelChange: (() -> Void)?

  private let file: SettingsFile
  private let options: SettingsOverrides

  /// The options, over the settings of the block that is being run.
  private var overrides: SettingsOverrides
  private let defaultIntervals: [DirectedInterval]
  private let onProblem: (SettingsError) -> Void

  /// The file at the last look; no image if there was no file.
  private var seen: Result<FileImage?, SettingsError>
  private var layers: SettingsLayers
  private var lastProblem: SettingsError?

  /// Reads the file. Throws the first fault of the file or the options.
  ///
  /// - Parameters:
  ///   - defaultIntervals: the intervals if nobody has set any; the prime, or `P5` in interval
  ///     mode. Not empty.
  ///   - onProblem: called once for each fault that a later change brings to the file. The last
  ///     valid values then stay.
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

  /// What in the files of the site does not count, and why. The values below it count instead.
  public var siteProblems: [SiteProblem] { layers.site.problems }

  /// The values now: the options over the file over the defaults.
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

  /// The intervals of the settings. If a kind of training was chosen, only those that belong to it,
  /// or the kind's own if the settings name none of these.
  public var intervals: [DirectedInterval] {
    kind.map { intervals(of: $0) } ?? values.intervals
  }

  /// The intervals of the settings that belong to a kind of training, or the kind's own if the settings name
  /// none of these.
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

  /// Whether a trial in which the sound breaks off is void.
  public var discardsOnXrun: Bool {
    isSet("discardOnXrun") ? values.discardOnXrun : attendance != .script
  }

  /// Nothing sounds again under what is read out, unless the user has set that.
  public var afterWrongAnswer: AfterWrongAnswer {
    attendance != .screen && !isSet("afterWrongAnswer") ? .next : values.afterWrongAnswer
  }

  public var nextTrial: NextTrial {
    attendance == .speech && !isSet("nextTrial") ? .key : values.nextTrial
  }

  /// Only a screen shows it.
  public var livePitch: LivePitch { attendance == .screen ? values.livePitch : .off }

  /// How many trials a session of this training has; `nil` if it does not end by itself.
  public func sessionTrials(of training: TrainingName) -> Int? {
    let count = attendance == .script && !isSet("sessionTrials") ? 0 : values.sessionTrials
    guard count > 0 else { return nil }
    return switch training.answer {
    case .choice, .place: count
    case .pitch: (count + 1) / 2
    case .none: nil
    }
  }

  /// After how much training a break is suggested; `nil` for never.
  public var breakLimit: Duration? {
    let minutes = attendance == .script && !isSet("breakMinutes") ? 0 : values.breakMinutes
    return minutes > 0 ? .seconds(60 * minutes) : nil
  }

  /// What the plan of a day goes by.
  public var coach: CoachSettings {
    var coach = values.coach
    if isSet(.intervals) { coach.intervals = values.intervals }
    coach.isTuningSet = isSet(.tuningSystem)
    coach.referencePitch = values.referencePitch
    return coach
  }

  private func isSet(_ key: SettingKey) -> Bool { layers.source(of: key) != .default }

  /// Where Peach looks for SoundFonts.
  public var soundFonts: SoundFontPaths { layers.soundFonts }

  /// Which inputs the outputs are to be connected with in a run under this session manager, if any.
  public func outputs(under manager: SessionManager?) -> OutputChoice {
    OutputRule.choice(
      set: values.connect, by: layers.source(of: .connect), under: manager)
  }

  /// With what the audio input is to be connected in a run under this session manager, if any.
  public func input(under manager: SessionManager?) -> OutputChoice {
    OutputRule.choice(
      set: values.connectInput, by: layers.source(of: .connectInput), under: manager)
  }

  /// Whether the audio input is there even if nobody listens.
  public var keepsInput: Bool { values.keepInput }

  /// Whether there is an output that marks where the notes of trials begin.
  public var hasTrigger: Bool { values.trigger }

  /// How many seconds sound takes from the outputs back into the audio input; 0 if nobody has measured it.
  public var inputDelay: Double { values.inputDelay.seconds ?? 0 }

  /// With what the audio input is to be connected, as it is set.
  public var connectInput: OutputChoice { values.connectInput }

  /// With what the outputs are to be connected, as it is set.
  public var connect: OutputChoice { values.connect }

  /// Which MIDI controls do what.
  public var midi: MIDISettings { values.midi }

  /// What the map of the controller sets, whether that counts or something above it does; `nil` without a
  /// map.
  public var controllerKeys: Set<SettingKey>? { layers.controller.map { Set($0.entries.keys) } }

  /// Where Peach listens for Open Sound Control.
  public var osc: OSCListening { values.osc }

  /// What Peach trains if a session manager has started it without a terminal.
  public var sessionTraining: TrainingName { values.sessionTraining }

  /// Every key with its value, its default and where the value comes from.
  public var report: [SettingReport] { layers.report }

  /// The settings of a block of a plan count from now on, below the options; `nil` for none. Throws if they do not fit
  /// the others; then nothing has changed.
  ///
  /// - Parameter trial: what the list of the block says of the next one.
  public func run(_ block: Block?, _ trial: Block.Trial? = nil) throws(SettingsError) {
    let overrides = block.map { options.over($0, trial) } ?? options
    layers = try file.layers(
      of: try file.image(), overrides: overrides, defaultIntervals: defaultIntervals)
    self.overrides = overrides
    waitsForSound = block != nil
  }

  /// Loads changes of the file, of the site's files, and of the scale and the controller's map that
  /// they name; one system call for each that has not changed.
  public func refresh() {
    // A scale or a map may have been mended since.
    let areOthersSame =
      layers.site.isUnchanged
      && (layers.scale?.isUnchanged ?? true) && (layers.controller?.isUnchanged ?? true)
      && lastProblem?.isAboutOthers(than: file.path) != true
    if areOthersSame, case .success(let image?) = seen, image.isSurelySame(asFileAt: file.path) {
      return
    }
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

/// Who follows a training. It decides about some settings that nobody has set: a script gets what it
/// always got.
public enum Attendance: Hashable, Sendable {
  /// Somebody who sees a terminal.
  case screen
  /// Somebody at a terminal who has it read out.
  case speech
  /// Whatever reads lines or JSON.
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
  /// Whether a change of another file than the settings file can mend it.
  fileprivate func isAboutOthers(than path: String) -> Bool {
    switch self {
    case .scaleFile, .noSuchInterval, .missingController: return true
    default:
      if case .file(let blamed, _) = place { return blamed != path }
      return false
    }
  }
}
