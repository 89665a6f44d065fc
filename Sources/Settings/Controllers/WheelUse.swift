/// What the pitch wheel does, as spelt in the settings.
public enum WheelUse: String, CaseIterable, Hashable, Sendable {
  /// Its deflection is the speed at which the slider moves; its centre holds it.
  case speed

  /// It is the slider; letting go of it commits what was held before.
  case position

  case off
}
