import Music

/// What is done about a sound that is out of tune.
extension SoundFontNotePlayer {
  /// What the settings want of what is known of the sound by now.
  var correctionNow: NoteCorrection {
    guard settings.correctIntonation || settings.evenLoudness, let table = sounds.intonation.table()
    else { return NoteCorrection() }
    return NoteCorrection(
      pitch: settings.correctIntonation ? table : nil,
      loudness: settings.evenLoudness ? table : nil)
  }

  func tell(_ news: IntonationShelf.News, of source: SoundSourceID) {
    switch news {
    case .measuring: onNotice?(.soundNotMeasured(source))
    case .measured: onNotice?(.soundMeasured(source))
    case .failed: break
    }
  }
}
