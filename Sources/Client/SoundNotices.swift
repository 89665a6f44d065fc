import Charts
import Console
import Language
import Music
import Program
import Settings
import Sound

/// The notices about SoundFonts and their sounds.
extension Notice {
  /// A notice of the player, with the sounds as they are spelt in the settings.
  package init(_ notice: SoundNotice) { self = Self.made(of: notice, naming: \.description) }

  /// The same with the names of the sounds where it is shown on the stage.
  package init(_ notice: SoundNotice, naming name: (SoundSourceID) -> String) {
    let spelt = Notice(notice)
    self.init(
      spelt.code, spelt.message, spelt.members,
      brief: spelt.brief ?? Self.sentence(Self.made(of: notice, naming: name).message),
      lines: spelt.lines)
  }

  private static func made(
    of notice: SoundNotice, naming name: (SoundSourceID) -> String
  ) -> Notice {
    switch notice {
    case .soundMissing(let wanted, let playing, let reason):
      .soundMissing(name(wanted), playing: name(playing), reason)
    case .soundUncorrected(let sound, let cents): .soundUncorrected(name(sound), upTo: cents)
    case .soundLoading(let sound): .soundLoading(name(sound))
    case .soundProgress(let sound, let share): .soundLoading(name(sound), progress: share)
    case .soundReady(let sound): .soundReady(name(sound))
    case .soundNotMeasured(let sound): .soundNotMeasured(name(sound))
    case .soundMeasured(let sound): .soundMeasured(name(sound))
    }
  }

  /// The sound in the settings cannot be played, for that reason. Peach plays another one instead.
  package static func soundMissing(_ wanted: String, playing: String, _ reason: SoundError)
    -> Notice
  {
    let members = [
      ShownField("wanted", .text(wanted)), ShownField("playing", .text(playing)),
    ]
    switch reason {
    case .unknownFont, .noPreset:
      return Notice(
        .soundMissing, standing: .ends(.loading, isTold: true),
        localized(
          """
          the sound %@ does not exist, so Peach plays %@ instead; peach sounds list lists all sounds
          """, wanted, playing), members)
    case .damagedFont, .unreadableFont, .sampleRate, .outOfMemory:
      return Notice(
        .soundMissing, standing: .ends(.loading, isTold: true),
        localized("%@, so Peach plays %@ instead of %@", reason.words, playing, wanted), members)
    }
  }

  /// The settings leave this sound uncorrected. Its notes are off by up to so many cents.
  package static func soundUncorrected(_ sound: String, upTo cents: Double) -> Notice {
    Notice(
      "soundUncorrected",
      localized(
        """
        notes of the sound %@ are out of tune by up to %@ cents, and training does not correct them: \
        correctIntonation is false
        """, sound, CentsText.plain(cents)),
      [ShownField("soundSource", .text(sound)), ShownField("cents", .double(cents))],
      brief: localized(
        "Notes are out of tune by up to %@ cents: %@ (%@) is off.", CentsText.plain(cents),
        SettingKey("correctIntonation").row.name, "correctIntonation"))
  }

  /// The sound leaves few notes to train on.
  ///
  /// - Parameter name: what the sound is called on the stage.
  package static func fewNotes(
    _ sound: String, named name: String? = nil, count: Int, of possible: Int
  ) -> Notice {
    func text(_ sound: String) -> String {
      localized(
        """
        only %d of %d notes of the sound %@ can be played in tune, and training uses only these \
        (peach sounds check lists the others); for more notes, %@
        """, count, possible, sound, SoundAdvice.moreNotes)
    }
    return Notice(
      "fewNotes", text(sound),
      [
        ShownField("soundSource", .text(sound)), ShownField("count", .int(count)),
        ShownField("possible", .int(possible)),
      ], brief: name.map { sentence(text($0)) })
  }

  /// The sound in the settings takes a while to load.
  ///
  /// - Parameter progress: how much of it is done, 0…1; `nil` if that is not known.
  package static func soundLoading(_ sound: String, progress: Double? = nil) -> Notice {
    let font = SoundSourceID(sound)?.font ?? sound
    let brief =
      progress.map {
        localized("Loading %@, %@ %%.", font, NumberText.fixed($0 * 100, places: 0))
      } ?? localized("Loading %@.", font)
    return Notice(
      .soundLoading, standing: .begins(.loading(font, progress: progress)),
      localized("loading the sound %@", sound),
      [ShownField("soundSource", .text(sound))]
        + (progress.map { [ShownField("progress", .double($0))] } ?? []), brief: brief)
  }

  /// This sound has been loaded.
  package static func soundReady(_ sound: String) -> Notice {
    Notice(
      .soundReady, standing: .ends(.loading, isTold: false),
      localized("the sound %@ is loaded; the next trial uses it", sound),
      [ShownField("soundSource", .text(sound))])
  }

  /// This sound has not been measured yet. It is being measured in the background.
  package static func soundNotMeasured(_ sound: String) -> Notice {
    Notice(
      "soundNotMeasured",
      localized(
        """
        the intonation of the sound %@ has not been measured yet, so its notes may be out of tune; \
        Peach measures it in the background
        """, sound))
  }

  /// The sound has been measured, and is in tune from now on.
  package static func soundMeasured(_ sound: String) -> Notice {
    Notice(
      "soundMeasured",
      localized("the sound %@ has been measured and is in tune from now on", sound))
  }

  /// A file that should be a SoundFont cannot be read as one.
  package static func fontSkipped(path: String, reason: String) -> Notice {
    Notice("fontSkipped", localized("%@ is not used: %@", path, reason))
  }
}

extension Notice {
  /// Whether this only says how far something is that was said to have begun.
  package var isProgress: Bool { members.contains { $0.name == "progress" } }
}

extension Notice.Code {
  package static let soundLoading: Self = "soundLoading"
  package static let soundReady: Self = "soundReady"
  package static let soundMissing: Self = "soundMissing"
}
