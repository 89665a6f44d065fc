/// The settings file: reads it and changes single keys in it.
public struct SettingsFile: Hashable, Sendable {
  public let path: String

  /// Whether the file must be there, as one named with `--config` must.
  public let isRequired: Bool

  /// Where the scales are that the settings name.
  let scales: ScaleLocation

  /// Where the maps are of the controllers that the settings name.
  let controllers: ControllerLocation

  /// The usual file, which need not exist: without it every setting has its default.
  public init(_ location: SettingsLocation = SettingsLocation()) {
    path = location.path
    isRequired = false
    scales = location.scales
    controllers = location.controllers
  }

  /// The file that the user has named with `--config`. Scales and controllers' maps are looked for
  /// where they always are.
  public init(
    namedByUser path: String, location: SettingsLocation = SettingsLocation()
  ) {
    self.path = path
    isRequired = true
    scales = location.scales
    controllers = location.controllers
  }

  /// The names of the controllers' maps that there are, sorted.
  public var controllerNames: [String] { controllers.names }

  /// The names of the user's own scales, sorted.
  public var scaleNames: [String] { scales.names }

  /// Where the file says that SoundFonts are to be looked for. Throws where it is not good.
  public func soundFonts() throws(SettingsError) -> SoundFontPaths {
    try layers(of: try contents(of: try image())).soundFonts
  }

  /// All that is wrong with the file, none of which stops Peach from reading the rest; empty for a
  /// good one. Throws where it cannot be read or is no TOML at all.
  public func problems() throws(SettingsError) -> [SettingsError] {
    let contents = try contents(of: try image())
    do throws(SettingsError) {
      _ = try layers(of: contents)
      return contents.problems
    } catch {
      return contents.problems + [error]
    }
  }

  /// The contents checked as a whole, with what they name.
  func layers(of contents: SettingsContents) throws(SettingsError) -> SettingsLayers {
    try SettingsLayers(file: contents, scales: scales, controllers: controllers)
  }

  /// The bytes, or `nil` for a file that is not there and need not be.
  func image() throws(SettingsError) -> FileImage? {
    let image = try FileImage(path: path)
    if image == nil, isRequired { throw .missingFile(path: path) }
    return image
  }

  func contents(of image: FileImage?) throws(SettingsError) -> SettingsContents {
    guard let image else { return SettingsContents(path: path) }
    return SettingsContents(try SettingsDocument(image.bytes, path: path), path: path)
  }
}
