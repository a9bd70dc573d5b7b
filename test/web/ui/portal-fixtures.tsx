/** The pages of the portal, each in every state, with names that a hostile or merely unusual app could have. */

import { PortalActivity } from '../../../lib/apps/portal/activity-view.tsx'
import { PortalApps } from '../../../lib/apps/portal/apps-view.tsx'
import { PortalDeviceSignOut } from '../../../lib/apps/portal/device-sign-out-view.tsx'
import { PortalDevices } from '../../../lib/apps/portal/devices-view.tsx'
import type { PortalFrame } from '../../../lib/apps/portal/frame-view.tsx'
import { PortalHome } from '../../../lib/apps/portal/home-view.tsx'
import { PortalMissing } from '../../../lib/apps/portal/missing-view.tsx'
import { PortalPassword, type PortalPasswordFault } from '../../../lib/apps/portal/password-view.tsx'
import { PortalProfile } from '../../../lib/apps/portal/profile-view.tsx'
import { PortalSecure } from '../../../lib/apps/portal/secure-view.tsx'
import { renderPage } from '../../../lib/web/pages/render.ts'
import type { Screen } from '../../../lib/web/ui/view.ts'
import { PROFILE_FIELDS } from '../../../policies/profile.ts'
import type { Fixture } from './fixtures.tsx'

const HOSTILE = `<script>alert(1)</script>"' onload=x <b>\u202Eevil`
const LONG = 'Quarterly Reconciliation and Intercompany Settlement Workbench (Staging)'
const hidden = { csrf: 'token-1' }
const at = (day: number, hour = 9): Date => new Date(Date.UTC(2026, 10, day, hour))

const frame: PortalFrame = {
  root: '/portal',
  sections: ['home', 'profile', 'password', 'security', 'devices', 'apps', 'activity'],
  account: { name: 'Ana Souza', detail: 'ana@example.com' },
  signOut: { action: '/portal/sign-out', hidden },
}
/** A directory of the host keeps the passwords. */
const hosted: PortalFrame = { ...frame, sections: ['home', 'profile', 'devices', 'apps', 'activity'] }
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
  faults: [],
}
const password = { frame, form: { action: '/portal/password', hidden }, minLength: 12, username: 'ana' }
const devices = { action: '/portal/devices', hidden }
const laptop = {
  uid: 'u-1',
  current: true,
  browser: 'Firefox',
  system: 'Linux',
  signedInAt: at(20),
  lastSeenAt: at(21, 14),
  address: '192.0.2.7',
  apps: ['Billing', 'Payroll'],
}
const apps = { action: '/portal/apps', hidden }
const billing = {
  clientId: 'billing',
  name: 'Billing',
  ownerDomain: 'example.com',
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  firstAt: at(1),
  lastAt: at(19),
}

const state = <Props extends object>(name: string, screen: Screen<Props>, props: Props): Fixture => ({
  name: `portal-${name}`,
  kind: 'panel',
  page: (view) => renderPage(screen, props, view),
})
const refused = (fault: PortalPasswordFault): Fixture =>
  state(`password-${fault.replaceAll('_', '-')}`, PortalPassword, { ...password, fault })

