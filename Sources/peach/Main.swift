import PeachApp

/// The command `peach`; all that it does is in PeachApp.
@main
struct Main {
  static func main() async { await Peach.main() }
}
