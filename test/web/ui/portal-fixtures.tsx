/** The pages of the portal, each in every state, with names that a hostile or merely unusual app could have. */
import { type ActivityView, type OwnEvent, PortalActivity } from '../../../lib/apps/portal/activity-view.tsx'
import { PortalAppRemoval, PortalApps } from '../../../lib/apps/portal/apps-view.tsx'
import { type DeviceView, PortalDeviceSignOut, PortalDevices } from '../../../lib/apps/portal/devices-view.tsx'
import { type PortalFrame, PortalMissing } from '../../../lib/apps/portal/frame-view.tsx'
import { PortalHome } from '../../../lib/apps/portal/home-view.tsx'
import { PortalPassword, type PortalPasswordIssue, PortalSecure } from '../../../lib/apps/portal/password-view.tsx'
import { PortalProfile, PortalProfileEdit } from '../../../lib/apps/portal/profile-view.tsx'
import type { CheckView } from '../../../lib/apps/portal/safety-view.tsx'
import { builtIn } from '../../../lib/web/ui/texts/catalogue.ts'
import { PROFILE_FIELDS } from '../../../policies/profile.ts'
import { at, type Fixture, PORTAL_FRAME as frame, HOSTILE, hidden, ICON, LIMITS, LONG, pagesOf } from './fixture.ts'

const hostile: PortalFrame = { ...frame, account: { name: HOSTILE, detail: HOSTILE } }

const person = {
  name: 'Ana Souza',
  given: 'Ana',
  family: 'Souza',
  username: 'ana',
  language: 'pt-BR',
  zone: 'America/Sao_Paulo',
  roles: ['editor', 'accounting'],
}
const editing = {
  form: { action: '/portal/profile', hidden },
  fields: PROFILE_FIELDS,
  values: {
    name: 'Ana Souza',
    given_name: 'Ana',
    family_name: 'Souza',
    email: 'ana@example.com',
    locale: 'pt-BR',
    zoneinfo: 'America/Sao_Paulo',
  },
  zones: ['America/Sao_Paulo', 'Europe/Zurich'],
  issues: [],
}
const password = { form: { action: '/portal/password', hidden }, ...LIMITS, username: 'ana' }
const devices = { action: '/portal/devices', hidden }
const laptop: DeviceView = {
  uid: 'u-1',
  current: true,
  fresh: false,
  shape: 'laptop',
  browser: 'Firefox',
  system: 'Linux',
  signedInAt: at(20),
  lastSeenAt: at(21, 14),
  address: '192.0.2.7',
  apps: [{ name: 'Billing', icon: ICON }, { name: 'Payroll' }],
}
const otherDevice = (uid: string, more: Partial<DeviceView> = {}): DeviceView => ({
  ...laptop,
  uid,
  current: false,
  ...more,
})
const apps = { action: '/portal/apps', hidden }
const billing = {
  clientId: 'billing',
  name: 'Billing',
  ownerDomain: 'example.com',
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  firstAt: at(1),
  lastAt: at(19),
}

const happened: ActivityView = { at: at(21, 14), event: 'sign-in.succeeded', ok: true, count: 1, app: 'Billing' }
const failed: ActivityView = { ...happened, event: 'sign-in.failed', ok: false }
const signIn = { at: at(21, 11), browser: 'Chrome', system: 'Windows', current: false }
const SAFE: readonly CheckView[] = [
  { verdict: 'fine', fact: { check: 'password', setAt: at(1), own: true } },
  { verdict: 'fine', fact: { check: 'second-step', offer: 'passkey' } },
  { verdict: 'fine', fact: { check: 'recovery-codes', left: 8 } },
  { verdict: 'fine', fact: { check: 'devices', fresh: 0 } },
]
const UNSAFE: readonly CheckView[] = [
  { verdict: 'improve', fact: { check: 'password', setAt: at(1), own: true } },
  { verdict: 'improve', fact: { check: 'second-step', offer: 'passkey' } },
  { verdict: 'improve', fact: { check: 'recovery-codes', left: 0 } },
  { verdict: 'improve', fact: { check: 'devices', fresh: 1 } },
]
/** A directory of the host keeps the password, and no factors. */
const HOSTED: readonly CheckView[] = [{ verdict: 'fine', fact: { check: 'devices', fresh: 0 } }]

const EVENTS = builtIn('en').t.portal.activity.events
/** A text for what is no event would fail here. */
const OWN_EVENTS: readonly OwnEvent[] = Object.keys(EVENTS) as (keyof typeof EVENTS)[]

