import { sessionOfSid } from '../sessions/sid.ts'
import { type AuditKind, groupOf, isOfKind } from './audit-kinds.ts'
import type { AuditEvent } from './events.ts'

/** Matches entries about any of the listed users, clients, requests, or IP addresses. */
export interface AuditSubjects {
  readonly users: readonly string[]
  readonly clients: readonly string[]
  readonly requests: readonly string[]
  /** A full IP address, or a prefix that ends in a dot or colon. */
  readonly address?: string | undefined
}

export interface AuditFilter {
  readonly kind?: AuditKind
  /** The part of the event name before the dot. */
  readonly group?: string
  readonly result?: 'ok' | 'refused'
  readonly client?: string
  readonly user?: string
  readonly requestId?: string
  /** Stable reference for the cause of a refusal. */
  readonly ref?: string
  readonly about?: AuditSubjects
  /**
   * Session ID. The ID of a client session also matches entries about its browser session. The ID of a browser session
   * also matches entries about all of its client sessions.
   */
  readonly sid?: string
  /** Whether a client's requests that were denied for the same cause on the same day are one entry with a count. */
  readonly combined?: boolean
  /** Milliseconds since the epoch, inclusive. */
  readonly since?: number
  readonly until?: number
}

/** Entries about changes always contain these strings, so lines without them are skipped without being parsed. */
const CHANGED = ['"result":"ok"', '"actor":']

/** A quick check of a line's text, so that most lines that do not match the filter are never parsed. */
export function textFilter(filter: AuditFilter): (text: string) => boolean {
  const { client, user, requestId, ref, sid, group, result, about, kind } = filter
  const words = [
    ...(kind === 'changes' ? CHANGED : []),
    ...[client, user, requestId, ref, result].filter((word) => word !== undefined).map((word) => JSON.stringify(word)),
    ...(group === undefined ? [] : [`"event":"${group}.`]),
    ...(sid === undefined ? [] : [JSON.stringify({ sid: browserSessionOf(sid) }).slice(1, -2)]),
  ]
  const some = about === undefined ? undefined : wordsOf(about)
  return (text) =>
    words.every((word) => text.includes(word)) && (some === undefined || some.some((word) => text.includes(word)))
}

const wordsOf = ({ users, clients, requests, address }: AuditSubjects): readonly string[] => [
  ...[...users, ...clients, ...requests].map((word) => JSON.stringify(word)),
  ...(address === undefined ? [] : [`"address":"${address}`]),
]

/** Fields whose values in the entry and the filter must be equal. */
const SAME = ['result', 'client', 'requestId', 'ref'] as const

/** Whether an entry matches the filter, ignoring the filter's kind. */
export function matches(entry: AuditEvent & { readonly at: number }, filter: AuditFilter): boolean {
  return (
    (filter.group === undefined || groupOf(entry.event) === filter.group) &&
    SAME.every((name) => filter[name] === undefined || entry[name] === filter[name]) &&
    (filter.user === undefined || entry.user === filter.user || entry.actor === filter.user) &&
    (filter.about === undefined || isAbout(entry, filter.about)) &&
    (filter.sid === undefined || isOfSession(entry.sid, filter.sid)) &&
    (filter.since === undefined || entry.at >= filter.since) &&
    (filter.until === undefined || entry.at <= filter.until)
  )
}

export const isOfWantedKind = (entry: AuditEvent, { kind }: AuditFilter): boolean =>
  kind === undefined || isOfKind(entry, kind)

function isAbout({ user, actor, client, requestId, address }: AuditEvent, about: AuditSubjects): boolean {
  const { users, clients, requests } = about
  return (
    [user, actor].some((sub) => sub !== undefined && users.includes(sub)) ||
    (client !== undefined && clients.includes(client)) ||
    (requestId !== undefined && requests.includes(requestId)) ||
    (about.address !== undefined && address !== undefined && isFrom(address, about.address))
  )
}

const isFrom = (address: string, wanted: string): boolean =>
  /[.:]$/.test(wanted) ? address.startsWith(wanted) : address === wanted

function isOfSession(sid: string | undefined, wanted: string): boolean {
  if (sid === undefined) return false
  // A client's view includes entries about the whole browser session, but not those about its other clients.
  return sid === wanted || sid === browserSessionOf(wanted) || browserSessionOf(sid) === wanted
}

const browserSessionOf = (sid: string): string => (sid.includes('.') ? sessionOfSid(sid) : sid)
