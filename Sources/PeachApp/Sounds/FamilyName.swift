import Language

/// The families of instruments of General MIDI. The raw value is the word in JSON, never translated.
enum FamilyName: String, CaseIterable, Hashable {
  case piano, chromaticPercussion, organ, guitar, bass, strings, ensemble, brass, reed, pipe
  case synthLead, synthPad, synthEffects, ethnic, percussive

  var word: String {
    switch self {
    case .piano: localized(context: "family of sounds", "Piano")
    case .chromaticPercussion: localized(context: "family of sounds", "Chromatic percussion")
    case .organ: localized(context: "family of sounds", "Organ")
    case .guitar: localized(context: "family of sounds", "Guitar")
    case .bass: localized(context: "family of sounds", "Bass")
    case .strings: localized(context: "family of sounds", "Strings")
    case .ensemble: localized(context: "family of sounds", "Ensemble")
    case .brass: localized(context: "family of sounds", "Brass")
    case .reed: localized(context: "family of sounds", "Reed")
    case .pipe: localized(context: "family of sounds", "Pipe")
    case .synthLead: localized(context: "family of sounds", "Synth lead")
    case .synthPad: localized(context: "family of sounds", "Synth pad")
    case .synthEffects: localized(context: "family of sounds", "Synth effects")
    case .ethnic: localized(context: "family of sounds", "Ethnic")
    case .percussive: localized(context: "family of sounds", "Percussive")
    }
  }
}
