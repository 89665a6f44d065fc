/// The settings file that comes with Peach: every setting, commented out, with its default.
public enum DefaultFile {
  // as it is: the file is English, like its keys
  private static let introduction = """
    The settings of Peach, each with its default.

    Peach reads $XDG_CONFIG_HOME/peach/config.toml, usually ~/.config/peach/config.toml. To start
    from this file, copy it there; or use `peach settings set KEY VALUE`, which writes the file.
    To change a setting by hand, remove the # in front of it. A change applies from the next trial
    on, also while you train. Every setting is also an option of `peach compare`, `peach match`,
    `peach purity` and `peach play`, for one run:
    --note-duration 0.3
    """

  /// The whole file, `config/peach.toml`.
  public static var text: String {
    let settings = SettingTable.rows.map { row in
      let assignment = "# \(row.key.name) = \(row.key.defaultValue.toml)\n"
      return row.comment.isEmpty ? assignment : "\n" + comment(row.comment, blank: "") + assignment
    }
    return comment(introduction, blank: "#") + settings.joined()
  }

  private static func comment(_ text: String, blank: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { ($0.isEmpty ? blank : "# \($0)") + "\n" }.joined()
  }
}
