import ArgumentParser
import Charts
import Console
import Foundation
import History
import Language
import Music
import Training

/// Pitch matching as the user sees it. Before a pitch is committed nothing tells where the target is.
struct MatchingFace: TrainingFace {
  typealias Machine = PitchMatchingMachine

  private let glyphs: Glyphs

  init(glyphs: Glyphs) { self.glyphs = glyphs }

  let controls = ControlUse(movesSlider: true, intents: [.commit])

  /// A key that is held repeats, and as each step glides so does the whole. A tenth of a cent is finer
  /// than any ear; a semitone's way takes ten coarse steps.
  var commands: [TrainingCommand] {
    [
      TrainingCommand(
        "slider", in: PitchSlider.range, localized("a number from -1 to 1"), TrainingIntent.slider),
      // From end to end of the slider.
      TrainingCommand(
        "nudge", in: -200...200, localized("a number of cents from -200 to 200"),
        keys: [
          (.right, 1), (.left, -1), (.up, 10), (.down, -10), (.character("."), 0.1),
          (.character(","), -0.1),
        ]
      ) { .nudge(Cents($0)) },
      TrainingCommand(["commit"], keys: [.enter], .commit),
    ]
  }

  func title(_ kind: TrainingKind) -> String { MatchingSection.title(kind) }

  func preview(_ hearing: HearingModel, _ kind: TrainingKind) -> VerdictText.Brief? {
    hearing.profile.matching[kind].count > 0
      ? VerdictText.brief(MatchingVerdicts(hearing.matchings[kind].melodic)) : nil
  }

  func chooser(_: TrainingHistory) -> PitchMatchingChooser { PitchMatchingChooser() }

  func summary(of run: PitchMatchingMachine.Run, _ hearing: HearingModel) -> [String] {
    let kinds = Set(run.intervals.map { TrainingKind($0) })
    return TrainingKind.allCases.filter(kinds.contains).flatMap { kind in
      VerdictText.sentences(MatchingVerdicts(hearing.matchings[kind].melodic))
    }
  }

  func shown(_ trial: PosedPitchMatching) -> ShownTrial {
    let challenge = trial.challenge
    return ShownTrial(
      title: challenge.interval == .prime
        ? title(.unison)
        : localized("Pitch matching, intervals (%@)", trial.tuningSystem.identifier),
      fields: [
        ShownField("index", .int(trial.index), isSent: true),
        ShownField("referenceNote", .int(challenge.referenceNote.rawValue), isSent: true),
        ShownField("targetNote", .int(challenge.targetNote.rawValue)),
        ShownField("interval", .text(challenge.interval.description), isSent: true),
        ShownField("tuningSystem", .text(trial.tuningSystem.identifier), isSent: true),
        ShownField("initialCentOffset", .double(challenge.initialCentOffset.rawValue)),
        ShownField("referenceFrequency", .double(trial.referenceFrequency.hertz)),
        ShownField("targetFrequency", .double(trial.targetFrequency.hertz)),
        ShownField("amplitudeDB", .double(trial.amplitudeDB.decibels)),
      ])
  }

  func shown(_ phase: PitchMatchingMachine.Phase, of trial: PosedPitchMatching) -> ShownState {
    let heading = ChallengeText.heading(trial.index, trial.challenge.interval)
    var state = ShownState(name: phase.rawValue)
    switch phase {
    case .idle: state.isIdle = true
    case .playingReference:
      state.line = localized("%@: reference note", heading)
      state.status = localized("%@   %@ reference note", heading, glyphs.note)
    case .playingTunable:
      state.beginsTuning = true
      state.line = localized("%@: tune it, then commit", heading)
      state.status = localized(
        """
        %@   %@ tune it: %@ %@ fine, \
        %@ %@ coarse, then Enter
        """, heading, glyphs.note, glyphs.left, glyphs.right, glyphs.up, glyphs.down)
    case .paused, .showingFeedback: break
    }
    return state
  }

