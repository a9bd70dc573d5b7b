/** Fixtures of sign-out notices: by client, of one client, and one with its tries. */
import { DeliveryGroups } from '../../../lib/apps/admin/operations/deliveries-view.tsx'
import { ClientDeliveries } from '../../../lib/apps/admin/operations/delivery-list-view.tsx'
import { DeliveryPage } from '../../../lib/apps/admin/operations/delivery-view.tsx'
import { FRAME as frame, HOSTILE, operations } from './fixture.ts'

const { page, states } = operations

const viewer = { ...frame, mayChange: false }
const form = { action: '/admin/x', hidden: { csrf: 'token-1' } }
const at = new Date('2026-11-21T13:40:00Z')
const before = (seconds: number): Date => new Date(at.getTime() - seconds * 1000)
const wiki = { name: 'Wiki', title: 'wiki', href: '/admin/clients/wiki/overview' }
const group = { clientId: 'wiki', app: wiki, since: before(7200), reachable: true }
const dns = 'Host wiki.acme.example not found'
const failedTries = {
  tries: [71, 70, 60, 0].map((ago) => ({ at: before(ago), ok: false, text: dns, ms: 3 })),
  count: 12,
}
const row = { id: 'd1', href: '/admin/deliveries/d1', createdAt: at, failed: false }
const targets = { retry: form, test: form }

export const DELIVERY_FIXTURES = [
  ...states({ text: '', outcome: 'all', ...targets, rows: [] })(DeliveryGroups, {
    'deliveries-first': { text: HOSTILE, first: 50 },
    deliveries: {
      nextHref: '/admin/deliveries?before=1',
      rows: [
        { ...group, outcome: 'failed', count: 9, reason: dns },
        { ...group, outcome: 'failed', count: 1, app: { name: HOSTILE }, reason: 'Status 500', reachable: false },
        { ...group, outcome: 'waiting', count: 2 },
        { ...group, outcome: 'delivered', count: 1240, reason: 'The app responded with 204' },
        { ...group, outcome: 'dropped', count: 1, reason: 'The client is disabled' },
      ],
    },
    'deliveries-viewer': {
      frame: viewer,
      text: HOSTILE,
      outcome: 'failed',
      previousHref: '/admin/deliveries',
      rows: [{ ...group, outcome: 'failed', count: 9, reason: dns }],
    },
    'deliveries-empty': { frame: viewer },
    'deliveries-none': { text: HOSTILE, outcome: 'failed' },
    'deliveries-not-yet': { outcome: 'waiting', nextHref: '/admin/deliveries?before=1' },
  }),
  page('deliveries-client', ClientDeliveries, {
    frame: { ...frame, flash: { tone: 'danger', text: 'Test failed. The app responded with 500.' } },
    clientId: 'wiki',
    app: wiki,
    outcome: 'all',
    ...targets,
    reachable: true,
    previousHref: '/admin/deliveries?client=wiki',
    nextHref: '/admin/deliveries?client=wiki&before=1',
    rows: [
      { ...row, who: { name: 'Ines Kim' }, state: 'failed', failed: true, tries: failedTries, answer: dns },
      {
        ...row,
        who: { name: HOSTILE },
        state: 'due',
        failed: true,
        tries: { ...failedTries, count: 4, nextAt: new Date('2026-11-21T14:05:00Z') },
        answer: dns,
      },
      {
        ...row,
        state: 'delivered',
        tries: { tries: [{ at, ok: true, text: 'The app responded with 204', ms: 12 }], count: 1 },
        answer: 'The app responded with 204',
      },
      { ...row, who: { name: 'Uwe Rossi' }, state: 'held', tries: { tries: [], count: 0 } },
    ],
  }),
  page('deliveries-client-none', ClientDeliveries, {
    frame: viewer,
    clientId: HOSTILE,
    app: { name: HOSTILE },
    outcome: 'failed',
    ...targets,
    reachable: false,
    rows: [],
  }),
  page('delivery', DeliveryPage, {
    app: wiki,
    listHref: '/admin/deliveries?client=wiki',
    who: { name: 'Ines Kim' },
    state: 'due',
    uri: 'https://wiki.acme.example/backchannel',
    createdAt: at,
    tries: { ...failedTries, nextAt: new Date('2026-11-21T14:05:00Z') },
    claims: { issuer: 'https://id.acme.example', audience: 'wiki', subject: 'u-ines', sid: 's-1' },
    retry: form,
  }),
  page('delivery-test', DeliveryPage, {
    frame: viewer,
    app: { name: HOSTILE },
    listHref: '/admin/deliveries?client=x',
    state: 'leased',
    uri: HOSTILE,
    createdAt: at,
    tries: { tries: [], count: 0 },
    claims: { issuer: 'https://id.acme.example', audience: HOSTILE, subject: 'test-1', sid: 'test-1' },
  }),
]
