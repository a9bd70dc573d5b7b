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

/** The checks performed on a request, and their results. */
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

/** A 404 for a page or resource that does not exist, possibly because this deployment does not offer it. */
export const notFound = (): ProtocolError => new ProtocolError(deny('not_found', 'not_found'))

/** Requires what only some deployments offer, or what the URL names. @throws ProtocolError not_found 404 */
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw notFound()
  return value
}

/** Throws if the verdict is a denial. */
export function assertAllowed(
  verdict: { readonly allowed: true } | Deny,
  headers?: Readonly<Record<string, string>>,
): asserts verdict is { readonly allowed: true } {
  if (!verdict.allowed) throw new ProtocolError(verdict, headers)
}

/** All values of each parameter, as sent. In a Map, parameter names such as `__proto__` are harmless. */
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

/** Names of parameters whose percent-encoding is invalid or not UTF-8 (D-G6). URL parsers would accept them. */
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
  /** Passes the body to a host application that sends all responses itself. Set the status and headers first. */
  readonly deliver?: Deliver
  /** Set once the response is complete, even if it has not been sent yet. */
  answered?: true
  requestId: string
  /** Portico's own ID for the request. `requestId` may come from a trusted proxy instead. */
  readonly ownId: string
  /** The client's IP address, according to the trusted proxies. */
  readonly address: string
  readonly route: Route
  /** The requested path, without the query. */
  readonly fullPath: string
  /** The path relative to the mount path, without the query. */
  readonly path: string
  /** The path after a prefix route, without the leading slash, or the value of `{id}`; empty for exact routes. */
  readonly rest: string
  /** The raw query, without the leading question mark. */
  readonly query: string
  /** The parsed parameters of a protocol request, to be recorded if it is denied. */
  sent?: Parameters
  /** Checks and their results, for the log, the audit log, and `portico explain`. */
  readonly trace: Trace
  /** Set if the request is neither counted nor stored, for example a request for a host's page or a gated app. */
  unrecorded?: true
  /** Pattern of the page in the panel or portal, relative to the app, for example `/users/:sub`. */
  pattern?: string
  /** Set if the request is an API call, so that errors are JSON regardless of `Accept`. */
  api?: true
  /** URL of the sign-in page that this request belongs to. If the request fails, the error page links to it. */
  backHref?: string
  /** The client that sent the request, once identified. CORS and the log need it even if the request is denied. */
  client?: Client
  /** Whether the client is authenticated. */
  authenticated?: true
  subject?: string
  /** ID of the request's session: its `sid`, or the browser session's ID if no client is involved. */
  sid?: string
  /** The event, for the audit log and statistics. */
  event?: AuditEventName
  /** The sign-in page that was shown, for statistics. Not set if the page is shown again with a validation issue. */
  shown?: 'page' | 'second-step' | 'consent'
  /** A password attempt: the account, the attempt's key in the audit log, and the number of attempts so far. */
  attempt?: {
    readonly user?: string
    readonly key: string
    readonly count: number
    /** Number of attempts that a limit refused, without checking their password. */
    readonly past?: number
    /** Earliest time for the next attempt, in milliseconds since the epoch. */
    readonly waitUntil?: number
  }
  /** Why a sign-in failed, without any user input. */
  failure?: FailureReason
  /** The exceeded rate limit, for the log: the endpoint, and the IP address, network, or client that exceeded it. */
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
