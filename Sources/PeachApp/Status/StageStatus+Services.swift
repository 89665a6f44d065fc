import Sound

extension StageStatus {
  /// Shows what is so now: what the server says, the sound that really sounds, the pitch and the level. Call it when
  /// the link or a setting has changed.
  ///
  /// - Parameter isServerMissing: whether a client is wanted and no server was found.
  func refresh(from services: TrainingServices, isServerMissing: Bool = false) {
    let (link, settings) = (services.link, services.settings)
    update { facts in
      facts.link = link.status
      facts.isServerMissing = isServerMissing
      if let stage = link.stage {
        facts.endLoading(of: stage.player.soundingSource)
        facts.sound = stage.player.soundingSource.name(in: link.library)
      } else {
        facts.sound = settings.soundSource.name(in: nil)
      }
      facts.referencePitch = settings.referencePitch.hertz
      facts.level = settings.outputLevel.decibels
    }
  }
}
