import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { recordedText } from '../../../policies/foreign-text.ts'
import { parameterDuplicated, parameterMalformed } from '../../../policies/parameters.ts'
import type { Deny } from '../../../policies/verdict.ts'
import type { AuditEventName, FailureReason } from '../../domain/audit/events.ts'
import type { TraceStep } from '../../domain/audit/explanations.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import { DenialError } from '../../domain/denial-error.ts'
import type { SignInMethod } from '../../ports/measurements.ts'
import type { Route } from './route.ts'

/** What one request checked and found. */
export interface Trace {
  readonly steps: TraceStep[]
  /** Fields that the panel shows separately: two URIs to compare, an expiry. */
  readonly facts: Record<string, string | number | boolean>
}

export function newTrace(): Trace {
  return { steps: [], facts: {} }
}

/** Records a step of the decision. */
export function note(trace: Trace, step: string, found: string): void {
  trace.steps.push({ step, found: recordedText(found) })
}

/** A denial with headers for its answer, such as `WWW-Authenticate`. */
export class ProtocolError extends DenialError {
  override readonly name = 'ProtocolError'
  constructor(
    denial: Deny,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(denial)
  }
}

/** Throws the denial of a verdict. */
export function assertAllowed(
  verdict: { readonly allowed: true } | Deny,
  headers?: Readonly<Record<string, string>>,
): asserts verdict is { readonly allowed: true } {
  if (!verdict.allowed) throw new ProtocolError(verdict, headers)
}

/** Parameters with all their values, as sent. A Map, so that no name can touch a prototype. */
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

/** The names of the parameters whose percent encoding is broken or not UTF-8 (D-G6), which URL parsers tolerate and guess. */
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

/** The parameters of a query, each once, or `invalid_request` (D-G6). */
export function queryParameters(query: string): ReadonlyMap<string, string> {
  for (const name of misencodedParameters(query)) throw new ProtocolError(parameterMalformed(name))
  return singleParameters(parseParameters(query))
}

/** Every parameter once, or `invalid_request` (D-G6). */
export function singleParameters(parameters: Parameters): ReadonlyMap<string, string> {
  const single = new Map<string, string>()
  for (const [name, values] of parameters) {
    if (values.length > 1) throw new ProtocolError(parameterDuplicated(name))
    single.set(name, values[0] ?? '')
  }
  return single
}

export type Deliver = (body: string | Buffer | Readable) => void

/** One request and its answer, as every handler sees it. */
export interface RequestContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** Takes the body where the host ends its answers itself; status and headers stand on the response by then. */
  readonly deliver?: Deliver
  /** The answer is complete, though perhaps not sent yet. */
  answered?: true
  readonly requestId: string
  /** The id that the service made: `requestId` may be that of a trusted proxy. */
  readonly ownId: string
  /** The client's address, as far as proxies are trusted. */
  readonly address: string
  readonly route: Route
  /** Path as the browser sent it, without query. */
  readonly fullPath: string
  /** Path below the mount, without query. */
  readonly path: string
  /** What follows a prefix route's path, without the leading slash, or stands in the place of `{id}`; empty for exact routes. */
  readonly rest: string
  /** The raw query, without the question mark. */
  readonly query: string
  /** The parameters of a protocol request, once they were read: a refusal says what was received. */
  sent?: Parameters
  /** What was checked and found, for the log, the audit trail and `portico explain`. */
  readonly trace: Trace
  /** Nothing of it is counted or stored: it came to a page of the host or to a gated app, or is an answer that nobody here asked for. */
  unrecorded?: true
  /** Pattern of the page of panel or portal that answers, below the app: `/users/:sub`. */
  pattern?: string
  /** Called as an API, whatever `Accept` says: an error is JSON. */
  api?: true
  /** The page of the sign-in that this is a step of: where an error leads back to. */
  backHref?: string
  /** The client, once it is known: CORS and the log need it also when the request is refused. */
  client?: Client
  /** The client has proved who it is. */
  authenticated?: true
  /** The subject, once it is known. */
  subject?: string
  /** The session in question, once it is known: a `sid`, or the browser session where no client is involved. */
  sid?: string
  /** What happened, for the audit trail and the statistics. */
  event?: AuditEventName
  /** The page of a sign-in that was shown, for the statistics: not again after a fault. */
  shown?: 'page' | 'second-step' | 'consent'
  /** A password that was tried: the account that was meant, and how the try is counted. */
  attempt?: {
    readonly user?: string
    readonly key: string
    readonly count: number
    /** Until when the next must wait, in milliseconds since the epoch. */
    readonly waitUntil?: number
  }
  /** Why a sign-in failed; nothing of what was typed. */
  failure?: FailureReason
  /** The rate limit that was exceeded, for the log: of which endpoint, and of which address, network or client. */
  exceeded?: {
    readonly bucket: string
    readonly counted: string
    readonly limit: number
    readonly window_seconds: number
  }
  /** How somebody signed in or tried to, where `event` is about a sign-in. */
  method?: SignInMethod
  /** The denial, once it was refused. */
  refusal?: Deny
}

export type Handler = (context: RequestContext) => Promise<void> | void
