/** Formats the lines of the security log, with Elastic Common Schema names where they exist (see README.md). */
import type { SecurityEvent } from '../../lib/ports/security-events.ts'
import categories from './event-categories.json' with { type: 'json' }

/** Schema version, which changes when a field is renamed or gets a different meaning, but not when one is added. */
const SCHEMA = 1
const ECS_VERSION = '8.17.0'
/** Maximum length of old and new values. If they are longer, only the field names and this fact are logged. */
const CHANGES_LENGTH = 2_000
const TOO_LONG = JSON.stringify({ '…': 'too long for this log' })

export interface LineOrigin {
  readonly version: string
  readonly node: string | undefined
}

/** Fields in addition to the ones that every line contains. */
export type LineFields = Readonly<Record<string, string | number | readonly string[] | undefined>>

const ROUTINE = 1
const NOTABLE = 2
const ALERT = 3

/** Events that need attention, regardless of who caused them. */
const ALERTS: ReadonlySet<string> = new Set(['token.replayed', 'account.secured', 'key.withdrawn', 'audit.gap'])

/** ECS `event.category` by the part of the event name before the dot. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = categories

/** @param times number of events that the line represents */
export function eventLine(event: SecurityEvent, times: number, origin: LineOrigin): string {
  const { event: name, actor, user, changes, count } = event
  const isRefused = event.result === 'refused'
  const isByOther = !isRefused && actor !== undefined && actor !== user
  return lineOf(event.at, origin, {
    'event.kind': ALERTS.has(name) ? 'alert' : 'event',
    'event.action': name,
    'event.category': CATEGORIES[name.slice(0, name.indexOf('.'))],
    'event.outcome': isRefused ? 'failure' : 'success',
    'event.severity': ALERTS.has(name) ? ALERT : isRefused || isByOther ? NOTABLE : ROUTINE,
    'event.reason': event.reason,
    'user.id': user,
    'client.id': event.client,
    'actor.id': actor,
    'source.ip': event.address,
    'session.id': event.sid,
    'http.request.id': event.requestId,
    'error.code': event.error,
    'error.ref': event.ref,
    'user_agent.name': event.device?.browser,
    'user_agent.os.name': event.device?.system,
    'portico.count': times === 1 ? undefined : times,
    'portico.total': count,
    ...(changes === undefined ? {} : changesIn(changes)),
  })
}

/** Makes field names searchable. Stores all values in one string, because separate fields would overload an index. */
function changesIn(changes: NonNullable<SecurityEvent['changes']>): LineFields {
  const values = JSON.stringify(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== 'changed')))
  return {
    'portico.changed': Object.keys(changes),
    'portico.changes': values === '{}' ? undefined : values.length > CHANGES_LENGTH ? TOO_LONG : values,
  }
}

/** A line about the log itself, such as the number of omitted events. */
export function noteLine(at: number, origin: LineOrigin, action: string, fields: LineFields): string {
  return lineOf(at, origin, {
    'event.kind': 'metric',
    'event.action': action,
    'event.category': ['process'],
    'event.severity': NOTABLE,
    ...fields,
  })
}

function lineOf(at: number, { version, node }: LineOrigin, fields: LineFields): string {
  return oneLine({
    '@timestamp': new Date(at).toISOString(),
    'ecs.version': ECS_VERSION,
    'portico.schema': SCHEMA,
    'service.name': 'portico',
    'service.version': version,
    'service.node.name': node,
    ...fields,
  })
}

/** One line of JSON. Also escapes characters that some readers treat as line breaks or control codes. */
const oneLine = (fields: LineFields): string =>
  `${JSON.stringify(fields).replace(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g, escaped)}\n`

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
