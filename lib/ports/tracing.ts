/** Creates spans for requests and their parts, if the host uses tracing. */
export interface Tracing {
  /**
   * Runs a request's work in a span. The span's parent is the host's active span or the span named in the headers.
   * @param headers the request's headers
   */
  request<T>(span: RequestSpan, headers: Readonly<Record<string, unknown>>, work: () => Promise<T>): Promise<T>
  /** Runs part of a request, such as `families.replace`, in a child span. Without a trace, creates no span. */
  part<T>(name: string, work: () => Promise<T>): Promise<T>
}

export interface RequestSpan {
  /** Name of the route. The path is not used, because it can contain a secret. */
  readonly route: string
  readonly method: string
  readonly requestId: string
  /** Called when the request ends. */
  readonly result: () => { readonly status: number; readonly errorRef: string | undefined }
}
