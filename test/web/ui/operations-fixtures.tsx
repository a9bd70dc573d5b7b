/** Fixtures of the panel's pages for operators, in every state. */

import { Health } from '../../../lib/apps/admin/operations/health-view.tsx'
import { KeyList, KeyRotate } from '../../../lib/apps/admin/operations/keys-view.tsx'
import { SessionEnd } from '../../../lib/apps/admin/operations/session-end-view.tsx'
import { SessionList } from '../../../lib/apps/admin/operations/sessions-view.tsx'
import { Settings, settingsGroups } from '../../../lib/apps/admin/operations/settings-view.tsx'
import type { AdminFrame } from '../../../lib/apps/admin/shell/frame-view.tsx'
import { PanelRefused } from '../../../lib/apps/admin/shell/refused-view.tsx'
import { LIFETIMES } from '../../../policies/lifetimes.ts'
import { DELIVERY_FIXTURES } from './delivery-fixtures.tsx'
import { FRAME as frame, HOSTILE } from './fixture.ts'
import { operationsPage } from './panel-frame.tsx'

const at = new Date('2026-11-21T14:00:00Z')
const later = new Date('2026-11-21T15:30:00Z')
const day = (days: number): Date => new Date(at.getTime() + days * 86_400_000)
const moment = (days: number, planned = false) => ({ at: day(days), planned })
const form = { action: '/admin/x', hidden: { csrf: 'token-1' } }

const viewer: AdminFrame = { ...frame, mayChange: false, news: { tone: 'ok', text: 'The session has ended.' } }

const tabs = (['changed', ...settingsGroups] as const).map((name) => ({ name, href: `/admin/settings?group=${name}` }))

const node = {
  version: '0.1.0',
  startedAt: at,
  isThis: false,
  differs: [],
  hasOtherVersion: false,
  hasWrongClock: false,
}

