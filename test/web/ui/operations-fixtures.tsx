/** Fixtures of the panel's pages for operators, in every state. */
import { Appearance } from '../../../lib/apps/admin/operations/appearance-view.tsx'
import { Health } from '../../../lib/apps/admin/operations/health-view.tsx'
import { Inspect, type InspectedView } from '../../../lib/apps/admin/operations/inspect-view.tsx'
import { KeyList, KeyRotate, KeyWithdraw } from '../../../lib/apps/admin/operations/keys-view.tsx'
import { SessionEnd } from '../../../lib/apps/admin/operations/session-end-view.tsx'
import { SessionList } from '../../../lib/apps/admin/operations/sessions-view.tsx'
import { Settings, settingsGroups } from '../../../lib/apps/admin/operations/settings-view.tsx'
import type { AdminFrame } from '../../../lib/apps/admin/shell/frame-view.tsx'
import { PanelRefused } from '../../../lib/apps/admin/shell/refused-view.tsx'
import { LIFETIMES } from '../../../policies/lifetimes.ts'
import { DELIVERY_FIXTURES } from './delivery-fixtures.tsx'
import { FRAME as frame, HOSTILE, NO_ROLE, operations } from './fixture.ts'

const { page, states } = operations

const at = new Date('2026-11-21T14:00:00Z')
const later = new Date('2026-11-21T15:30:00Z')
const day = (days: number): Date => new Date(at.getTime() + days * 86_400_000)
const moment = (days: number, planned = false) => ({ at: day(days), planned })
const ending = (days: number, planned = false) => ({ until: moment(days, planned), ends: moment(days + 0.1, planned) })
const form = { action: '/admin/x', hidden: { csrf: 'token-1' } }

const viewer: AdminFrame = { ...frame, mayChange: false, flash: { tone: 'ok', text: 'The session has ended.' } }

const tabs = (['changed', ...settingsGroups] as const).map((name) => ({ name, href: `/admin/settings?group=${name}` }))

const session = {
  uid: 'a',
  subject: 'u-ana',
  who: { name: 'Ana Souza' },
  device: '–',
  address: '::1',
  startedAt: at,
  seenAt: later,
  apps: [],
}
const inspected: InspectedView = {
  kind: 'access',
  state: 'alive',
  scopes: ['openid', 'profile', 'invoices:read'],
  issuedAt: at,
  expiresAt: later,
  user: { name: 'Ana Souza', href: '/admin/users/u-ana' },
  app: { name: HOSTILE, href: '/admin/clients/billing' },
  activityHref: '/admin/activity?sid=a',
  key: { kid: 'k2', state: 'current' },
  end: undefined,
}
const node = {
  version: '0.1.0',
  startedAt: at,
  isThis: false,
  differs: [],
  hasOtherVersion: false,
  hasWrongClock: false,
}

const brand = {
  form,
  app: undefined,
  apps: [
    { id: 'billing', name: 'Billing' },
    { id: 'hostile', name: HOSTILE },
  ],
  look: { accent: '#7a2e8e', accentDark: '#e3a5f2', css: '' },
  derivesDark: true,
  contrast: { light: '8.1 : 1', dark: '9.0 : 1' },
  locked: [],
  fonts: ['Inter', 'Figtree'],
  issues: [],
  isDraft: false,
  published: undefined,
  choice: { sample: 'signIn', scheme: 'light', device: 'desktop', language: 'en' },
  languages: [
    { code: 'en', label: 'English' },
    { code: 'de', label: 'German' },
  ],
  previewHref: '/frame/quick',
} as const

