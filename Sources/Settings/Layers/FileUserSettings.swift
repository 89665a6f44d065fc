import Music
import Training

/// The user's settings: the command line's options over the settings file over the defaults.
///
/// Main thread. Values change in ``refresh()`` only. Whoever owns a session calls it before each
/// challenge, so that a change of the file counts from the next challenge on, and none ever sees the
/// sound source or the reference pitch change between its two notes.
@MainActor
public final class FileUserSettings: UserSettings {
  /// The kind of training that was chosen; `nil` leaves it to the intervals that are set.
  public var kind: TrainingKind?

  private let file: SettingsFile
  private let overrides: SettingsOverrides
  private let defaultIntervals: [DirectedInterval]
  private let onProblem: (SettingsError) -> Void

  /// What the file was when it was last looked at; no image where there was none.
  private var seen: Result<FileImage?, SettingsError>
  private var layers: SettingsLayers
  private var lastProblem: SettingsError?

  /// Reads the file. Throws the first thing that is wrong with it or with the options.
  ///
  /// - Parameters:
  ///   - defaultIntervals: what holds where nobody has set intervals; the prime, or `P5` in interval
  ///     mode. Not empty.
  ///   - onProblem: told once of each fault that a later change brings to the file. The last good
  ///     values then hold on.
  public init(
    file: SettingsFile, overrides: SettingsOverrides = SettingsOverrides(),
    defaultIntervals: [DirectedInterval] = [.prime],
    onProblem: @escaping (SettingsError) -> Void = { _ in }
  ) throws(SettingsError) {
    precondition(!defaultIntervals.isEmpty, "there is an interval to train")
    self.file = file
    self.overrides = overrides
    self.defaultIntervals = defaultIntervals
    self.onProblem = onProblem
    let image = try file.image()
    seen = .success(image)
    layers = try file.layers(of: image, overrides: overrides, defaultIntervals: defaultIntervals)
  }

  public var noteRange: NoteRange { layers.noteRange }
  public var noteDuration: NoteDuration { layers.effective.noteDuration }
  public var referencePitch: Frequency { layers.effective.referencePitch }
  public var soundSource: SoundSourceID { layers.effective.soundSource }
  public var correctIntonation: Bool { layers.effective.correctIntonation }
  public var evenLoudness: Bool { layers.effective.evenLoudness }
  public var varyLoudness: UnitInterval { layers.effective.varyLoudness }

  /// The intervals of the settings; where one kind of training was chosen those that belong to it, and
  /// if the settings name none of these the kind's own.
  public var intervals: [DirectedInterval] {
    let set = layers.effective.intervals
    guard let kind else { return set }
    let fitting = set.filter { TrainingKind($0) == kind }
    guard fitting.isEmpty else { return fitting }
    return kind == .unison ? [.prime] : [DirectedInterval(.perfectFifth)]
  }

  public var tuningSystem: TuningSystem { layers.tuningSystem }
  public var strategy: StrategyName { layers.effective.strategy }
  public var wrongAnswerSignal: WrongAnswerSignal { layers.effective.wrongAnswerSignal }

  /// Where SoundFonts are to be looked for.
  public var soundFonts: SoundFontPaths { layers.soundFonts }

  /// With what the outputs are to be connected in a run under this session manager, if any.
  public func outputs(under manager: SessionManager?) -> OutputChoice {
    OutputRule.choice(
      set: layers.effective.connect, by: layers.source(of: .connect), under: manager)
  }

  /// Which MIDI controls do what.
  public var midi: MIDISettings { layers.effective.midi }

  /// Where Peach listens for Open Sound Control.
  public var osc: OSCListening { layers.effective.osc }

  /// What Peach trains where a session manager has started it without a terminal.
  public var sessionTraining: SessionTraining { layers.effective.sessionTraining }

  /// Every key with its value, its default and where the value comes from.
  public var report: [SettingReport] { layers.report }

  /// Takes over what has changed in the file or in the scale and the controller's map that it names;
  /// one system call for each where nothing has.
  public func refresh() {
    // What a scale or a map lacked may have come since.
    let areOthersSame =
      (layers.scale?.isUnchanged ?? true) && (layers.controller?.isUnchanged ?? true)
      && lastProblem?.isAboutOthers(than: file.path) != true
    if areOthersSame, case .success(let image?) = seen, image.isSurelySame(asFileAt: file.path) {
      return
    }
    do throws(SettingsError) {
      let image = try file.image()
      defer { seen = .success(image) }
      if areOthersSame, case .success(let old) = seen, old?.bytes == image?.bytes { return }
      takeOver(image)
    } catch {
      seen = .failure(error)
      tell(error)
    }
  }

  private func takeOver(_ image: FileImage?) {
    do throws(SettingsError) {
      layers = try file.layers(of: image, overrides: overrides, defaultIntervals: defaultIntervals)
      lastProblem = nil
    } catch {
      tell(error)
    }
  }

  private func tell(_ problem: SettingsError) {
    guard problem != lastProblem else { return }
    lastProblem = problem
    onProblem(problem)
  }
}

extension SettingsFile {
  fileprivate func layers(
    of image: FileImage?, overrides: SettingsOverrides, defaultIntervals: [DirectedInterval]
  ) throws(SettingsError) -> SettingsLayers {
    let contents = try contents(of: image)
    if let problem = contents.problems.first { throw problem }
    return try SettingsLayers(
      file: contents, overrides: overrides, defaultIntervals: defaultIntervals, scales: scales,
      controllers: controllers)
  }
}

extension SettingsError {
  /// Whether a change of another file than the settings' can mend it.
  fileprivate func isAboutOthers(than path: String) -> Bool {
    switch self {
    case .scaleFile, .noSuchInterval, .missingController: return true
    default:
      if case .file(let blamed, _) = place { return blamed != path }
      return false
    }
  }
}
