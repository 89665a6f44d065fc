import Foundation

/// The SoundFonts that there are, and how they were found.
public struct FoundSoundFonts: Hashable, Sendable {
  /// In the order in which they were found, the built-in one first.
  public let fonts: [SoundFont]

  /// Every path that was tried, in order.
  public let trials: [SoundFontTrial]

  /// What was to be a font and is none.
  public var refused: [SoundFontTrial] { trials.filter { $0.refusal != nil } }

  /// The font of that name: its tag, else its path, the name of a link to it, or its tag in other case.
  public func font(named name: String) -> SoundFont? {
    fonts.first { $0.tag == name } ?? fonts.first { $0.path == name }
      ?? fonts.first { $0.aliases.contains(name) }
      ?? fonts.first { $0.tag.lowercased() == name.lowercased() }
  }
}

/// A path that was tried, and what came of it.
public struct SoundFontTrial: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    /// A font, by its tag.
    case font(tag: String)
    /// A folder, which was looked through.
    case folder
    /// Nothing is there.
    case absent
    /// The file, by another name.
    case sameFile(as: String)
    /// Another file with the same bytes.
    case sameContent(as: String)
    /// Not a SoundFont that can be read.
    case refused(SoundFontError)
    /// A folder so deep within others, or behind so many files, that it was not looked into.
    case notLookedInto
  }

  public let place: SoundFontPlace
  public let path: String
  public let outcome: Outcome

  /// Why a file is no font that calls itself one or that the user has named as one.
  public var refusal: SoundFontError? {
    if case .refused(let error) = outcome { error } else { nil }
  }
}

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

/// What a font is called after its file.
enum FontName {
  private static let extensions = [".sf2", ".sf3"]

  /// Whether the file's name says that it is a SoundFont.
  static func isOfFont(_ path: String) -> Bool {
    extensions.contains { path.lowercased().hasSuffix($0) }
  }

  /// The file's name without folders and without `.sf2` or `.sf3`.
  static func base(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let suffix = extensions.first(where: { name.lowercased().hasSuffix($0) }),
      name.count > suffix.count
    else { return name }
    return String(name.dropLast(suffix.count))
  }

  /// A name that is not among `taken`: the base with as many folders before it as that needs, and with
  /// control characters taken out, which settings refuse.
  static func tag(of path: String, besides taken: Set<String>) -> String {
    let folders = path.split(separator: "/").dropLast().map(String.init)
    var tag = printable(base(of: path))
    for folder in folders.reversed() where taken.contains(tag) {
      tag = "\(printable(folder))/\(tag)"
    }
    // Names that differ in their extension or in control characters alone.
    var number = 2
    let whole = tag
    while taken.contains(tag) {
      tag = "\(whole) (\(number))"
      number += 1
    }
    return tag
  }

  private static func printable(_ text: String) -> String {
    FontText.clean(text.utf8)
  }
}

/// The names in a folder.
struct FolderListing {
  /// Sorted; without those that begin with a dot, which hide.
  let names: [String]

  /// Whether there were names that are no UTF-8.
  let hasUnspeakable: Bool

  /// Reads up to `limit` names; `nil` where the folder cannot be read, with the reason in `errno`.
  init?(path: String, limit: Int) {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    var hasUnspeakable = false
    while names.count < limit, let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let name else {
        hasUnspeakable = true
        continue
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    self.names = names.sorted()
    self.hasUnspeakable = hasUnspeakable
  }
}
