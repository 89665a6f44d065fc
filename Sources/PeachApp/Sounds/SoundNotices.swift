import Console
import Language
import Music
import Sound

/// The notices about SoundFonts and their sounds.
extension Notice {
  /// A notice of the player.
  init(_ notice: SoundNotice) {
    self =
      switch notice {
      case .soundMissing(let sound):
        .soundMissing(sound.description, fallback: SoundSourceID.default.description)
      case .soundLoading(let sound): .soundLoading(sound.description)
      case .soundReady(let sound): .soundReady(sound.description)
      case .soundNotMeasured(let sound): .soundNotMeasured(sound.description)
      case .soundMeasured(let sound): .soundMeasured(sound.description)
      }
  }

  /// The sound in the settings does not exist. Peach plays `fallback` instead.
  static func soundMissing(_ sound: String, fallback: String) -> Notice {
    Notice(
      "soundMissing",
      localized(
        "the sound %@ does not exist, so Peach plays %@ instead; peach sounds list lists all sounds",
        sound, fallback))
  }

  /// The sound in the settings takes a while to load.
  static func soundLoading(_ sound: String) -> Notice {
    Notice(
      "soundLoading", localized("loading the sound %@", sound),
      [ShownField("soundSource", .text(sound))])
  }

  /// This sound has been loaded.
  static func soundReady(_ sound: String) -> Notice {
    Notice(
      "soundReady", localized("the sound %@ is loaded; the next trial uses it", sound),
      [ShownField("soundSource", .text(sound))])
  }

  /// This sound has not been measured yet. It is being measured in the background.
  static func soundNotMeasured(_ sound: String) -> Notice {
    Notice(
      "soundNotMeasured",
      localized(
        """
        the intonation of the sound %@ has not been measured yet, so its notes may be out of tune; \
        Peach measures it in the background
        """, sound))
  }

  /// The sound has been measured, and is in tune from now on.
  static func soundMeasured(_ sound: String) -> Notice {
    Notice(
      "soundMeasured",
      localized("the sound %@ has been measured and is in tune from now on", sound))
  }

  /// A file that should be a SoundFont cannot be read as one.
  static func fontSkipped(path: String, reason: String) -> Notice {
    Notice("fontSkipped", localized("%@ is not used: %@", path, reason))
  }
}
