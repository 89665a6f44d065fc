import Foundation
import Testing
import Training

@testable import Settings

@Suite("SoundFonts in the settings")
@MainActor
struct SoundFontSettingsTests {
  private let home: TemporaryHome
  private var configuration: String { home.path + "/config/peach" }

  init() throws { home = try TemporaryHome() }

  private func fonts(option: String? = nil) throws -> SoundFontPaths {
    let options: [SettingKey: String] = option.map { [.soundFonts: $0] } ?? [:]
    return try FileUserSettings(file: home.file, overrides: SettingsOverrides(options)).soundFonts
  }

  @Test("relative paths count from the settings file's folder, ~ is the home directory")
  func file() throws {
    try home.write("soundFonts = ['fonts', '../x.sf2', '/y', '~/z', '~', '~user']\n")
    let folder = configuration
    #expect(
      try fonts().file == [
        "\(folder)/fonts", "\(folder)/../x.sf2", "/y", home.path + "/z", home.path,
        "\(folder)/~user",
      ])
    #expect(try fonts().option.isEmpty)
  }

  @Test("the option's paths stand before the file's and count from the working directory")
  func option() throws {
    try home.write("soundFonts = ['/file']\n")
    let fonts = try fonts(option: "/a b:c,d:/a b")
    #expect(fonts.option == ["/a b", "c,d"])
    #expect(fonts.file == ["/file"])
  }

  @Test("what is set from a folder is written as absolute paths")
  func setting() throws {
    try home.file.set(.soundFonts, "here:/there:~/home")
    let working = FileManager.default.currentDirectoryPath
    #expect(try fonts().file == ["\(working)/here", "/there", home.path + "/home"])
    let settings = try FileUserSettings(file: home.file)
    let row = settings.report.first { $0.key == .soundFonts }
    #expect(row?.value.text == "\(working)/here:/there:~/home")
  }

  @Test("a path with a colon can stand in the file alone; nothing and control characters nowhere")
  func colons() throws {
    try home.write("soundFonts = ['/a:b']\n")
    #expect(try fonts().file == ["/a:b"])
    for text in ["['']", "[\"a\\u0007\"]", "'x'", "[1]"] {
      try home.write("soundFonts = \(text)\n")
      #expect(throws: SettingsError.self, "\(text)") { try fonts() }
    }
  }
}
