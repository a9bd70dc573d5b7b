/** The panel's first page, in every state. */
import { Overview, type OverviewProps } from '../../../lib/apps/admin/operations/overview-view.tsx'
import { finding } from '../../../policies/findings.ts'
import { states } from './client-fixtures.tsx'
import { type Fixture, FRAME, HOSTILE, NOW, VIEWER_FRAME } from './fixture.ts'

const days = Array.from({ length: 14 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 10, 8 + index)).toISOString().slice(0, 10),
  signIns: 40 + ((index * 37) % 60),
  failedSignIns: index % 5 === 3 ? 9 : 1,
}))
const trend = Array.from({ length: 30 }, (_, day) => (day * 7) % 19)
const reason = { ref: 'redirect_uri_mismatch', count: 18 }

const busy: Omit<OverviewProps, 'frame'> = {
  countedAt: NOW,
  emails: { since: NOW, answer: HOSTILE, waiting: 3 },
  incidents: [
    {
      kind: 'failing',
      clientId: 'crm',
      name: HOSTILE,
      ...reason,
      since: '2026-11-19',
      fixHref: '/admin/clients/crm/settings',
      whyHref: '/admin/explain/k7m2-9qxd-4htn',
    },
    {
      kind: 'silent',
      clientId: 'wiki',
      name: 'Company Wiki',
      last: '2026-11-18',
      fixHref: '/admin/clients/wiki/overview',
      whyHref: '/admin/clients/wiki/overview',
    },
  ],
  signIns: { today: 57, lastWeek: 51 },
  failedSignIns: { today: 3, lastWeek: 9 },
  people: { count: 200, counted: 'at-least' },
  failedDeliveries: { count: 7, counted: 'all' },
  days,
  hours: Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => (day > 4 || hour < 6 || hour > 18 ? 0 : (day + hour * 3) % 11)),
  ),
  apps: [
    { clientId: 'crm', name: HOSTILE, started: 18, completed: 0, error: reason, days: trend },
    { clientId: 'billing', name: 'Billing', started: 262, completed: 254, days: trend },
    { clientId: 'odd', name: 'Odd', started: 0, completed: 0, error: { ref: 'of_tomorrow', count: 1 }, days: [] },
  ],
  attention: {
    service: [
      { about: 'service', reason: 'key-overdue' },
      { about: 'service', reason: 'store-forgets' },
      { about: 'clock', verdict: 'ahead', seconds: 12, tolerance: 5 },
      { about: 'finding', ...finding('redis-eviction', 'maxmemory-policy is allkeys-lru') },
      { about: 'nodes', reason: 'configuration-drift', what: ['clients', 'lifetimes'] },
      { about: 'nodes', reason: 'version-drift', what: ['0.1.0', '0.2.0'] },
      { about: 'nodes', reason: 'node-clock', what: [HOSTILE] },
      ...(['failing', 'secret-expired', 'secret-expires', 'groups-left-out'] as const).map((reason) => ({
        about: 'connector' as const,
        reason,
        id: 'company',
        name: HOSTILE,
        count: 3,
        ref: 'upstream_unavailable',
        expires: NOW,
      })),
      { about: 'client', clientId: 'billing', name: 'Billing', count: 9, counted: 'at-least' },
    ],
    reasons: [
      { reason: 'secret-unused', count: 8 },
      { reason: 'secret-old', count: 1 },
      { reason: 'http-for-long', count: 2, dismissed: { by: HOSTILE, until: NOW } },
    ],
    form: { action: '/admin/attention', hidden: { csrf: 'token-1' } },
  },
  secondStep: { users: 300, mustSetUp: 86, any: 114, passkey: 60, authenticator: 72 },
}
const calm: Omit<OverviewProps, 'frame'> = {
  ...busy,
  incidents: [],
  emails: undefined,
  apps: busy.apps.slice(1),
  attention: { service: [], reasons: [] },
  signIns: { today: 0, lastWeek: 0 },
  failedSignIns: { today: 2, lastWeek: 0 },
  secondStep: undefined,
}
const fresh: Omit<OverviewProps, 'frame'> = {
  ...calm,
  countedAt: undefined,
  apps: [],
  days: days.map(({ day }) => ({ day, signIns: 0, failedSignIns: 0 })),
  hours: Array.from({ length: 7 }, () => []),
  people: { count: 1, counted: 'all' },
  failedDeliveries: { count: 0, counted: 'all' },
  failedSignIns: { today: 0, lastWeek: 0 },
}

export const OVERVIEW_FIXTURES: readonly Fixture[] = [
  ...states({})(Overview, {
    'first-page': { ...busy, frame: { ...FRAME, counts: { overview: { count: 2, label: '2 apps are broken' } } } },
    'first-page-quiet': { ...calm, frame: VIEWER_FRAME },
    'first-page-empty': fresh,
    'first-page-new': { ...fresh, attention: { service: busy.attention.service.slice(0, 2), reasons: [] } },
  }),
]
