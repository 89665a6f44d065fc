import Foundation
import Music
import Training

/// The options over the file over the defaults, checked as a whole. The defaults are those of the
/// site over Peach's own.
struct SettingsLayers: Sendable {
  let defaults: SettingValues

  /// The site's settings without those that cannot be used.
  let site: SiteSettings
  let values: SettingValues
  let noteRange: NoteRange
  let tuningSystem: TuningSystem

  /// The file of the tuning, unless the tuning is built in.
  let scale: ScaleFile?

  let controller: ControllerMap?
  let soundFonts: SoundFontPaths
  private let sources: [SettingKey: SettingSource]

  /// Reads the scale and the controller's map that the values name.
  ///
  /// A wrong value of the site does not prevent training: if it is not valid, or does not fit those
  /// above it, it is left out and becomes one of the ``SiteSettings/problems``.
  ///
  /// Throws ``SettingsError/noteRangeTooNarrow(_:key:lowest:highest:)``,
  /// ``SettingsError/scaleFile(_:path:problem:)``,
  /// ``SettingsError/noSuchInterval(_:key:interval:scale:nearest:)`` and the faults of the
  /// controller's map.
  static func resolved(
    _ site: SiteSettings, file: SettingsContents, overrides: SettingsOverrides,
    defaultIntervals: [DirectedInterval], scales: ScaleLocation, controllers: NamedFiles
  ) throws(SettingsError) -> SettingsLayers {
    var site = site
    // Each pass leaves out one value of the site.
    while true {
      let sitesKeys = site.entries.keys.filter {
        file.entries[$0] == nil && overrides.values[$0] == nil
      }
      let controller: ControllerMap?
      do throws(SettingsError) {
        controller = try Self.controller(
          file: file, overrides: overrides, over: site, in: controllers)
      } catch {
        guard sitesKeys.contains(.controller) else { throw error }
        site.leaveOut(.controller, because: error)
        continue
      }
      do throws(SettingsError) {
        return try SettingsLayers(
          site, file: file, overrides: overrides, defaultIntervals: defaultIntervals,
          scales: scales, controller: controller)
      } catch {
        let culprit = error.involvedKeys.first { key in
          sitesKeys.contains(key) && error.canComeFrom(site[key]?.value)
        }
        guard let culprit, let place = site[culprit]?.place else { throw error }
        site.leaveOut(culprit, because: error.moved(to: place, blaming: culprit))
      }
    }
  }

  private init(
    _ site: SiteSettings, file: SettingsContents, overrides: SettingsOverrides,
    defaultIntervals: [DirectedInterval], scales: ScaleLocation, controller: ControllerMap?
  ) throws(SettingsError) {
    var values = SettingValues()
    values.intervals = defaultIntervals
    var sources: [SettingKey: SettingSource] = [:]
    for (key, entry) in site.entries {
      entry.value.apply(to: &values)
      sources[key] = .site(path: entry.path, line: entry.line)
    }
    let defaults = values
    // A site that names a map can set single controls differently.
    let isSitesMap =
      file.entries[.controller] == nil && overrides.values[.controller] == nil
    for (key, entry) in controller?.entries ?? [:] where !(isSitesMap && site[key] != nil) {
      entry.value.apply(to: &values)
      sources[key] = .controller
    }
    for (key, entry) in file.entries {
      entry.value.apply(to: &values)
      sources[key] = .file(line: entry.line)
    }
    for (key, value) in overrides.values {
      value.apply(to: &values)
      sources[key] = .option
    }
    values.midi.giveWay { (sources[$0] ?? .default).rank > (sources[$1] ?? .default).rank }
    try Self.checkRoles(of: values.midi, sources, controller: controller, path: file.path)
    soundFonts = SoundFontPaths(file: file, overrides: overrides, over: site, home: scales.home)
    let (lowest, highest) = (values.lowestNote, values.highestNote)
    guard let noteRange = NoteRange(lowest: lowest, highest: highest) else {
      let (key, place) = Self.lastSet(.noteRangeMax, .noteRangeMin, sources, path: file.path)
      throw .noteRangeTooNarrow(place, key: key, lowest: lowest, highest: highest)
    }
    switch values.tuning {
    case .builtIn(let system):
      (scale, tuningSystem) = (nil, system)
    case .scale(let reference):
      let place = sources[.tuningSystem]?.place(path: file.path) ?? .option
      let path = scales.path(of: reference, from: place.folder)
      let scale = try ScaleFile(path: path, namedAt: place)
      try Self.check(
        values.intervals, .intervals, in: scale.tuning, sources, path: file.path)
      try Self.check(
        values.accompaniment, .accompaniment, in: scale.tuning, sources, path: file.path)
      (self.scale, tuningSystem) = (scale, .scala(scale.tuning))
    }
    self.site = site
    self.controller = controller
    self.defaults = defaults
    self.values = values
    self.noteRange = noteRange
    self.sources = sources
  }

  func source(of key: SettingKey) -> SettingSource { sources[key] ?? .default }

  /// The map that an option names, or else the file, or else the site; `nil` if no map is named.
  private static func controller(
    file: SettingsContents, overrides: SettingsOverrides, over site: SiteSettings,
    in maps: NamedFiles
  ) throws(SettingsError) -> ControllerMap? {
    var named = site[.controller].map { (value: $0.value, place: $0.place) }
    if let entry = file.entries[.controller] {
      named = (entry.value, .file(path: file.path, line: entry.line))
    }
    if let value = overrides.values[.controller] { named = (value, .option) }
    guard let named else { return nil }
    let name = named.value[\.controller]
    return name == .none ? nil : try ControllerMap(name, in: maps, namedAt: named.place)
  }