export const PORTAL_FIXTURES: readonly Fixture[] = [
  state('missing', PortalMissing, {
    frame: hosted,
    body: { error: 'not_found', error_description: HOSTILE, request_id: 'r1' },
  }),
  state('home', PortalHome, {
    frame,
    name: 'Ana Souza',
    apps: [
      { name: 'Billing', href: 'https://billing.example.com' },
      { name: LONG, href: 'https://quarterly.example.com' },
    ],
  }),
  state('home-search', PortalHome, {
    frame,
    name: 'Ana Souza',
    apps: [{ name: LONG, href: 'https://quarterly.example.com' }],
    search: { action: '/portal/', query: 'quart' },
  }),
  state('home-nothing', PortalHome, {
    frame: hostile,
    name: HOSTILE,
    apps: [],
    search: { action: '/portal/', query: HOSTILE },
  }),
  state('home-nudge', PortalHome, {
    frame,
    name: 'Ana Souza',
    nudge: true,
    apps: [{ name: 'Billing', href: 'https://billing.example.com' }],
  }),
  state('home-empty', PortalHome, { frame: hosted, name: 'Ana Souza', apps: [] }),
  state('home-hostile', PortalHome, {
    frame: hostile,
    name: HOSTILE,
    apps: [{ name: HOSTILE, href: 'javascript:alert(1)' }],
  }),
  state('profile', PortalProfile, {
    frame,
    subject: 'u-ana',
    person: { ...person, email: { address: 'ana@example.com', verified: true } },
  }),
  state('profile-bare', PortalProfile, {
    frame: hosted,
    subject: '0b7c8f1e-2f51-4a43-9b6f-8f8a7e3d2c1b',
    person: { roles: [] },
  }),
  state('profile-hostile', PortalProfile, {
    frame: hostile,
    subject: HOSTILE,
    person: { name: HOSTILE, roles: [HOSTILE], email: { address: HOSTILE, verified: false } },
  }),
  state('profile-edit', PortalProfile, {
    frame: { ...frame, news: { tone: 'ok', text: 'Your details are saved.' } },
    subject: 'u-ana',
    person: { ...person, email: { address: 'ana@example.com', verified: false } },
    editing,
  }),
  state('profile-edit-some', PortalProfile, {
    frame,
    subject: 'u-ana',
    person,
    editing: { ...editing, fields: ['locale', 'zoneinfo'], values: {} },
  }),
  state('profile-edit-wrong', PortalProfile, {
    frame: hostile,
    subject: HOSTILE,
    person: { roles: [] },
    editing: {
      ...editing,
      values: { name: HOSTILE, email: 'nowhere', locale: HOSTILE, zoneinfo: HOSTILE },
      faults: [
        { field: 'name', fault: 'unusable' },
        { field: 'email', fault: 'email_malformed' },
        { field: 'zoneinfo', fault: 'zone_unknown' },
      ],
    },
  }),
  state('secure', PortalSecure, {
    frame,
    form: { action: '/portal/secure', hidden },
    password: { minLength: 12, username: 'ana' },
  }),
  state('secure-wrong', PortalSecure, {
    frame,
    form: { action: '/portal/secure', hidden },
    password: { minLength: 12, username: 'ana', fault: 'current_wrong' },
  }),
  state('secure-hosted', PortalSecure, { frame: hosted, form: { action: '/portal/secure', hidden } }),
  state('password', PortalPassword, password),
  state('password-changed', PortalPassword, {
    ...password,
    frame: { ...frame, news: { tone: 'ok', text: 'Password changed. 2 other devices were signed out.' } },
  }),
  refused('current_missing'),
  refused('current_wrong'),
  refused('missing'),
  refused('too_short'),
  refused('too_long'),
  refused('is_username'),
  refused('is_old'),
  refused('repeat_differs'),
  refused('throttled'),
  state('devices', PortalDevices, {
    frame,
    devices: [
      laptop,
      { ...laptop, uid: 'u-4', current: false },
      { ...laptop, uid: 'u-2', current: false, browser: 'Safari', system: 'iOS', apps: [] },
      {
        ...laptop,
        uid: 'u-3',
        current: false,
        browser: undefined,
        system: undefined,
        address: '2001:db8:85a3::8a2e:370:7334',
      },
    ],
  }),
  state('devices-one', PortalDevices, {
    frame: { ...frame, news: { tone: 'info', text: 'That device was signed out already.' } },
    devices: [laptop],
  }),
  state('devices-hostile', PortalDevices, {
    frame: hostile,
    devices: [{ ...laptop, browser: HOSTILE, system: HOSTILE, address: HOSTILE, apps: [HOSTILE, LONG] }],
  }),
  state('device-sign-out', PortalDeviceSignOut, {
    frame,
    reach: { which: 'one', device: laptop },
    apps: laptop.apps,
    form: devices,
  }),
  state('device-sign-out-others', PortalDeviceSignOut, { frame, reach: { which: 'others' }, apps: [], form: devices }),
  state('device-sign-out-all', PortalDeviceSignOut, {
    frame: hostile,
    reach: { which: 'all' },
    apps: [HOSTILE, LONG],
    form: devices,
  }),
  state('device-sign-out-hostile', PortalDeviceSignOut, {
    frame: hostile,
    reach: { which: 'one', device: { browser: HOSTILE, system: HOSTILE } },
    apps: [HOSTILE],
    form: devices,
  }),
  state('apps', PortalApps, {
    frame,
    form: apps,
    apps: [
      billing,
      { ...billing, clientId: 'quarterly', name: LONG, scopes: ['openid', 'roles', 'permissions'] },
      { ...billing, clientId: 'billing-test' },
    ],
    trusted: ['Intranet', LONG],
  }),
  state('apps-empty', PortalApps, {
    frame: { ...frame, news: { tone: 'ok', text: 'Billing has no access any more. Its tokens have stopped working.' } },
    form: apps,
    apps: [],
    trusted: [],
  }),
  state('apps-hostile', PortalApps, {
    frame: hostile,
    form: apps,
    apps: [{ ...billing, clientId: HOSTILE, name: HOSTILE, scopes: [HOSTILE], ownerDomain: HOSTILE }],
    trusted: [HOSTILE],
  }),
  state('activity', PortalActivity, {
    frame,
    entries: [
      { at: at(21, 14), event: 'sign-in.succeeded', ok: true, app: 'Billing', address: '192.0.2.7' },
      { at: at(21, 13), event: 'sign-in.failed', ok: false, app: LONG, address: '2001:db8:85a3::8a2e:370:7334' },
      { at: at(20), event: 'account.password-changed', ok: true },
      { at: at(20), event: 'token.issued', ok: true, app: 'Billing' },
      { at: at(19), event: 'request.refused', ok: false, app: 'Billing', address: '192.0.2.7' },
    ],
  }),
  state('activity-empty', PortalActivity, { frame: hosted, entries: [] }),
  state('activity-hostile', PortalActivity, {
    frame: hostile,
    entries: [{ at: at(2), event: 'token.issued', ok: true, app: HOSTILE, address: HOSTILE }],
  }),
]
