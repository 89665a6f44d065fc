import Foundation

/// Backups, reports and other files, and standard output that takes nothing.
enum FileScenes {
  static let all = backups + reports + outputs

  private static let backups: [Scene] = [
    Scene(
      "a backup", withHistory: "peach data backup a.sqlite && peach data backup a.sqlite --force"),
    Scene(
      "a backup onto a file", withHistory: "peach data backup a.sqlite", files: ["a.sqlite": "mine"]
    ),
    Scene(
      "a backup onto the history",
      withHistory: "peach data backup data/peach/training.sqlite --force"),
    Scene("a backup without a directory", withHistory: "peach data backup d/a.sqlite"),
    Scene("a backup below a file", withHistory: "peach data backup f/a.sqlite", files: ["f": ""]),
    Scene("a backup onto a directory", withHistory: "mkdir d; peach data backup d --force"),
    Scene("a backup onto a device", withHistory: "peach data backup /dev/full --force"),
    Scene("deleted", withHistory: "peach data reset --yes && peach data reset --yes"),
    Scene("deleted, in JSON", withHistory: "peach data reset --yes --json"),
    Scene("where it is", "peach data path"),
  ]

  private static let reports: [Scene] = [
    Scene("a report", withHistory: "peach report && peach report --out a.html --svg pictures"),
    Scene(
      "a report in place of something else", "peach report --out a.html", files: ["a.html": "mine"]),
    Scene("a report in place of a directory", "mkdir d; peach report --out d"),
    Scene("a report without a directory", "peach report --out d/a.html"),
    Scene("a report below a file", "peach report --out f/a.html", files: ["f": ""]),
    Scene("a report on a circle of links", "ln -s b a; ln -s a b; peach report --out a"),
    Scene("a report on a full device", "peach report --out /dev/full"),
    Scene("a report on full standard output", "peach report --out - >/dev/full"),
    Scene("pictures below a file", "peach report --svg f/pictures", files: ["f": ""]),
    Scene("pictures in place of a file", withHistory: "peach report --svg f", files: ["f": ""]),
  ]

  private static let outputs: [Scene] = [
    Scene("the profile, of nothing", "peach profile"),
    Scene("the profile", withHistory: "peach profile"),
    Scene("no room for the profile", "peach profile >/dev/full"),
    Scene("no room for the settings", "peach settings list >/dev/full"),
    Scene("no room for a value", "peach settings get wheel >/dev/full"),
    Scene("no room for a place", "peach data path >/dev/full"),
    Scene("no room for a place of settings", "peach settings path >/dev/full"),
    Scene("no room for a check", withHistory: "peach data check >/dev/full"),
    Scene("no room for figures", "peach simulate --trials 5 --listeners 1 >/dev/full"),
    Scene("no room for info", "peach info >/dev/full"),
    Scene("no room for help", "peach --help >/dev/full"),
    Scene("no room in JSON", "peach profile --json >/dev/full"),
  ]
}
