import Charts
import Console
import Language
import Music
import Program
import Settings
import Sound
import SoundFonts

/// The notices about SoundFonts and their sounds.
extension Notice {
  /// Words a notice of the player, with the sounds as they are spelt in the settings.
  package init(_ notice: SoundNotice) { self = Self.made(of: notice, naming: \.description) }

  /// Words a notice of the player, with the names of the sounds if it is shown on the stage.
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

  static func soundMissing(_ wanted: String, playing: String, _ reason: SoundError) -> Notice {
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

  /// The notice of a sound that the settings leave uncorrected.
  ///
  /// - Parameter cents: the largest deviation of a note.
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

  /// The notice of a sound with few notes to train on.
  ///
  /// - Parameter name: the name of the sound on the stage.
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

  /// - Parameter progress: the loaded share, 0…1; `nil` if that is not known.
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

  package static func soundReady(_ sound: String) -> Notice {
    Notice(
      .soundReady, standing: .ends(.loading, isTold: false),
      localized("the sound %@ is loaded; the next trial uses it", sound),
      [ShownField("soundSource", .text(sound))])
  }

  package static func soundNotMeasured(_ sound: String) -> Notice {
    Notice(
      "soundNotMeasured",
      localized(
        """
        the intonation of the sound %@ has not been measured yet, so its notes may be out of tune; \
        Peach measures it in the background
        """, sound))
  }

  package static func soundMeasured(_ sound: String) -> Notice {
    Notice(
      "soundMeasured",
      localized("the sound %@ has been measured and is in tune from now on", sound))
  }

  package static func fontSkipped(path: String, reason: String) -> Notice {
    Notice("fontSkipped", localized("%@ is not used: %@", path, reason))
  }
}

extension Notice {
  /// True if the notice reports the progress of something whose beginning was reported.
  package var isProgress: Bool { members.contains { $0.name == "progress" } }
}

extension Notice.Code {
  package static let soundLoading: Self = "soundLoading"
  package static let soundReady: Self = "soundReady"
  package static let soundMissing: Self = "soundMissing"
}

extension SoundSourceID {
  /// The name of the sound, such as `Sine` or `Cello`; its tag if it has none.
  ///
  /// - Parameter library: has the sounds of other fonts; `nil` to avoid a search for fonts, which
  ///   takes a while.
  package func name(in library: SoundFontLibrary?) -> String {
    builtInName ?? library?.sound(of: self)?.preset.name ?? description
  }

  /// The name as far as it is known without a search for fonts.
  package func knownName(in library: SoundFontLibrary) -> String {
    builtInName ?? library.knownSound(of: self)?.preset.name ?? description
  }

  /// The name of a built-in sound in the user's language; `nil` of another one.
  package var builtInName: String? {
    BuiltInSound(self).map { $0.name.prefix(1).uppercased() + $0.name.dropFirst() }
  }
}
