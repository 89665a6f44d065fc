import ArgumentParser

struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON object instead of tables.")
  var json = false
}