export const OPERATIONS_FIXTURES = [
  ...states(brand)(Appearance, {
    appearance: {},
    'appearance-draft': {
      app: { id: 'hostile', name: HOSTILE },
      look: { ...brand.look, logo: '/logo.svg', background: '/logo.svg', layout: 'split', logoHasName: true },
      isDraft: true,
      published: { at, by: HOSTILE, canRestore: true },
      choice: { ...brand.choice, scheme: 'dark', device: 'phone' },
    },
    'appearance-wrong': {
      locked: ['layout', 'font'],
      look: { ...brand.look, css: `.sso-card { color: ${HOSTILE} }` },
      issues: [
        { field: 'logo', text: 'The SVG contains "script", which is not allowed.' },
        { field: 'css', text: 'Line 1, column 13: "color" is not in the list.' },
        { field: 'css', text: 'Line 2, column 8: "9rem" is not allowed. Allowed: <0…2rem>{1,2}' },
      ],
    },
  }),
  page('refused-viewer', PanelRefused, { frame: { ...frame, mayChange: false }, reason: 'viewer', body: NO_ROLE }),
  page('refused-missing', PanelRefused, {
    reason: 'missing',
    body: { error: 'not_found', error_description: HOSTILE, request_id: 'r1' },
  }),
  ...DELIVERY_FIXTURES,
  ...states({ endHref: '/admin/sessions/end', text: '', order: 'account', rows: [] })(SessionList, {
    'sessions-first': { text: HOSTILE, order: 'last-seen', first: 25 },
    sessions: {
      endHref: '/admin/sessions/end?user=ana',
      of: { subject: 'u-ana', name: 'Ana Souza' },
      previousHref: '/admin/sessions',
      nextHref: '/admin/sessions?after=x',
      rows: [
        {
          ...session,
          who: { name: 'Ana Souza', title: 'ana' },
          device: 'Firefox · Linux',
          address: '192.0.2.7',
          apps: [{ name: 'Billing' }, { name: HOSTILE }],
        },
      ],
    },
    'sessions-viewer': { frame: viewer, order: 'last-seen', rows: [session] },
    'sessions-empty': { text: HOSTILE, order: 'last-seen' },
    'sessions-none-yet': { nextHref: '/admin/sessions?after=x' },
  }),
  page('session-end', SessionEnd, {
    form,
    user: 'Ana Souza',
    scope: 'session',
    devices: [{ device: 'Firefox · Linux', address: '192.0.2.7' }],
    notified: ['Billing', HOSTILE],
    notNotified: ['Wiki'],
    backHref: '/admin/sessions?user=ana',
  }),
  page('session-end-everywhere', SessionEnd, {
    form,
    user: HOSTILE,
    scope: 'everywhere',
    devices: [
      { device: 'Firefox · Linux', address: '192.0.2.7' },
      { device: '–', address: '2001:db8::1' },
    ],
    notified: [],
    notNotified: [],
    backHref: '/admin/sessions',
  }),
  ...states({ jwksHref: 'https://sso.example.com/jwks', rotatable: true })(KeyList, {
    keys: {
      rows: [
        { kid: 'k3', state: 'next', publishedAt: at, from: moment(80, true) },
        { kid: 'k2', state: 'current', publishedAt: day(-11), from: moment(-10), ...ending(80, true) },
        { kid: 'k1', state: 'previous', publishedAt: day(-101), from: moment(-100), ...ending(-10) },
      ],
    },
    'keys-overdue': {
      frame: viewer,
      rows: [{ kid: 'k2', state: 'current', publishedAt: day(-99), from: moment(-98), ...ending(-8, true) }],
    },
    'keys-external': { rotatable: false, rows: [{ kid: 'hsm', state: 'current', publishedAt: at }] },
  }),
  page('keys-rotate', KeyRotate, { form }),
  ...states({ form, kid: 'ZtvL6P2vYpQ', impact: { users: 271, apps: 31, publicApps: 6, isMore: false }, minutes: 15 })(
    KeyWithdraw,
    {
      'keys-withdraw': { wrong: false },
      'keys-withdraw-wrong': { wrong: true, impact: { users: 500, apps: 31, publicApps: 0, isMore: true } },
    },
  ),
  ...states({ form, found: undefined })(Inspect, {
    inspect: {},
    'inspect-unknown': { found: { kind: 'unknown' } },
    'inspect-other-issuer': { found: { kind: 'other-issuer', issuer: HOSTILE } },
    'inspect-alive': { found: inspected },
    'inspect-revoked': {
      found: {
        ...inspected,
        state: 'subject-revoked',
        key: { kid: 'k0', state: undefined },
        end: { at: later, event: 'logout.everywhere', by: HOSTILE, href: '/admin/activity/7' },
      },
    },
  }),
  ...states({ text: '', tab: 'changed', tabs, changed: 2, healthHref: '/admin/health' })(Settings, {
    settings: {
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
    },
    'settings-tokens': {
      frame: viewer,
      tab: 'tokens',
      changed: 0,
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
          value: { text: '20 attempts in 15 minutes' },
          changed: false,
          source: 'default',
        },
        { path: 'theme.logo', group: 'appearance', description: 'Logo', changed: false, source: 'default' },
      ],
    },
    'settings-connectors': {
      tab: 'signIn',
      changed: 1,
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
    },
    'settings-none': { text: HOSTILE, rows: [] },
  }),
  ...states({ nodes: [], version: '0.1.0', node: 'v24.0.0', startedAt: at })(Health, {
    health: {
      store: { name: 'redis (cluster)', latencyMs: 1.4 },
      clock: { verdict: 'in-step', seconds: 0, tolerance: 5 },
      signingKey: { since: at, until: later },
      emails: { outage: undefined, sentAt: at },
      trail: { state: 'verified', at: at.getTime(), entries: 4657 },
      newestEntry: 4660,
      nodes: [
        { ...node, name: 'sso-1', isThis: true },
        { ...node, name: 'sso-2' },
        { ...node, name: HOSTILE, differs: ['clients', 'lifetimes'], hasOtherVersion: true, hasWrongClock: true },
      ],
    },
    'health-ill': {
      frame: viewer,
      store: { name: 'embedded (file)' },
      clock: { verdict: 'behind', seconds: 3_600, tolerance: 5 },
      emails: { outage: { since: at, answer: HOSTILE, waiting: 1 }, sentAt: undefined },
      trail: { state: 'broken', at: at.getTime(), seq: 12 },
      version: 'unknown',
    },
    'health-new': {
      frame: viewer,
      store: { name: 'embedded (memory)', latencyMs: 0.1 },
      signingKey: {},
      emails: { outage: undefined, sentAt: undefined },
      trail: { state: 'verifying' },
    },
  }),
]