  /// Checks that the scale has a degree near every interval.
  private static func check(
    _ intervals: [DirectedInterval], _ key: SettingKey, in tuning: ScalaTuning,
    _ sources: [SettingKey: SettingSource], path: String
  ) throws(SettingsError) {
    for interval in intervals {
      let step = tuning.step(for: interval.interval)
      guard !step.isWithinReach else { continue }
      let (key, place) = lastSet(.tuningSystem, key, sources, path: path)
      throw .noSuchInterval(
        place, key: key, interval: interval, scale: tuning.name, nearest: step)
    }
  }

  /// Checks that no control has been set for two roles.
  private static func checkRoles(
    of midi: MIDISettings, _ sources: [SettingKey: SettingSource], controller: ControllerMap?,
    path: String
  ) throws(SettingsError) {
    let roles = midi.roles.filter { sources[$0.key] != nil }
    for (index, role) in roles.enumerated() {
      for other in roles.dropFirst(index + 1) {
        guard let control = role.conflict(with: other) else { continue }
        var (key, place) = lastSet(role.key, other.key, sources, path: path)
        if sources[key] == .controller, let controller, let entry = controller.entries[key] {
          place = .file(path: controller.image.path, line: entry.line)
        }
        throw .twoRoles(
          place, key: key, other: key == role.key ? other.key : role.key, control: control)
      }
    }
  }

  /// The setting to blame if two do not fit together: that of the upper layer or of the later line,
  /// or else the first.
  private static func lastSet(
    _ first: SettingKey, _ second: SettingKey, _ sources: [SettingKey: SettingSource], path: String
  ) -> (SettingKey, SettingOrigin) {
    let (one, other) = (sources[first] ?? .default, sources[second] ?? .default)
    return if other.isAbove(one), let place = other.place(path: path) {
      (second, place)
    } else {
      // The defaults fit together.
      (first, one.place(path: path) ?? .file(path: path, line: 1))
    }
  }
}

extension SettingSource {
  /// The layer, from the defaults up.
  private var layer: Int {
    switch self {
    case .default: 0
    case .site: 1
    case .controller: 2
    case .file: 3
    case .option: 4
    }
  }

  /// The layer with the file and the options as one, as the user sets both.
  fileprivate var rank: Int { min(layer, SettingSource.file(line: 1).layer) }

  /// The place where the user finds a value of this source; `nil` for the defaults and for a
  /// controller's map.
  fileprivate func place(path: String) -> SettingOrigin? {
    switch self {
    case .default, .controller: nil
    case .site(let path, let line): .file(path: path, line: line)
    case .file(let line): .file(path: path, line: line)
    case .option: .option
    }
  }

  /// True for a source in an upper layer, or on a later line of the same file.
  fileprivate func isAbove(_ other: SettingSource) -> Bool {
    switch (self, other) {
    case (.site(let path, let line), .site(let otherPath, let otherLine)):
      path == otherPath && line > otherLine
    case (.file(let line), .file(let otherLine)): line > otherLine
    default: layer > other.layer
    }
  }
}

/// The layer that a setting's value comes from. A later case hides the earlier ones.
public enum SettingSource: Hashable, Sendable {
  case `default`

  /// A file of the site; the first line is 1.
  case site(path: String, line: Int)

  /// The map of the controller that the settings name.
  case controller

  /// The settings file; the first line is 1.
  case file(line: Int)

  /// An option of this run.
  case option
}

/// The settings of the command line's options, for this run only.
public struct SettingsOverrides: Hashable, Sendable {
  private(set) var values: [SettingKey: SettingValue] = [:]

  public init() {}

  init(_ values: [SettingValue]) { for value in values { self.values[value.key] = value } }

  /// Puts the settings of a block of a plan below those of the command line.
  ///
  /// - Parameter trial: the row of the block's list for the next trial, whose settings override the
  ///   block's.
  public func over(_ block: Block, _ trial: Block.Trial? = nil) -> SettingsOverrides {
    var whole = SettingsOverrides(
      block.settings.merging(trial?.settings ?? [:]) { $1 }.compactMap { name, text in
        SettingKey(name: name).flatMap { SettingValue($0, text: text) }
      })
    whole.values.merge(values) { $1 }
    return whole
  }

  /// Reads the texts of options. Throws ``SettingsError/badValue(_:key:value:)`` for the first that
  /// is not allowed.
  public init(_ texts: [SettingKey: String]) throws(SettingsError) {
    for key in SettingKey.allCases {
      guard let text = texts[key] else { continue }
      guard let value = SettingValue(key, text: text) else {
        throw .badValue(.option, key: key, value: text)
      }
      values[key] = value
    }
  }
}

/// A key with the values that `peach settings list` shows.
public struct SettingReport: Hashable, Sendable {
  public let key: SettingKey

  /// The value for this run.
  public let value: SettingValue
  public let defaultValue: SettingValue

  /// The file of the site that the default comes from; `nil` if it is Peach's own.
  public let site: String?
  public let source: SettingSource

  public var name: String { key.name }
}

extension SettingsLayers {
  var report: [SettingReport] {
    SettingKey.allCases.map { key in
      SettingReport(
        key: key, value: values[key], defaultValue: defaults[key], site: site[key]?.path,
        source: source(of: key))
    }
  }
}
