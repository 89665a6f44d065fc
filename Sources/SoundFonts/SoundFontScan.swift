import Files
import Foundation

/// The places to search for SoundFonts besides the built-in one, in order.
public struct SoundFontSearch: Hashable, Sendable {
  /// The folders for SoundFonts within a data folder that distributions and programs use.
  static let dataFolders = ["soundfonts", "sounds/sf2", "sounds/sf3"]

  public let places: [SoundFontLocation]

  public static let builtInOnly = SoundFontSearch(places: [])

  public init(places: [SoundFontLocation]) { self.places = places }

  /// - Parameters:
  ///   - option: files and folders given for this run.
  ///   - settings: files and folders from the settings file.
  ///   - environment: `SF2_PATH` (colons between), `DEFAULT_SOUNDFONT`, `XDG_DATA_HOME`,
  ///     `XDG_DATA_DIRS`, `HOME`.
  ///   - synthesizerDefault: FluidSynth's default font. Ignored if `DEFAULT_SOUNDFONT` is set and
  ///     empty, which means that there is no default.
  public init(
    option: [String] = [], settings: [String] = [], environment: [String: String],
    synthesizerDefault: String? = nil
  ) {
    func list(_ variable: String) -> [String] {
      (environment[variable] ?? "").split(separator: ":").map(String.init)
    }
    var places = option.map { SoundFontLocation(.option, $0) }
    places += settings.map { SoundFontLocation(.settings, $0) }
    places += list("SF2_PATH").map { SoundFontLocation(.environment("SF2_PATH"), $0) }
    if let font = environment["DEFAULT_SOUNDFONT"], !font.isEmpty {
      places.append(SoundFontLocation(.environment("DEFAULT_SOUNDFONT"), font))
    }
    // The specification requires relative paths to be ignored.
    func absolute(_ paths: [String]) -> [String] { paths.filter { $0.hasPrefix("/") } }
    let home =
      absolute([environment["XDG_DATA_HOME"] ?? ""]).first
      ?? environment["HOME"].map { "\($0)/.local/share" }
    let shared = absolute(list("XDG_DATA_DIRS"))
    let folders =
      [home].compactMap { $0 } + (shared.isEmpty ? ["/usr/local/share", "/usr/share"] : shared)
    for folder in folders {
      for name in Self.dataFolders {
        places.append(
          SoundFontLocation(.data, (folder.hasSuffix("/") ? folder : folder + "/") + name))
      }
    }
    if let font = synthesizerDefault, !font.isEmpty, environment["DEFAULT_SOUNDFONT"] != "" {
      places.append(SoundFontLocation(.synthesizer, font))
    }
    self.places = places
  }
}

/// A file or a folder to search for SoundFonts.
public struct SoundFontLocation: Hashable, Sendable {
  public enum Origin: Hashable, Sendable {
    /// The font that comes with Peach.
    case builtIn
    /// The options of this run.
    case option
    case settings
    /// A variable of the environment: `SF2_PATH`, `DEFAULT_SOUNDFONT`.
    case environment(String)
    /// A data folder, by the XDG Base Directory Specification.
    case data
    /// FluidSynth's default font.
    case synthesizer
  }

  public let origin: Origin
  public let path: String

  public init(_ origin: Origin, _ path: String) {
    self.origin = origin
    self.path = path
  }

  /// True if the user has named the place, and so expects a font there.
  var isNamed: Bool {
    switch origin {
    case .option, .settings, .environment: true
    case .builtIn, .data, .synthesizer: false
    }
  }
}

/// The SoundFonts found, and the paths that were tried.
public struct FoundSoundFonts: Hashable, Sendable {
  /// The fonts in the order in which they were found, the built-in one first.
  public let fonts: [SoundFont]

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
    case absent
    /// The file, by another name.
    case sameFile(as: String)
    /// Another file with the same bytes.
    case sameContent(as: String)
    case refused(SoundFontError)
    /// A folder that was not searched because it is too deep or comes after too many files.
    case notLookedInto
  }

  public let place: SoundFontLocation
  public let path: String
  public let outcome: Outcome

  /// The error of a path that should be a font by its name or because the user named it; `nil` if
  /// there is none.
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
  private static let deepestFolder = 5

  /// The most files and folders to look at in all: a place may be a whole disk.
  private static let mostEntries = 20_000

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

  /// The outcome for a regular file; `nil` if it is no font and should be none.
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

  /// True if the file's name is that of a SoundFont.
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

  private static func printable(_ text: String) -> String { FontText.clean(text.utf8) }
}

/// The names in a folder.
private struct FolderListing {
  /// The sorted names, without hidden ones, which begin with a dot.
  let names: [String]

  /// True if there were names that are not UTF-8.
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
