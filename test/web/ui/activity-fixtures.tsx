/** Fixtures of the activity in the panel, in every state. */
import type { ActivityFilterProps } from '../../../lib/apps/admin/operations/activity-filter-view.tsx'
import { Activity, type ActivityProps } from '../../../lib/apps/admin/operations/activity-view.tsx'
import type { ActivityRow } from '../../../lib/apps/admin/shell/activity-row-view.tsx'
import { FRAME as frame, HOSTILE, operations } from './fixture.ts'

const { states } = operations

const at = new Date('2026-11-21T14:00:00Z')
const earlier = new Date('2026-11-20T16:20:00Z')
const longAgo = new Date('2025-11-20T16:20:00Z')

const href = '/admin/activity/3'
const entry = { at, entryHref: href, href, count: 1, address: '10.20.9.3' } as const
const ines = { name: 'Ines Kim', title: 'ines.kim', href: '/admin/users/u-ines' }
const mira = { name: 'Mira Lindqvist', title: 'mira', href: '/admin/users/u-mira' }
const billing = { name: 'Billing', title: 'billing', href: '/admin/clients/billing/overview' }
const rows: readonly ActivityRow[] = [
  { ...entry, event: 'sign-in.failed', tone: 'danger', because: 'wrong password', who: ines, app: billing, count: 4 },
  {
    ...entry,
    event: 'sign-in.succeeded',
    tone: 'ok',
    who: ines,
    app: billing,
    followed: { events: ['code.issued', 'token.issued'], href: '/admin/activity?sid=s.a' },
  },
  {
    ...entry,
    event: 'request.refused',
    tone: 'danger',
    because: 'The return address is not registered',
    app: { name: HOSTILE },
    address: '2001:db8:85a3::8a2e:370:7334',
    href: '/admin/explain/k7m2-9qxd-4htn',
  },
  { ...entry, at: earlier, event: 'client.secret-rotated', tone: 'info', who: mira, app: billing },
  { ...entry, at: earlier, event: 'account.roles-changed', tone: 'info', about: HOSTILE, who: mira },
  { ...entry, at: longAgo, event: 'audit.gap', tone: 'danger', address: undefined },
  { ...entry, at: longAgo, event: 'key.rotation-asked', tone: 'info', who: { name: 'command line' } },
]

const filter: ActivityFilterProps = {
  path: '/admin/activity',
  text: '',
  kinds: (['story', 'sign-ins', 'failures', 'changes', 'tokens'] as const).map((kind) => ({
    kind,
    href: `/admin/activity?kind=${kind}`,
    current: kind === 'story',
  })),
  period: '7d',
  periods: (['today', '24h', '7d', '30d', 'all', 'choose'] as const).map((period) => ({
    period,
    href: `/admin/activity?period=${period}`,
  })),
  days: { since: '', until: '' },
  wrong: [],
  hidden: { kind: undefined, period: '7d' },
  daysHidden: { period: 'choose' },
  clearHref: '/admin/activity',
  narrowed: [],
}
const base: Omit<ActivityProps, 'frame'> = {
  rows,
  filter,
  trail: { state: 'verified', at: at.getTime(), entries: 4_657 },
  anyTimeHref: '/admin/activity?period=all',
  exports: { count: 212, counted: 'all', csv: '/admin/activity/export?format=csv', lines: '/admin/activity/export' },
}

export const ACTIVITY_FIXTURES = [
  ...states(base)(Activity, {
    activity: { filter: { ...filter, failures: '29' }, nextHref: '/admin/activity?before=1.1' },
    'activity-broken': {
      frame: { ...frame, mayChange: false },
      trail: { state: 'broken', at: earlier.getTime(), seq: 1_700 },
      previousHref: '/admin/activity',
    },
    'activity-narrowed': {
      trail: { state: 'verifying' },
      filter: {
        ...filter,
        text: HOSTILE,
        period: 'choose',
        days: { since: '2026-11-01', until: '' },
        narrowed: [
          { name: 'client', text: HOSTILE, href: '/admin/activity' },
          { name: 'request_id', text: 'k7m2-9qxd-4htn', href: '/admin/activity' },
        ],
        named: {
          shown: [
            { kind: 'user', name: 'Uwe Rossi', href: '/admin/activity?user=u-1' },
            { kind: 'client', name: HOSTILE, href: '/admin/activity?client=rossi' },
          ],
          more: 13,
        },
      },
    },
    'activity-not-yet': { rows: [], filter: { ...filter, text: HOSTILE }, nextHref: '/admin/activity?before=1.1' },
    'activity-no-day': {
      rows: [],
      filter: { ...filter, period: 'choose', days: { since: HOSTILE, until: '2026-13-45' }, wrong: ['since', 'until'] },
    },
    'activity-nothing': { rows: [] },
    'activity-no-match': { rows: [], filter: { ...filter, text: HOSTILE }, noMatch: true },
    'activity-empty': {
      rows: [],
      filter: { ...filter, period: 'all' },
      anyTimeHref: undefined,
      trail: { state: 'verified', at: at.getTime(), entries: 0 },
    },
  }),
]
