import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { parameterDuplicated, parameterMalformed } from '../../../policies/parameters.ts'
import { recordedText } from '../../../policies/untrusted-text.ts'
import { type Deny, deny } from '../../../policies/verdict.ts'
import type { AuditEventName, FailureReason } from '../../domain/audit/events.ts'
import type { TraceStep } from '../../domain/audit/explanations.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import { DenialError } from '../../domain/denial-error.ts'
import type { SignInMethod } from '../../ports/measurements.ts'
import type { Route } from './route.ts'

/** The checks made for a request, and their results. */
export interface Trace {
  readonly steps: TraceStep[]
  /** Fields that the panel shows separately, such as two URIs to compare or an expiry time. */
  readonly facts: Record<string, string | number | boolean>
}

export function newTrace(): Trace {
  return { steps: [], facts: {} }
}

/** Records one step of the decision. */
export function note(trace: Trace, step: string, found: string): void {
  trace.steps.push({ step, found: recordedText(found) })
}

/** A denial with additional response headers, such as `WWW-Authenticate`. */
export class ProtocolError extends DenialError {
  override readonly name = 'ProtocolError'
  constructor(
    denial: Deny,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(denial)
  }
}

/** For pages and resources that do not exist, or that this deployment does not have. */
export const notFound = (): ProtocolError => new ProtocolError(deny('not_found', 'not_found'))

/** Throws if the verdict is a denial. */
export function assertAllowed(
  verdict: { readonly allowed: true } | Deny,
  headers?: Readonly<Record<string, string>>,
): asserts verdict is { readonly allowed: true } {
  if (!verdict.allowed) throw new ProtocolError(verdict, headers)
}

/** Parameters with all their values, as sent. A Map, so that no parameter name can affect a prototype. */
export type Parameters = ReadonlyMap<string, readonly string[]>

export function parseParameters(encoded: string): Parameters {
  const parameters = new Map<string, string[]>()
  if (encoded === '') return parameters
  for (const [name, value] of new URLSearchParams(encoded)) {
    const values = parameters.get(name)
    if (values === undefined) parameters.set(name, [value])
    else values.push(value)
  }
  return parameters
}

/** Names of parameters with invalid or non-UTF-8 percent-encoding (D-G6), which URL parsers accept by guessing. */
export function misencodedParameters(encoded: string): ReadonlySet<string> {
  if (isWellEncoded(encoded)) return new Set()
  return new Set(
    encoded
      .split('&')
      .filter((pair) => !isWellEncoded(pair))
      .flatMap((pair) => [...parseParameters(pair).keys()]),
  )
}

function isWellEncoded(encoded: string): boolean {
  try {
    decodeURIComponent(encoded)
    return true
  } catch {
    return false
  }
}

/** A query's parameters. Throws `invalid_request` if one occurs more than once (D-G6). */
export function queryParameters(query: string): ReadonlyMap<string, string> {
  for (const name of misencodedParameters(query)) throw new ProtocolError(parameterMalformed(name))
  return singleParameters(parseParameters(query))
}

/** Throws `invalid_request` if a parameter occurs more than once (D-G6). */
export function singleParameters(parameters: Parameters): ReadonlyMap<string, string> {
  const single = new Map<string, string>()
  for (const [name, values] of parameters) {
    if (values.length > 1) throw new ProtocolError(parameterDuplicated(name))
    single.set(name, values[0] ?? '')
  }
  return single
}

export type Deliver = (body: string | Buffer | Readable) => void

/** A request and its response, as passed to every handler. */
export interface RequestContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** Receives the body if the host application sends all responses. By then, the status and headers have been set. */
  readonly deliver?: Deliver
  /** The response is complete, although it might not have been sent yet. */
  answered?: true
  readonly requestId: string
  /** The ID that Portico created. `requestId` can come from a trusted proxy. */
  readonly ownId: string
  /** The client's IP address, according to the trusted proxies. */
  readonly address: string
  readonly route: Route
  /** The requested path, without the query. */
  readonly fullPath: string
  /** The path below the mount path, without the query. */
  readonly path: string
  /** The path after a prefix route, without the leading slash, or the value of `{id}`; empty for exact routes. */
  readonly rest: string
  /** The raw query, without the leading question mark. */
  readonly query: string
  /** The parsed parameters of a protocol request, to be recorded if it is denied. */
  sent?: Parameters
  /** Checks and their results, for the log, the audit log, and `portico explain`. */
  readonly trace: Trace
  /** Neither counted nor stored: a request for a host's page or a gated app, or an unsolicited response. */
  unrecorded?: true
  /** Pattern of the page in the panel or portal, relative to the app, for example `/users/:sub`. */
  pattern?: string
  /** The request is an API call, so errors are JSON regardless of `Accept`. */
  api?: true
  /** The sign-in page that this step belongs to. An error page links to it. */
  backHref?: string
  /** The identified client. CORS and the log need it even if the request is denied. */
  client?: Client
  /** Whether the client is authenticated. */
  authenticated?: true
  subject?: string
  /** The request's session: a `sid`, or the browser session if no client is involved. */
  sid?: string
  /** The event, for the audit log and statistics. */
  event?: AuditEventName
  /** The sign-in page that was shown, for statistics; not set again after a validation issue. */
  shown?: 'page' | 'second-step' | 'consent'
  /** A password attempt: its account and how it counts. */
  attempt?: {
    readonly user?: string
    readonly key: string
    readonly count: number
    /** Earliest time for the next attempt, in milliseconds since the epoch. */
    readonly waitUntil?: number
  }
  /** Why a sign-in failed, without any user input. */
  failure?: FailureReason
  /** The rate limit that was exceeded, for the log: its endpoint, and the IP address, network, or client. */
  exceeded?: {
    readonly bucket: string
    readonly counted: string
    readonly limit: number
    readonly window_seconds: number
  }
  /** The sign-in method, if `event` is about a sign-in or an attempt. */
  method?: SignInMethod
  /** The denial, if the request was denied. */
  refusal?: Deny
}

export type Handler = (context: RequestContext) => Promise<void> | void
