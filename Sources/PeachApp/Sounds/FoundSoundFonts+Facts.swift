import SoundFonts

/// What was found, as the console shows it.
extension FoundSoundFonts {
  var skipped: [(path: String, reason: String)] {
    refused.map { (path: $0.path, reason: $0.refusal?.words ?? "") }
  }

  var triedPaths: [TriedPath] {
    trials.map {
      TriedPath(origin: .init($0.place.origin), path: $0.path, outcome: .init($0.outcome))
    }
  }
}

extension ListedSound {
  init(_ sound: FoundSound) {
    self.init(
      id: sound.source.description, name: sound.preset.name, bank: sound.preset.bank,
      program: sound.preset.program, family: FamilyName(sound.family))
  }
}

extension ListedFont {
  init(_ font: SoundFont) {
    let information = font.contents.information
    self.init(
      tag: font.tag, path: font.path, size: font.size, isCompressed: font.contents.isCompressed,
      information: FontInformation(
        name: information.name, author: information.author, copyright: information.copyright,
        comment: information.comment, product: information.product, date: information.date,
        edition: information.edition))
  }
}

extension FamilyName {
  init(_ family: SoundFamily) {
    self =
      switch family {
      case .piano: .piano
      case .chromaticPercussion: .chromaticPercussion
      case .organ: .organ
      case .guitar: .guitar
      case .bass: .bass
      case .strings: .strings
      case .ensemble: .ensemble
      case .brass: .brass
      case .reed: .reed
      case .pipe: .pipe
      case .synthLead: .synthLead
      case .synthPad: .synthPad
      case .synthEffects: .synthEffects
      case .ethnic: .ethnic
      case .percussive: .percussive
      }
  }
}

extension TriedPath.Origin {
  init(_ origin: SoundFontPlace.Origin) {
    self =
      switch origin {
      case .builtIn: .builtIn
      case .option: .option
      case .settings: .settings
      case .environment(let variable): .environment(variable)
      case .data: .data
      case .synthesizer: .synthesizer
      }
  }
}

extension TriedPath.Outcome {
  init(_ outcome: SoundFontTrial.Outcome) {
    self =
      switch outcome {
      case .font(let tag): .font(tag: tag)
      case .folder: .folder
      case .absent: .absent
      case .sameFile(let path): .sameFile(as: path)
      case .sameContent(let path): .sameContent(as: path)
      case .refused(let error): .refused(reason: error.words)
      case .notLookedInto: .notLookedInto
      }
  }
}