export const OPERATIONS_FIXTURES = [
  operationsPage('refused-viewer', PanelRefused, {
    frame: { ...frame, mayChange: false },
    reason: 'viewer',
    body: {
      error: 'access_denied',
      error_description: 'the person may not use this client',
      request_id: 'r1',
      error_ref: 'access_rule',
    },
  }),
  operationsPage('refused-missing', PanelRefused, {
    frame,
    reason: 'missing',
    body: { error: 'not_found', error_description: HOSTILE, request_id: 'r1' },
  }),
  ...DELIVERY_FIXTURES,
  operationsPage('sessions', SessionList, {
    frame,
    endHref: '/admin/sessions/end?user=ana',
    text: '',
    of: { subject: 'u-ana', name: 'Ana Souza' },
    order: 'account',
    previousHref: '/admin/sessions',
    nextHref: '/admin/sessions?after=x',
    rows: [
      {
        uid: 'a',
        subject: 'u-ana',
        who: { name: 'Ana Souza', title: 'ana' },
        device: 'Firefox · Linux',
        address: '192.0.2.7',
        startedAt: at,
        seenAt: later,
        apps: [{ name: 'Billing' }, { name: HOSTILE }],
      },
    ],
  }),
  operationsPage('sessions-viewer', SessionList, {
    frame: viewer,
    endHref: '/admin/sessions/end',
    text: '',
    order: 'last-seen',
    rows: [
      {
        uid: 'a',
        subject: 'u-ana',
        who: { name: 'Ana Souza' },
        device: '–',
        address: '::1',
        startedAt: at,
        seenAt: later,
        apps: [],
      },
    ],
  }),
  operationsPage('sessions-empty', SessionList, {
    frame,
    endHref: '/admin/sessions/end',
    text: HOSTILE,
    order: 'last-seen',
    rows: [],
  }),
  operationsPage('sessions-none-yet', SessionList, {
    frame,
    endHref: '/admin/sessions/end',
    text: '',
    order: 'account',
    rows: [],
    nextHref: '/admin/sessions?after=x',
  }),
  operationsPage('session-end', SessionEnd, {
    frame,
    form,
    user: 'Ana Souza',
    scope: 'session',
    devices: [{ device: 'Firefox · Linux', address: '192.0.2.7' }],
    told: ['Billing', HOSTILE],
    untold: ['Wiki'],
    backHref: '/admin/sessions?user=ana',
  }),
  operationsPage('session-end-everywhere', SessionEnd, {
    frame,
    form,
    user: HOSTILE,
    scope: 'everywhere',
    devices: [
      { device: 'Firefox · Linux', address: '192.0.2.7' },
      { device: '–', address: '2001:db8::1' },
    ],
    told: [],
    untold: [],
    backHref: '/admin/sessions',
  }),
  operationsPage('keys', KeyList, {
    frame,
    jwksHref: 'https://sso.example.com/jwks',
    rotatable: true,
    rows: [
      { kid: 'k3', state: 'next', publishedAt: at, from: moment(80, true) },
      {
        kid: 'k2',
        state: 'current',
        publishedAt: day(-11),
        from: moment(-10),
        until: moment(80, true),
        ends: moment(80.1, true),
      },
      {
        kid: 'k1',
        state: 'previous',
        publishedAt: day(-101),
        from: moment(-100),
        until: moment(-10),
        ends: moment(-9.9),
      },
    ],
  }),
  operationsPage('keys-overdue', KeyList, {
    frame: viewer,
    jwksHref: 'https://sso.example.com/jwks',
    rotatable: true,
    rows: [
      {
        kid: 'k2',
        state: 'current',
        publishedAt: day(-99),
        from: moment(-98),
        until: moment(-8, true),
        ends: moment(-7.9, true),
      },
    ],
  }),
  operationsPage('keys-external', KeyList, {
    frame,
    jwksHref: 'https://sso.example.com/jwks',
    rotatable: false,
    rows: [{ kid: 'hsm', state: 'current', publishedAt: at }],
  }),
  operationsPage('keys-rotate', KeyRotate, { frame, form }),
  operationsPage('settings', Settings, {
    frame,
    text: '',
    tab: 'changed',
    tabs,
    changed: 2,
    healthHref: '/admin/health',
    rows: [
      {
        path: 'baseUrl',
        group: 'addresses',
        description: 'Address of the service',
        value: { text: 'https://sso.example.com', code: true },
        changed: true,
        source: 'env',
        origin: 'BASE_URL',
      },
      {
        path: 'secret',
        group: 'keys',
        description: 'Root secret',
        value: { text: 'Hidden' },
        changed: true,
        source: 'file',
        origin: '/etc/portico.json',
      },
    ],
  }),
  operationsPage('settings-tokens', Settings, {
    frame: viewer,
    text: '',
    tab: 'tokens',
    tabs,
    changed: 0,
    healthHref: '/admin/health',
    lifetimes: LIFETIMES,
    rows: [
      {
        path: 'lifetimes.accessToken',
        group: 'tokens',
        description: 'Access token, in seconds.',
        value: { text: '30 minutes' },
        usual: { text: '15 minutes' },
        changed: true,
        source: 'code',
      },
      {
        path: 'login.throttle.account',
        group: 'limits',
        description: 'Failed tries for one account from anywhere.',
        value: { text: '20 tries in 15 minutes' },
        changed: false,
        source: 'default',
      },
      { path: 'theme.logo', group: 'appearance', description: 'Logo', changed: false, source: 'default' },
    ],
  }),
  operationsPage('settings-connectors', Settings, {
    frame,
    text: '',
    tab: 'signIn',
    tabs,
    changed: 1,
    healthHref: '/admin/health',
    rows: [
      {
        path: 'login.upstreams',
        group: 'signIn',
        description: 'OpenID providers that users come from.',
        value: { text: '1 entry' },
        changed: true,
        source: 'file',
        origin: '/etc/portico.json',
      },
    ],
    connectors: [
      {
        id: 'company',
        name: HOSTILE,
        redirectUri: 'https://sso.example.com/upstream/company/callback',
        backchannelLogoutUri: 'https://sso.example.com/upstream/company/backchannel-logout',
        signedOutUri: 'https://sso.example.com/upstream/company/signed-out',
        rows: [
          { path: 'client_secret', description: 'Client secret.', value: { text: 'Hidden' } },
          { path: 'claims', description: 'Claims.', value: { text: '{"name":"display_name"}', code: true } },
          { path: 'secondFactor', description: 'What counts as two factors.' },
        ],
      },
    ],
  }),
  operationsPage('settings-none', Settings, {
    frame,
    text: HOSTILE,
    tab: 'changed',
    tabs,
    changed: 2,
    healthHref: '/admin/health',
    rows: [],
  }),
  operationsPage('health', Health, {
    frame,
    store: { name: 'redis (cluster)', latencyMs: 1.4 },
    clock: { verdict: 'in-step', seconds: 0, tolerance: 5 },
    signingKey: { since: at, until: later },
    trail: { state: 'verified', at, entries: 4657 },
    newestEntry: 4660,
    nodes: [
      { ...node, name: 'sso-1', isThis: true },
      { ...node, name: 'sso-2' },
      { ...node, name: HOSTILE, differs: ['clients', 'lifetimes'], hasOtherVersion: true, hasWrongClock: true },
    ],
    version: '0.1.0',
    node: 'v24.0.0',
    startedAt: at,
  }),
  operationsPage('health-ill', Health, {
    frame: viewer,
    store: { name: 'embedded (file)' },
    clock: { verdict: 'behind', seconds: 3_600, tolerance: 5 },
    trail: { state: 'broken', at, seq: 12 },
    nodes: [],
    version: 'unknown',
    node: 'v24.0.0',
    startedAt: at,
  }),
  operationsPage('health-new', Health, {
    frame: viewer,
    store: { name: 'embedded (memory)', latencyMs: 0.1 },
    signingKey: {},
    trail: { state: 'verifying' },
    nodes: [],
    version: '0.1.0',
    node: 'v24.0.0',
    startedAt: at,
  }),
]
