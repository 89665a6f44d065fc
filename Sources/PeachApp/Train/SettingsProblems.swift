import Settings

/// Where the settings report what is wrong with the file, before there is a view to show it.
final class SettingsProblems {
  var report: ((SettingsError) -> Void)?
}