const { page, states } = pagesOf('portal-', { frame })
const refused = (issue: PortalPasswordIssue): Fixture =>
  page(`password-${issue.replaceAll('_', '-')}`, PortalPassword, { ...password, issue })

export const PORTAL_FIXTURES: readonly Fixture[] = [
  page('missing', PortalMissing, { body: { error: 'not_found', error_description: HOSTILE, request_id: 'r1' } }),
  ...states({ name: 'Ana Souza', safety: SAFE, signIns: [signIn], apps: [] })(PortalHome, {
    home: {
      signIns: [{ ...signIn, current: true }],
      apps: [
        { name: 'Billing', href: 'https://billing.example.com' },
        { name: LONG, href: 'https://quarterly.example.com' },
      ],
    },
    'home-open': {
      due: { by: 'rule', day: at(30) },
      safety: UNSAFE,
      signIns: [
        { ...signIn, current: true },
        { ...signIn, at: at(19), browser: undefined, system: undefined },
      ],
      apps: [{ name: 'Billing', icon: ICON, href: 'https://billing.example.com' }],
    },
    'home-much': {
      apps: Array.from({ length: 36 }, (_, index) => ({
        name: index % 7 === 0 ? LONG : `App ${index}`,
        href: `https://app-${index}.example.com`,
      })),
      search: { action: '/portal/', query: '' },
      nextHref: '/portal/?from=36',
    },
    'home-nothing': { frame: hostile, name: HOSTILE, search: { action: '/portal/', query: HOSTILE } },
    'home-empty': { safety: HOSTED, signIns: [] },
    'home-hostile': {
      frame: hostile,
      name: HOSTILE,
      safety: UNSAFE,
      signIns: [{ ...signIn, browser: HOSTILE, system: HOSTILE }],
      apps: [{ name: HOSTILE, href: 'javascript:alert(1)' }],
    },
  }),
  page('profile', PortalProfile, {
    frame: { ...frame, flash: { tone: 'ok', text: 'Your details were saved.' } },
    subject: 'u-ana',
    name: 'Ana Souza',
    person: { ...person, email: { address: 'ana@example.com', verified: true } },
    editable: true,
  }),
  page('profile-bare', PortalProfile, {
    subject: '0b7c8f1e-2f51-4a43-9b6f-8f8a7e3d2c1b',
    name: '0b7c8f1e-2f51-4a43-9b6f-8f8a7e3d2c1b',
    person: { roles: [] },
    editable: false,
    by: HOSTILE,
  }),
  page('profile-hostile', PortalProfile, {
    frame: hostile,
    subject: HOSTILE,
    name: HOSTILE,
    person: { name: HOSTILE, roles: [HOSTILE], email: { address: HOSTILE, verified: false } },
    editable: true,
  }),
  page('profile-edit', PortalProfileEdit, editing),
  page('profile-edit-wrong', PortalProfileEdit, {
    frame: hostile,
    ...editing,
    values: { name: HOSTILE, email: 'nowhere', locale: HOSTILE, zoneinfo: HOSTILE },
    issues: [
      { field: 'name', code: 'unusable' },
      { field: 'email', code: 'email_malformed' },
      { field: 'zoneinfo', code: 'zone_unknown' },
    ],
  }),
  ...states({ form: { action: '/portal/secure', hidden }, fixed: {} })(PortalSecure, {
    secure: { password: { ...LIMITS, username: 'ana' } },
    'secure-wrong': { password: { ...LIMITS, username: 'ana', issue: 'current_wrong' } },
    'secure-hosted': {},
    'secure-configured': { fixed: { isConfigured: true } },
    'secure-federated': { fixed: { by: HOSTILE } },
  }),
  page('password', PortalPassword, password),
  page('password-changed', PortalPassword, {
    ...password,
    frame: { ...frame, flash: { tone: 'ok', text: 'Password changed. 2 other devices were signed out.' } },
  }),
  ...(['current_missing', 'current_wrong', 'missing', 'too_short', 'too_long'] as const).map(refused),
  ...(['is_name', 'predictable', 'listed', 'is_old', 'repeat_differs', 'throttled'] as const).map(refused),
  page('devices', PortalDevices, {
    machines: [
      [laptop],
      [otherDevice('u-4', { fresh: true })],
      [otherDevice('u-2', { shape: 'phone', browser: 'Safari', system: 'iOS', apps: [] })],
      [otherDevice('u-3', { browser: undefined, system: undefined, address: '2001:db8:85a3::8a2e:370:7334' })],
      [otherDevice('u-5', { shape: 'tablet', browser: 'Chrome', system: 'Android' })],
    ],
  }),
  page('devices-many', PortalDevices, {
    machines: [
      [laptop],
      ['Chrome', 'Edge', 'Opera', 'Firefox', 'Firefox', 'Safari', 'Samsung Internet'].map((browser, index) =>
        otherDevice(`m-${index}`, { browser, fresh: index === 2 }),
      ),
      [1, 2, 3].map((index) => otherDevice(`n-${index}`, { browser: undefined, system: undefined })),
    ],
  }),
  page('devices-one', PortalDevices, {
    frame: { ...frame, flash: { tone: 'info', text: 'That device was already signed out.' } },
    machines: [[laptop]],
  }),
  page('devices-hostile', PortalDevices, {
    frame: hostile,
    machines: [
      [{ ...laptop, browser: HOSTILE, system: HOSTILE, address: HOSTILE, apps: [{ name: HOSTILE }, { name: LONG }] }],
    ],
  }),
  ...states({ form: devices })(PortalDeviceSignOut, {
    'device-sign-out': { reach: { which: 'one', device: laptop }, apps: ['Billing', 'Payroll'] },
    'device-sign-out-others': { reach: { which: 'others' }, apps: [] },
    'device-sign-out-all': { frame: hostile, reach: { which: 'all' }, apps: [HOSTILE, LONG] },
    'device-sign-out-hostile': {
      frame: hostile,
      reach: { which: 'one', device: { browser: HOSTILE, system: HOSTILE } },
      apps: [HOSTILE],
    },
  }),
  page('apps', PortalApps, {
    apps: [
      billing,
      { ...billing, clientId: 'quarterly', name: LONG, scopes: ['openid', 'roles', 'permissions'] },
      { ...billing, clientId: 'billing-test' },
    ],
    trusted: [{ name: 'Intranet', icon: ICON }, { name: LONG }],
  }),
  page('apps-later', PortalApps, {
    apps: [],
    trusted: [{ name: 'Intranet', icon: ICON }, { name: LONG }],
    search: { action: '/portal/apps', query: LONG },
    previousHref: '/portal/apps',
    nextHref: '/portal/apps?from=120',
  }),
  page('apps-none-yet', PortalApps, { apps: [], trusted: [], nextHref: '/portal/apps?from=500' }),
  page('apps-empty', PortalApps, {
    frame: { ...frame, flash: { tone: 'ok', text: 'Billing no longer has access. Its tokens have stopped working.' } },
    apps: [],
    trusted: [],
  }),
  page('apps-hostile', PortalApps, {
    frame: hostile,
    apps: [{ ...billing, clientId: HOSTILE, name: HOSTILE, scopes: [HOSTILE], ownerDomain: HOSTILE }],
    trusted: [{ name: HOSTILE }],
  }),
  page('app-removal', PortalAppRemoval, { app: 'Billing', form: apps }),
  page('app-removal-hostile', PortalAppRemoval, { frame: hostile, app: HOSTILE, form: apps }),
  page('activity', PortalActivity, {
    entries: [
      { ...happened, browser: 'Chrome', system: 'Windows', address: '192.0.2.7' },
      { ...failed, reason: 'wrong_password', count: 10, browser: 'Chrome', system: 'Windows', address: '10.20.9.3' },
      { ...failed, reason: 'second_step', app: LONG, address: '2001:db8:85a3::8a2e:370:7334' },
      { ...failed, event: 'sign-in.throttled', reason: 'throttled' },
      { ...failed, reason: 'unknown_name' },
      { ...happened, event: 'account.password-changed', app: undefined },
      { ...happened, event: 'token.revoked' },
      { ...failed, event: 'request.refused' },
      { ...failed, event: 'request.refused', app: undefined },
    ],
  }),
  page('activity-much', PortalActivity, {
    entries: OWN_EVENTS.map((event, index) => ({ ...happened, event, app: index % 2 === 0 ? 'Billing' : undefined })),
  }),
  page('activity-empty', PortalActivity, { entries: [] }),
  page('activity-none-yet', PortalActivity, { entries: [], nextHref: '/portal/security/activity?before=1.1' }),
  page('activity-hostile', PortalActivity, {
    frame: hostile,
    entries: [
      { ...happened, app: HOSTILE, browser: HOSTILE, system: HOSTILE, address: HOSTILE },
      { ...failed, app: HOSTILE },
    ],
  }),
]
