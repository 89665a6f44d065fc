/// The libraries that Peach uses, and their licences.
struct UsedLibrary: Hashable {
  let name: String

  /// The licence as an SPDX expression.
  let licence: String

  /// The name of its package or module in `Package.swift`; `nil` if another library contains it, or
  /// if it comes with Swift.
  let module: String?

  private init(_ name: String, _ licence: String, _ module: String? = nil) {
    (self.name, self.licence, self.module) = (name, licence, module)
  }

  // Two licences with an exception for what the compiler adds to every program.
  private static let apache = "Apache-2.0 WITH Swift-exception"  // as it is: SPDX
  private static let gnu = "GPL-3.0-or-later WITH GCC-exception-3.1"  // as it is: SPDX

  /// In the order in which they are shown: sound, files, the rest.
  static let all = [
    UsedLibrary("JACK (libjack)", "LGPL-2.1-or-later", "CJack"),  // as it is: a name
    UsedLibrary("FluidSynth", "LGPL-2.1-or-later", "CFluidSynth"),
    UsedLibrary("FFTW", "GPL-2.0-or-later", "CFFTW"),
    UsedLibrary("libsndfile", "LGPL-2.1-or-later", "CSndFile"),
    UsedLibrary("xxHash", "BSD-2-Clause", "CXXHash"),
    UsedLibrary("SQLite", "blessing"),
    UsedLibrary("GRDB", "MIT", "GRDB.swift"),
    UsedLibrary("toml++", "MIT", "CTOML"),
    UsedLibrary("liblo", "LGPL-2.1-or-later", "CLibLO"),
    UsedLibrary("libuuid", "BSD-3-Clause", "CLibUUID"),
    UsedLibrary("glibc (gettext)", "LGPL-2.1-or-later", "CGettext"),  // as it is: a name
    UsedLibrary("libstdc++", gnu),
    UsedLibrary("swift-argument-parser", apache, "swift-argument-parser"),
    UsedLibrary("swift-log", "Apache-2.0", "swift-log"),
    UsedLibrary("Swift, Foundation, Dispatch", apache),  // as it is: names
    // Part of Foundation.
    UsedLibrary("ICU", "Unicode-3.0"),
  ]
}
