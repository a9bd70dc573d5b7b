/** Spans of a request and of what is done for it, for a host that traces. */
export interface Tracing {
  /**
   * Does the work of a request in a span of its own, below the one that the host has begun, or that the request names.
   * @param headers of the request
   */
  request<T>(span: RequestSpan, headers: Readonly<Record<string, unknown>>, work: () => Promise<T>): Promise<T>
  /** Does a part of that work in a span below, as `families.replace`. Outside a request that is traced, only the work is done. */
  part<T>(name: string, work: () => Promise<T>): Promise<T>
}

export interface RequestSpan {
  /** Name of the route; never the path, which may have a secret in it. */
  readonly route: string
  readonly method: string
  readonly requestId: string
  /** Asked at the end. */
  readonly result: () => { readonly status: number; readonly errorRef: string | undefined }
}
