import Foundation

/// Looks through places for SoundFonts, once.
///
/// Only regular files are opened; what is a font, its content decides. A file that was found before, by
/// whatever name, and a copy of one are passed over.
struct SoundFontScan {
  /// Folders within folders are looked into so far down.
  static let deepestFolder = 5

  /// How many files and folders are looked at in all: a place may be a whole disk.
  static let mostEntries = 20_000

  private var fonts: [SoundFont] = []
  private var trials: [SoundFontTrial] = []
  private var files: [FileIdentity: Int] = [:]
  private var folders: Set<FileIdentity> = []
  private var tags: Set<String> = []
  private var entriesLeft = mostEntries

  static func run(_ search: SoundFontSearch, builtIn: String) -> FoundSoundFonts {
    var scan = SoundFontScan()
    // `sf2` is the built-in font in settings; a file of that name needs another.
    scan.tags = ["sf2"]
    for place in [SoundFontPlace(.builtIn, builtIn)] + search.places {
      scan.look(at: place.path, depth: 0, for: place)
    }
    return FoundSoundFonts(fonts: scan.fonts, trials: scan.trials)
  }

  private mutating func look(at path: String, depth: Int, for place: SoundFontPlace) {
    func note(_ outcome: SoundFontTrial.Outcome) {
      trials.append(SoundFontTrial(place: place, path: path, outcome: outcome))
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      let number = errno
      if number == ENOENT || number == ENOTDIR {
        // A link that leads nowhere is no news within a folder.
        if depth == 0 { note(.absent) }
      } else {
        note(.refused(.unreadable(errno: number)))
      }
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      guard folders.insert(FileIdentity(status)).inserted else {
        if depth == 0 { note(.folder) }
        return
      }
      guard depth < Self.deepestFolder, entriesLeft > 0 else { return note(.notLookedInto) }
      guard let listing = FolderListing(path: path, limit: entriesLeft) else {
        return note(.refused(.unreadable(errno: errno)))
      }
      note(.folder)
      if listing.hasUnspeakable { note(.refused(.unspeakablePath)) }
      for name in listing.names {
        guard entriesLeft > 0 else { return note(.notLookedInto) }
        entriesLeft -= 1
        look(
          at: path.hasSuffix("/") ? path + name : "\(path)/\(name)", depth: depth + 1, for: place)
      }
    case S_IFREG:
      if let outcome = take(path, isNamed: depth == 0 && place.isNamed) { note(outcome) }
    default:
      if depth == 0 || FontName.isOfFont(path) { note(.refused(.notAFile)) }
    }
  }

  /// What comes of a regular file; `nil` for one that nobody takes for a font.
  private mutating func take(_ path: String, isNamed: Bool) -> SoundFontTrial.Outcome? {
    do throws(SoundFontError) {
      let file = try FileBytes(path: path)
      if let known = files[file.identity] {
        let alias = FontName.base(of: path)
        if alias != fonts[known].tag, !fonts[known].aliases.contains(alias) {
          fonts[known].aliases.append(alias)
        }
        return .sameFile(as: fonts[known].path)
      }
      let contents = try SF2PresetParser(file).contents()
      for font in fonts where font.size == file.count {
        // A font that has gone meanwhile is no copy.
        guard let other = try? FileBytes(path: font.path), try file.hasSameContent(as: other) else {
          continue
        }
        return .sameContent(as: font.path)
      }
      files[file.identity] = fonts.count
      add(contents, at: path, size: file.count)
      return fonts.last.map { .font(tag: $0.tag) }
    } catch {
      // Folders hold all sorts of files; a font is missed where somebody has called the file one.
      if error == .notASoundFont, !isNamed, !FontName.isOfFont(path) { return nil }
      return .refused(error)
    }
  }

  private mutating func add(_ contents: SoundFontContents, at path: String, size: Int) {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let tag = FontName.tag(of: resolved, besides: tags)
    tags.insert(tag)
    var font = SoundFont(
      tag: tag, path: resolved, size: size, contents: contents, isBuiltIn: fonts.isEmpty)
    let alias = FontName.base(of: path)
    if alias != FontName.base(of: resolved) { font.aliases = [alias] }
    fonts.append(font)
  }
}
