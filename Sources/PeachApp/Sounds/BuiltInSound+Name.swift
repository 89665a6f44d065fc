import Language
import Music

extension BuiltInSound {
  /// What it is, as in a list.
  nonisolated var name: String {
    switch self {
    case .vibraphone: localized("vibraphone")
    case .organ: localized("organ")
    case .guitar: localized("guitar")
    case .violin: localized("violin")
    case .voice: localized("voice")
    case .trumpet: localized("trumpet")
    case .oboe: localized("oboe")
    case .clarinet: localized("clarinet")
    case .flute: localized("flute")
    case .sine: localized("sine")
    case .triangle: localized("triangle")
    case .reed: localized("reed")
    }
  }
}