  /// Signed cents, direction and band.
  func shown(_ completed: CompletedPitchMatching, of trial: PosedPitchMatching) -> ShownResult {
    let challenge = completed.challenge
    let error = completed.userCentError
    let notes = ChallengeText.notes(
      challenge.referenceNote, challenge.interval, completed.tuningSystem)
    return ShownResult(
      line: "\(trial.index)  \(verdict(completed))   (\(notes))",
      fields: [
        ShownField("index", .int(trial.index), isSent: true),
        ShownField("userCentError", .double(error.rawValue), isSent: true),
        ShownField("id", .id(completed.id)),
        ShownField(
          "initialCentOffset", .double(challenge.initialCentOffset.rawValue), isSent: true),
        ShownField("timestamp", .text(Timestamp.text(completed.timestamp))),
      ] + completed.context.fields,
      point: CoursePoint(
        cents: error.magnitude, mark: completed.band == .exact ? "=" : error > 0 ? "+" : "-"))
  }

  private func verdict(_ completed: CompletedPitchMatching) -> String {
    let cents = CentsText.signed(completed.userCentError)
    let isSharp = completed.userCentError.rawValue > 0
    return switch completed.band {
    case .exact: localized("0 cents   exact")
    case .close:
      isSharp
        ? localized("%@ cents   sharp, under 10", cents)
        : localized("%@ cents   flat, under 10", cents)
    case .moderate:
      isSharp
        ? localized("%@ cents   sharp, up to 30", cents)
        : localized("%@ cents   flat, up to 30", cents)
    case .far:
      isSharp
        ? localized("%@ cents   sharp, beyond 30", cents)
        : localized("%@ cents   flat, beyond 30", cents)
    }
  }

  var words: TrainingWords {
    TrainingWords(
      question: localized(
        "Tune the second note. Commands: slider V (-1 to 1), nudge CENTS, commit, quit (q), help (?)"
      ),
      commandList: localized("slider V, nudge CENTS, commit, pause, start, help (?) and quit (q)"),
      help: { glyphs in
        localized(
          """
          A note sounds, then a second one that is out of tune. Tune it to the first, or until the \
          interval is right. Use your ear: nothing shows how far off it is.
            %@ %@  1 cent   %@ %@  10 cents   , .  0.1 cent   Enter  in tune
            q  end     ?  this help          Hold a key and the note glides.
          The modulation and pitch wheels of a keyboard on Peach's MIDI port tune, too.
          100 cents are one semitone. Sharp is too high, flat is too low.
          """, glyphs.left, glyphs.right, glyphs.up, glyphs.down
        ).components(separatedBy: "\n")
      },
      about: localized(
        """
        Pitch matching: a note sounds, then a second one that is out of tune. Tune it until it \
        is right, then press Enter.
        """),
      ended: {
        localized(
          one: "Ended after tuning %d note.", other: "Ended after tuning %d notes.", $0)
      })
  }

  var records: RecordWords? {
    RecordWords(
      member: "matchings", count: CountText.matchings,
      outcome: { localized("pitch matchings: %@", $0) },
      answer: { (record: PitchMatchingRecord) in
        localized("pitch matching, %@ cents", CentsText.signed(record.userCentError))
      })
  }
}

/// `peach match`: pitch matching in one of the three ways.
struct MatchCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: localized("Train to tune a second note by ear."),
    discussion: CommandHelp.discussion(
      localized(
        """
        A reference note sounds. Then a second note, up to 100 cents off, sounds until you have \
        tuned it. In a terminal, left and right change it by 1 cent, down and up by 10 cents, \
        comma and period by 0.1 cent; if you hold a key, the note glides. Enter commits the note, \
        q quits, and ? shows help. Until you commit the note, nothing shows how far off it is. \
        With MIDI, the modulation and pitch wheels tune.

        In a pipe, each input line is one command: slider V (-1 to 1: from 100 cents below the \
        target to 100 cents above it), nudge CENTS, commit, start, quit. With --json, Peach reads \
        the same commands and prints one JSON object a line. Settings given as options apply to \
        this run only.

        If the JACK server goes away, the training stops, but Peach does not. It waits for a \
        server and restores its connections; a key or the command start then resumes the training.
        """),
      examples: """
        peach match
        peach match --intervals P5,M3- --tuning just --trials 20
        peach match --note-duration 2 --vary-loudness 0.5
        peach match --json --trials 5 --seed 7
        """))

  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions
  @OptionGroup var options: TrainingOptions

  @MainActor func run() async throws {
    throw await options.train(.matching, settings: settings, global: global)
  }
}
