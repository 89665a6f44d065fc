import Foundation
import Settings

/// Settings that cannot be, wherever they stand.
enum SettingsScenes {
  static let all = values + options + files + maps + places + good

  /// A bad value of every key.
  private static let values = SettingKey.allCases.map { key in
    // Nearly everything is a pattern for ports.
    let value = key == .connect ? "(" : "no such"
    return Scene("a bad value of \(key.name)", "peach settings set \(key.name) '\(value)'")
  }

  private static let options: [Scene] = [
    Scene("an option's value out of range", "peach compare --note-duration 9"),
    Scene("an option's value that is near a word", "peach compare --strategy kazes"),
    Scene("a list with a word that is near another", "peach compare --intervals P1,p5"),
    Scene("an empty list", "peach match --intervals ''"),
    Scene("a number that is none", "peach match --reference-pitch nan"),
    Scene("a tuning that is near another", "peach match --tuning jsut"),
    Scene("a note range that is too narrow", "peach compare --note-range-min 80"),
    Scene(
      "a note range without room for an interval",
      "peach compare --note-range-min 60 --note-range-max 71 --intervals P8-"),
    Scene("a controller without a map, near one", "peach match --controller akai-lp8"),
    Scene("a controller without a map", "peach match --controller none-such"),
    Scene("JSON mode says it in English", "peach compare --json --note-duration 9"),
    Scene("a setting that is near another", "peach settings get noteDurations"),
    Scene("a setting that is near none", "peach settings unset xylophone"),
  ]

  private static let files: [Scene] = [
    Scene("no TOML", settings: "noteDuration = [\n", "peach profile"),
    Scene("a key twice", settings: "wheel = \"speed\"\nwheel = \"off\"\n", "peach profile"),
    Scene("a value out of range", settings: "\nreferencePitch = 12\n", "peach profile"),
    Scene("a number as text", settings: "noteDuration = \"long\"\n", "peach profile"),
    Scene("text as a number", settings: "tuningSystem = 3\n", "peach profile"),
    Scene("a list that is none", settings: "intervals = \"P5\"\n", "peach compare"),
    Scene("a list of numbers", settings: "intervals = [5]\n", "peach compare"),
    Scene("a table in place of a value", settings: "[noteDuration]\nx = 1\n", "peach compare"),
    Scene("an unknown key, near one", settings: "notDuration = 1\n", "peach profile"),
    Scene("an unknown key, near none", settings: "# mine\nxylophone = 1\n", "peach profile"),
    Scene(
      "a narrow note range", settings: "noteRangeMin = 60\nnoteRangeMax = 65\n", "peach profile"),
    Scene(
      "a note range that an option makes narrow", settings: "noteRangeMax = 71\n",
      "peach compare --note-range-min 61"),
    Scene("an unknown controller", settings: "controller = \"none-such\"\n", "peach settings list"),
    Scene(
      "a change to a file that is wrong", settings: "xylophone = 1\n",
      "peach settings set noteDuration 0.7"),
    Scene(
      "a change that would be wrong with the rest", settings: "noteRangeMin = 70\n",
      "peach settings set noteRangeMax 71"),
    Scene(
      "a default that would be wrong with the rest",
      settings: "noteRangeMin = 90\nnoteRangeMax = 105\n", "peach settings unset noteRangeMax"),
  ]

  private static func map(_ name: String, _ text: String) -> Scene {
    Scene(
      name, "peach match --controller mine",
      files: ["config/peach/controllers/mine.toml": text])
  }

  private static let maps: [Scene] = [
    map("a map that sets what is none of its business", "noteDuration = 1.0\n"),
    map("a map with a bad value", "\nslider = \"cc:200\"\n"),
    map("a map with an unknown key", "slidr = \"cc:20\"\n"),
    map("a map that is no TOML", "slider = \n"),
  ]

  private static let places: [Scene] = [
    Scene("a file that is not there", "peach profile --config no-such.toml"),
    Scene("a directory in place of the file", "mkdir d; peach profile --config d"),
    Scene(
      "a file that is no text", "peach profile",
      prepare: { home in
        try home.write("", to: home.settings)
        try Data([0x23, 0x0A, 0xFF, 0x0A]).write(to: home.settings)
      }),
    Scene(
      "a file that is too large", "peach profile",
      prepare: { home in
        try home.write(String(repeating: "# much\n", count: 200_000), to: home.settings)
      }),
    Scene("a name of one letter", "peach settings set wheel off --config c && cat c"),
    Scene(
      "links that lead in a circle",
      "ln -s b.toml a.toml; ln -s a.toml b.toml; peach settings set wheel off --config a.toml"),
    Scene("a device cannot be replaced", "peach settings set wheel off --config /dev/null"),
    Scene(
      "a directory that cannot be made", "echo > f; peach settings set wheel off --config f/a.toml"),
    Scene(
      "a file that cannot be made", "peach settings set wheel off --config /proc/a.toml"),
  ]

  private static let good: [Scene] = [
    Scene(
      "set, got, and unset",
      "peach settings set intervals P5,M3- && peach settings get intervals && "
        + "cat \"$(peach settings path)\" && peach settings unset intervals && "
        + "peach settings get intervals"),
    Scene(
      "the list, some of it from the file",
      settings: "referencePitch = 442\ncontroller = \"akai-lpd8\"\n", "peach settings list"),
    Scene("where the file is", "peach settings path"),
  ]
}
