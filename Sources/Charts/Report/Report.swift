/// A report that is made: the page, and its plots as pictures of their own.
public struct Report {
  /// A picture: the name of its file, and what is in it.
  public struct Picture {
    public let fileName: String
    public let text: String
  }

  private let snapshot: ReportSnapshot

  public init(_ snapshot: ReportSnapshot) { self.snapshot = snapshot }

  /// HTML in UTF-8.
  public var page: String { ReportPage.text(snapshot) }

  /// SVG in UTF-8. What has no data has no picture.
  public var pictures: [Picture] {
    ReportSection.all(of: snapshot).flatMap(\.plots).map { plot in
      Picture(
        fileName: "\(plot.name).svg", text: ReportPicture.file(plot, version: snapshot.version))
    }
  }
}
