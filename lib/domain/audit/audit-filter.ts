import { sessionOfSid } from '../sessions/sid.ts'
import type { AuditEvent, AuditEventName } from './events.ts'

export interface AuditFilter {
  /** The part of an event's name before the dot. */
  readonly group?: string
  readonly result?: 'ok' | 'refused'
  readonly client?: string
  readonly user?: string
  readonly requestId?: string
  /** Of a client in a browser session, including entries of the session as a whole; or a browser session, with all its clients. */
  readonly sid?: string
  /** Milliseconds since the epoch; both ends count. */
  readonly since?: number
  readonly until?: number
}

/** Most lines do not match: a line whose text does not contain the wanted words need not be parsed. */
export function textFilter({ client, user, requestId, sid, group, result }: AuditFilter): (text: string) => boolean {
  const words = [
    ...[client, user, requestId, result].filter((word) => word !== undefined).map((word) => JSON.stringify(word)),
    ...(group === undefined ? [] : [`"event":"${group}.`]),
    ...(sid === undefined ? [] : [JSON.stringify({ sid: browserSessionOf(sid) }).slice(1, -2)]),
  ]
  return (text) => words.every((word) => text.includes(word))
}

export function matches(entry: AuditEvent & { readonly at: number }, filter: AuditFilter): boolean {
  return (
    (filter.group === undefined || groupOf(entry.event) === filter.group) &&
    (filter.result === undefined || entry.result === filter.result) &&
    (filter.client === undefined || entry.client === filter.client) &&
    (filter.user === undefined || entry.user === filter.user || entry.actor === filter.user) &&
    (filter.requestId === undefined || entry.requestId === filter.requestId) &&
    (filter.sid === undefined || isOfSession(entry.sid, filter.sid)) &&
    (filter.since === undefined || entry.at >= filter.since) &&
    (filter.until === undefined || entry.at <= filter.until)
  )
}

export function groupOf(event: AuditEventName): string {
  return event.slice(0, event.indexOf('.'))
}

function isOfSession(sid: string | undefined, wanted: string): boolean {
  if (sid === undefined) return false
  // Entries of the browser session as a whole belong to each of its clients; those of another client do not.
  return sid === wanted || sid === browserSessionOf(wanted) || browserSessionOf(sid) === wanted
}

const browserSessionOf = (sid: string): string => (sid.includes('.') ? sessionOfSid(sid) : sid)
