import Settings

/// The keys that only tests name.
extension SettingKey {
  static let noteDuration: SettingKey = "noteDuration"
  static let noteGap: SettingKey = "noteGap"
  static let referencePitch: SettingKey = "referencePitch"
  static let correctIntonation: SettingKey = "correctIntonation"
  static let evenLoudness: SettingKey = "evenLoudness"
  static let reStrike: SettingKey = "reStrike"
  static let varyLoudness: SettingKey = "varyLoudness"
  static let strategy: SettingKey = "strategy"
  static let wrongAnswerSignal: SettingKey = "wrongAnswerSignal"
  static let sliderTravel: SettingKey = "sliderTravel"
  static let sliderSlowStep: SettingKey = "sliderSlowStep"
  static let encoderStep: SettingKey = "encoderStep"
  static let sliderSmoothing: SettingKey = "sliderSmoothing"
  static let wheelSpeed: SettingKey = "wheelSpeed"
}
