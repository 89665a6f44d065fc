import Language
import Music
import Settings
import Training

extension LevelChange {
  /// The level after the change, within what can be set.
  func level(from level: AmplitudeDB) -> AmplitudeDB {
    let range = SettingValues.outputLevels
    let wanted =
      switch self {
      case .to(let decibels): decibels
      case .by(let decibels): level.decibels + decibels
      }
    return AmplitudeDB(min(max(wanted, range.lowerBound), range.upperBound))
  }
}

extension FileUserSettings {
  /// Changes the level of everything that sounds, until Peach ends.
  func changeLevel(_ change: LevelChange) {
    levelOfRun = change.level(from: outputLevel)
    onLevelChange?()
  }
}

nonisolated extension AmplitudeDB {
  /// The output level at a position of its control.
  ///
  /// - Parameter position: 0…1; beyond it the end counts.
  init(levelPosition position: Double) {
    let range = SettingValues.outputLevels
    let share = min(max(position, 0), 1)
    self.init(range.lowerBound + share * (range.upperBound - range.lowerBound))
  }
}
