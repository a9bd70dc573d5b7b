/** A line that is not parsed cannot be found: the text may exclude only what the parsed entry excludes. */
import { type AuditFilter, isOfWantedKind, matches, textFilter } from '../../../lib/domain/audit/audit-filter.ts'
import { AUDIT_KINDS } from '../../../lib/domain/audit/audit-kinds.ts'
import { AUDIT_EVENTS, type AuditEvent, type AuditEventName } from '../../../lib/domain/audit/events.ts'
import { writeRecord } from '../../../lib/domain/stored-record.ts'

const WHO: readonly Partial<AuditEvent>[] = [
  {},
  { user: 'u-1' },
  { user: 'u-1', actor: 'u-1', client: 'app' },
  { user: 'u-1', actor: 'u-"2"', client: 'app' },
  { actor: 'cli:root', requestId: 'request-1', ref: 'account_suspended', address: '192.0.2.7' },
]
const EVENTS = (Object.keys(AUDIT_EVENTS) as AuditEventName[]).flatMap((event) =>
  (['ok', 'refused'] as const).flatMap((result) => WHO.map((who): AuditEvent => ({ event, result, ...who }))),
)
const FILTERS: readonly AuditFilter[] = [
  ...AUDIT_KINDS.map((kind) => ({ kind })),
  ...AUDIT_KINDS.map((kind) => ({ kind, user: 'u-"2"' })),
  { group: 'account' },
  { result: 'refused', client: 'app' },
  { requestId: 'request-1', ref: 'account_suspended' },
  { about: { users: ['u-1'], clients: [], requests: [], address: '192.0.2.' } },
]

it.each(FILTERS)('%j loses no entry by its text', (filter) => {
  const mayMatch = textFilter(filter)
  const wanted = EVENTS.filter((event) => matches({ ...event, at: 1 }, filter) && isOfWantedKind(event, filter))
  expect(wanted.length).toBeGreaterThan(0)
  expect(wanted.filter((event) => !mayMatch(writeRecord(event)))).toEqual([])
})

it('of a trail of sign-ins, none is parsed for the changes among them', () => {
  const text = writeRecord({ event: 'sign-in.succeeded', result: 'ok', user: 'u-1', client: 'app' })
  expect(AUDIT_KINDS.filter((kind) => !textFilter({ kind })(text))).toEqual(['changes'])
})

it('a refusal that cannot be read is among the failures', () =>
  expect(textFilter({ kind: 'failures' })('{"event":')).toBe(true))
