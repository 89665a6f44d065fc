import Foundation
import Music

/// How a setting names a tuning.
public enum TuningChoice: Hashable, Sendable {
  case builtIn(TuningSystem)
  case scale(ScaleReference)

  /// Reads a built-in tuning's name or what names a scale.
  public init?(_ text: String) {
    if let system = TuningSystem(identifier: text) {
      self = .builtIn(system)
    } else if let reference = ScaleReference(text) {
      self = .scale(reference)
    } else {
      return nil
    }
  }

  /// The form that ``init(_:)`` reads.
  public var text: String {
    switch self {
    case .builtIn(let system): system.identifier
    case .scale(let reference): reference.text
    }
  }
}
