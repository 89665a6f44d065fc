import Music
import Sound

extension Notice {
  /// What a player says of its own accord.
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
}
