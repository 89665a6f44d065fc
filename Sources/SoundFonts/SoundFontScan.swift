import Files
import Foundation

/// The SoundFonts found, and the paths that were tried.
public struct FoundSoundFonts: Hashable, Sendable {
  /// In the order in which they were found, the built-in one first.
  public let fonts: [SoundFont]

  /// Every path that was tried, in order.
  public let trials: [SoundFontTrial]

  /// The paths that should be fonts but are not.
  public var refused: [SoundFontTrial] { trials.filter { $0.refusal != nil } }

  /// The font with this name: its tag, else its path, the name of a link to it, or its tag ignoring
  /// case.
  public func font(named name: String) -> SoundFont? {
    fonts.first { $0.tag == name } ?? fonts.first { $0.path == name }
      ?? fonts.first { $0.aliases.contains(name) }
      ?? fonts.first { $0.tag.lowercased() == name.lowercased() }
  }
}

/// A path that was tried, and the outcome.
public struct SoundFontTrial: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    /// A font, by its tag.
    case font(tag: String)
    /// A folder, which was searched.
    case folder
    /// Nothing is there.
    case absent
    /// The file, by another name.
    case sameFile(as: String)
    /// Another file with the same bytes.
    case sameContent(as: String)
    /// Not a readable SoundFont.
    case refused(SoundFontError)
    /// A folder that was not searched because it is too deep or comes after too many files.
    case notLookedInto
  }

  public let place: SoundFontLocation
  public let path: String
  public let outcome: Outcome

  /// Why a path that should be a font is not: the user named it, or its name says so.
  public var refusal: SoundFontError? {
    if case .refused(let error) = outcome { error } else { nil }
  }
}

/// Searches places for SoundFonts, once.
///
/// It opens only regular files, and their content decides what is a font. It skips copies, and
/// files already found under another name.
struct SoundFontScan {
  /// The deepest level of folders within folders to search.
  static let deepestFolder = 5

  /// The most files and folders to look at in all: a place may be a whole disk.
  static let mostEntries = 20_000

  private var fonts: [SoundFont] = []
  private var trials: [SoundFontTrial] = []
  private var files: [FileIdentity: Int] = [:]
  private var folders: Set<FileIdentity> = []
  private var tags: Set<String> = []
  private var entriesLeft = mostEntries

  static func run(_ search: SoundFontSearch, builtIn: String) -> FoundSoundFonts {
    var scan = SoundFontScan()
    // In settings `sf2` means the built-in font; a file of that name needs another tag.
    scan.tags = ["sf2"]
    for place in [SoundFontLocation(.builtIn, builtIn)] + search.places {
      scan.visit(place.path, depth: 0, for: place)
    }
    return FoundSoundFonts(fonts: scan.fonts, trials: scan.trials)
  }

  private mutating func visit(_ path: String, depth: Int, for place: SoundFontLocation) {
    func record(_ outcome: SoundFontTrial.Outcome) {
      trials.append(SoundFontTrial(place: place, path: path, outcome: outcome))
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      let number = errno
      if number == ENOENT || number == ENOTDIR {
        // A dangling link within a folder is not worth reporting.
        if depth == 0 { record(.absent) }
      } else {
        record(.refused(.unreadable(errno: number)))
      }
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      guard folders.insert(FileStamp(status).identity).inserted else {
        if depth == 0 { record(.folder) }
        return
      }
      guard depth < Self.deepestFolder, entriesLeft > 0 else { return record(.notLookedInto) }
      guard let listing = FolderListing(path: path, limit: entriesLeft) else {
        return record(.refused(.unreadable(errno: errno)))
      }
      record(.folder)
      if listing.hasUnspeakable { record(.refused(.unspeakablePath)) }
      for name in listing.names {
        guard entriesLeft > 0 else { return record(.notLookedInto) }
        entriesLeft -= 1
        visit(
          path.hasSuffix("/") ? path + name : "\(path)/\(name)", depth: depth + 1, for: place)
      }
    case S_IFREG:
      if let outcome = examine(path, isNamed: depth == 0 && place.isNamed) { record(outcome) }
    default:
      if depth == 0 || FontName.isOfFont(path) { record(.refused(.notAFile)) }
    }
  }

  /// The outcome for a regular file; `nil` for one that nobody takes for a font.
  private mutating func examine(_ path: String, isNamed: Bool) -> SoundFontTrial.Outcome? {
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
        // A font that has disappeared meanwhile is not a copy.
        guard let other = try? FileBytes(path: font.path), try file.hasSameContent(as: other) else {
          continue
        }
        return .sameContent(as: font.path)
      }
      files[file.identity] = fonts.count
      add(contents, at: path, size: file.count)
      return fonts.last.map { .font(tag: $0.tag) }
    } catch {
      // Folders contain all sorts of files; only files that are called fonts are worth reporting.
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

/// Derives a font's name from its file.
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

  /// A name that is not among `taken`: the base, preceded by as many folders as necessary, without
  /// control characters, which settings refuse.
  static func tag(of path: String, besides taken: Set<String>) -> String {
    let folders = path.split(separator: "/").dropLast().map(String.init)
    var tag = printable(base(of: path))
    for folder in folders.reversed() where taken.contains(tag) {
      tag = "\(printable(folder))/\(tag)"
    }
    // Names that differ only in their extension or in control characters.
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
private struct FolderListing {
  /// Sorted, without hidden names, which begin with a dot.
  let names: [String]

  /// Whether there were names that are not UTF-8.
  let hasUnspeakable: Bool

  /// Reads up to `limit` names; `nil` if the folder cannot be read, with the reason in `errno`.
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
