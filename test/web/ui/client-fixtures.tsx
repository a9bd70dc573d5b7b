/** The panel's pages about clients, in every state. */

import { AccessQuestion } from '../../../lib/apps/admin/clients/access-question-view.tsx'
import { ClientActivity } from '../../../lib/apps/admin/clients/activity-view.tsx'
import { APP_CHOICES } from '../../../lib/apps/admin/clients/catalogue.ts'
import type { CatalogueChoiceProps } from '../../../lib/apps/admin/clients/catalogue-view.tsx'
import type { ClientFormValues, ClientHead } from '../../../lib/apps/admin/clients/client-props.ts'
import { ClientConflict } from '../../../lib/apps/admin/clients/conflict-view.tsx'
import { ConsentPreview } from '../../../lib/apps/admin/clients/consent-preview-view.tsx'
import { ClientCreate } from '../../../lib/apps/admin/clients/create-view.tsx'
import { ClientAgain, ClientConfiguration, ClientOnce } from '../../../lib/apps/admin/clients/credentials-view.tsx'
import { ClientLifecycle } from '../../../lib/apps/admin/clients/lifecycle-view.tsx'
import { ClientList, type ClientRow } from '../../../lib/apps/admin/clients/list-view.tsx'
import { ClientMissing } from '../../../lib/apps/admin/clients/missing-view.tsx'
import { ClientQuestion, GoLiveNotAllowed } from '../../../lib/apps/admin/clients/operation-view.tsx'
import { ClientScopes } from '../../../lib/apps/admin/clients/scopes-view.tsx'
import { ClientSecurity } from '../../../lib/apps/admin/clients/security-view.tsx'
import type { ClientSessionRow } from '../../../lib/apps/admin/clients/sessions-view.tsx'
import { ClientSettings } from '../../../lib/apps/admin/clients/settings-view.tsx'
import { ConfirmIdentity } from '../../../lib/apps/admin/shell/confirm-identity-view.tsx'
import type { Framed } from '../../../lib/apps/admin/shell/frame-view.tsx'
import { environmentBlock } from '../../../lib/domain/clients/blocks/environment-block.ts'
import { environmentFormats, FORMAT_LABELS } from '../../../lib/domain/clients/blocks/formats.ts'
import type { Screen } from '../../../lib/web/ui/view.ts'
import { SCOPE_CLAIMS } from '../../../policies/claims.ts'
import { type Fixture, FRAME, fixtureOf, HOSTILE, NOW, VIEWER_FRAME } from './fixture.ts'

const EVERYBODY = { choice: 'everybody', roles: '', hasHostRule: false } as const

export const EARLIER = new Date('2026-11-20T09:10:00Z')

const viewer = VIEWER_FRAME

export function fixture<Props extends Framed>(
  name: string,
  screen: Screen<Props>,
  props: Omit<Props, 'frame'>,
  frame = FRAME,
): Fixture {
  return fixtureOf(`client-${name}`, screen, { ...props, frame } as unknown as Props)
}

export const form = { action: '/admin/clients', hidden: { csrf: 'token-1', form_id: 'abc', version: '3', base: '{}' } }
export const billing: ClientHead = {
  id: 'billing',
  name: 'Billing',
  type: 'confidential',
  environment: 'development',
  status: 'active',
  source: 'administrator',
}
export const spa: ClientHead = { ...billing, id: 'expenses-spa', name: 'Expenses', type: 'public' }
export const odd: ClientHead = {
  ...billing,
  id: 'quarterly-reconciliation-and-intercompany-settlement-workbench',
  name: HOSTILE,
  environment: 'live',
  status: 'disabled',
  source: 'configuration',
}
const rows: readonly ClientRow[] = [billing, spa, odd].map((client, index) => ({
  ...client,
  days: index === 1 ? [] : Array.from({ length: 30 }, (_, day) => (index === 2 && day > 25 ? 0 : (day * 7) % 19)),
  success: [0.968, undefined, 0][index],
  failing: index === 2,
  owner: index === 2 ? HOSTILE : 'finance@example.com',
  lastSignInAt: index === 1 ? undefined : NOW,
  secretCreatedAt: EARLIER,
}))
export const catalogue: CatalogueChoiceProps = { action: '/admin/clients/new', apps: APP_CHOICES, chosen: '', url: '' }
const asked = { chosen: 'grafana', url: 'https://apps.example.com' } as const

export const values: ClientFormValues = {
  app: '',
  name: 'Billing',
  clientId: 'billing',
  ownerEmail: 'finance@example.com',
  type: 'confidential',
  environment: 'development',
  redirectUris: 'http://localhost:4000/auth/callback',
  postLogoutRedirectUris: 'http://localhost:4000/',
  backchannelLogoutUri: '',
  frontchannelLogoutUri: '',
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  listed: true,
  gateUrl: '',
  assertion: false,
  backendAddresses: '10.20.0.0/16\n2001:db8:20::/48',
  backendPerMinute: '600',
}
const empty: ClientFormValues = {
  ...values,
  name: '',
  clientId: '',
  ownerEmail: '',
  type: '',
  redirectUris: '',
  postLogoutRedirectUris: '',
  listed: false,
}
const filter = { q: '', type: '', env: '', status: '', sort: '' } as const
const record = {
  clientId: 'billing',
  clientName: 'Billing',
  type: 'confidential',
  environment: 'live',
  redirectUris: ['https://billing.example.com/auth/callback'],
  postLogoutRedirectUris: ['https://billing.example.com/'],
  scopes: values.scopes,
} as const
const secret = 'sso_live_2Jm0Qp8vN4xYb7Rk1Ws5Tz9Uc3Ea6Gd0Hf8Ij2Kl4M'
const blocks = environmentFormats(record).map((format) => ({
  format,
  label: FORMAT_LABELS[format],
  text: environmentBlock({ client: record, issuer: 'https://sso.example.com', secret, at: NOW }, format),
}))
const preview = {
  discovery: 'https://sso.example.com/.well-known/openid-configuration',
  block: environmentBlock({ client: record, issuer: 'https://sso.example.com', secret: '…', at: NOW }, 'env'),
}
const history = { createdAt: EARLIER, changedAt: NOW, changedBy: 'Ana Souza', lastSignInAt: NOW }
const reach = { people: 12, sessions: 15, counted: 'all' } as const
export const holders = { openid: 15, profile: 15, email: 3, offline_access: 1, roles: 0, permissions: 0 }
const sessionRows: readonly ClientSessionRow[] = [
  {
    subject: 'u-ana',
    user: 'Ana Souza',
    device: 'Firefox · Linux',
    address: '192.0.2.7',
    joinedAt: EARLIER,
    seenAt: NOW,
    scopes: ['openid', 'profile', 'email', 'offline_access'],
  },
  {
    subject: 'u-odd',
    user: HOSTILE,
    device: '–',
    address: '2001:db8::1',
    joinedAt: EARLIER,
    seenAt: EARLIER,
    scopes: [],
  },
]
const nobody = { people: 0, sessions: 0, counted: 'all' } as const
export const lives = {
  accessToken: 900,
  authorizationCode: 120,
  refreshTokenIdle: 604_800,
  refreshTokenAbsolute: 2_592_000,
}
const consent = {
  client: { name: 'Billing', redirectUri: 'https://billing.example.com/cb', ownerDomain: 'example.com' },
  account: { name: 'Ana Souza', detail: 'ana@example.com' },
  scopes: values.scopes,
  removable: true,
}

export const CLIENT_FIXTURES: readonly Fixture[] = [
  fixture('list', ClientList, {
    rows,
    filter,
    total: 51,
    range: { from: 26, to: 28, total: 51 },
    previousHref: '?cursor=',
    nextHref: '?cursor=50',
    sorts: { name: { href: '?sort=-name', now: 'ascending' } },
  }),
  fixture(
    'list-viewer',
    ClientList,
    { rows: rows.slice(0, 1), filter, total: 1, range: { from: 1, to: 1, total: 1 } },
    viewer,
  ),
  fixture('list-empty', ClientList, { rows: [], filter, total: 0 }),
  fixture('list-first', ClientList, {
    rows: [{ ...(rows[0] as ClientRow), id: 'sso-admin', name: 'Portico administration', source: 'service' }],
    filter,
    total: 1,
    range: { from: 1, to: 1, total: 1 },
  }),
  fixture('list-none', ClientList, { rows: [], filter: { ...filter, q: 'bil' }, total: 51 }),
  fixture('list-many', ClientList, {
    rows,
    filter: { ...filter, env: 'live' },
    total: 10_000,
    scanned: 2000,
    nextHref: '?cursor=abc',
  }),
  fixture('list-none-yet', ClientList, {
    rows: [],
    filter: { ...filter, q: 'bil' },
    total: 10_000,
    scanned: 2000,
    nextHref: '?cursor=abc',
  }),
  fixture(
    'list-news',
    ClientList,
    { rows, filter, total: 3 },
    {
      ...FRAME,
      news: { tone: 'ok', text: 'Billing was decommissioned.' },
    },
  ),
  fixture('new', ClientCreate, {
    form,
    catalogue,
    values: empty,
    faults: [],
    preview,
    validateHref: '/admin/clients/validate',
  }),
  ...(
    [
      [
        'new-known-app',
        {
          ...asked,
          chosen: 'synapse',
          summary: {
            name: 'Matrix Synapse',
            version: 'version 1.75 or newer',
            way: 'openid-connect',
            checked: 'read',
            note: 'Below the public_baseurl of Synapse, not the address of Element.',
            settings: [],
          },
        },
      ],
      [
        'new-gated-app',
        {
          ...asked,
          summary: {
            name: 'Grafana',
            version: 'version 13',
            way: 'gate',
            checked: 'read',
            note: 'sends no nonce',
            settings: ['[auth.proxy]', 'enabled = true', 'header_name = Remote-User'],
          },
        },
      ],
      ['new-app-without-address', { ...asked, url: 'apps.example.com', fault: 'url' }],
    ] as const
  ).map(([name, more]) =>
    fixture(name, ClientCreate, {
      form,
      catalogue: { ...catalogue, ...more },
      values: empty,
      faults: [],
      preview,
      validateHref: '/admin/clients/validate',
    }),
  ),
  fixture('new-wrong', ClientCreate, {
    form,
    catalogue,
    values: {
      ...values,
      name: HOSTILE,
      clientId: 'Billing!',
      redirectUris: 'http://example.com/cb\nhttps://*.example.com/cb',
      backchannelLogoutUri: 'nowhere',
      type: '',
    },
    faults: [
      { field: 'name', text: 'Display name cannot contain control or direction characters' },
      { field: 'client_id', text: 'Client ID can only use lowercase letters, numbers and hyphens' },
      { field: 'owner_email', text: 'Owner email must be like name@company.com' },
      { field: 'client_type', text: 'Choose a client type' },
      { field: 'redirect_uris', text: 'Redirect URI can use http only for localhost', uri: 'http://example.com/cb' },
      { field: 'redirect_uris', text: 'Redirect URI cannot contain *', uri: 'https://*.example.com/cb' },
      { field: 'backchannel_logout_uri', text: 'Back-channel URI must be a full URL' },
    ],
    preview,
    validateHref: '/admin/clients/validate',
  }),
  fixture('created', ClientOnce, { client: billing, act: 'created', secret, blocks }),
  fixture('created-public', ClientOnce, { client: spa, act: 'created', blocks: blocks.slice(0, 1) }),
  fixture('rotated', ClientOnce, { client: { ...billing, name: HOSTILE }, act: 'rotated', secret, blocks }),
  fixture('again', ClientAgain, { act: 'created', client: billing, startHref: '/admin/clients/new' }),
  fixture('again-nothing', ClientAgain, { act: 'nothing', startHref: '/admin/clients/new' }),
  fixture('configuration', ClientConfiguration, {
    client: billing,
    blocks,
    endpoints: {
      issuer: 'https://sso.example.com',
      discovery: 'https://sso.example.com/.well-known/openid-configuration',
      authorize: 'https://sso.example.com/authorize',
      token: 'https://sso.example.com/token',
      userinfo: 'https://sso.example.com/userinfo',
      logout: 'https://sso.example.com/connect/logout',
      registerSession: 'https://sso.example.com/connect/register-session',
    },
  }),
  fixture(
    'settings',
    ClientSettings,
    { client: billing, history, form, values, faults: [] },
    {
      ...FRAME,
      news: { tone: 'ok', text: 'Billing was saved.' },
    },
  ),
  fixture('settings-wrong', ClientSettings, {
    client: billing,
    history,
    form,
    values,
    faults: [
      {
        field: 'redirect_uris',
        text: 'Already used by Payroll (payroll-web). Each redirect URI belongs to one client',
      },
    ],
  }),
  fixture(
    'settings-read-only',
    ClientSettings,
    { client: odd, history: { ...history, lastSignInAt: undefined }, form, values, faults: [] },
    viewer,
  ),
  fixture('conflict', ClientConflict, {
    client: billing,
    tab: 'settings',
    changedBy: 'Ana Souza',
    changedAt: EARLIER,
    form,
    reloadHref: '/admin/clients/billing/settings',
    theirs: [
      {
        label: 'Redirect URIs',
        before: ['http://localhost:4000/cb'],
        now: ['http://localhost:4000/cb', 'http://localhost:4001/cb'],
      },
    ],
    mine: [{ label: 'Display name', before: ['Billing'], now: ['Billing'], mine: [HOSTILE] }],
  }),
  fixture('conflict-theirs', ClientConflict, {
    client: billing,
    tab: 'scopes',
    changedBy: HOSTILE,
    changedAt: EARLIER,
    form,
    reloadHref: '/admin/clients/billing/scopes',
    theirs: [{ label: 'Back-channel logout URI', before: ['https://billing.example.com/a'], now: [] }],
    mine: [],
  }),
  fixture('scopes', ClientScopes, {
    client: billing,
    form,
    scopes: values.scopes,
    consent: 'once',
    inIdToken: false,
    imitable: false,
    claims: SCOPE_CLAIMS,
    holders,
    access: EVERYBODY,
  }),
  fixture('scopes-trusted', ClientScopes, {
    client: spa,
    form,
    scopes: ['openid'],
    consent: 'trusted',
    inIdToken: false,
    imitable: false,
    claims: SCOPE_CLAIMS,
    holders,
    access: EVERYBODY,
  }),
  fixture('scopes-imitable', ClientScopes, {
    client: spa,
    form,
    scopes: ['openid'],
    consent: 'once',
    inIdToken: false,
    imitable: true,
    claims: SCOPE_CLAIMS,
    holders,
    access: { choice: 'roles', roles: 'finance\nbilling:read', hasHostRule: true },
  }),
  fixture('scopes-no-role', ClientScopes, {
    client: billing,
    form,
    scopes: values.scopes,
    consent: 'once',
    inIdToken: false,
    imitable: false,
    claims: SCOPE_CLAIMS,
    holders,
    access: { choice: 'roles', roles: '', error: 'Enter a role at least, or choose Everybody', hasHostRule: false },
  }),
  fixture('access-question', AccessQuestion, {
    client: billing,
    form,
    roles: ['finance', 'billing:read'],
    impact: {
      losing: 14,
      known: 'all-users',
      signedIn: 3,
      named: [{ name: 'Ana Souza', href: '/admin/users/u-ana' }, { name: HOSTILE }],
    },
  }),
  fixture('access-question-host', AccessQuestion, {
    client: billing,
    form,
    roles: [HOSTILE],
    impact: { losing: 0, known: 'signed-in', signedIn: 0, named: [] },
  }),
  fixture('scopes-read-only', ClientScopes, {
    client: odd,
    form,
    scopes: values.scopes,
    consent: 'always',
    inIdToken: false,
    imitable: false,
    claims: SCOPE_CLAIMS,
    holders,
    access: { choice: 'roles', roles: HOSTILE, hasHostRule: true },
  }),
  fixture('scopes-declared-no-longer', ClientScopes, {
    client: billing,
    form,
    scopes: [...values.scopes, 'groups', HOSTILE],
    consent: 'once',
    inIdToken: false,
    imitable: false,
    claims: SCOPE_CLAIMS,
    holders,
    access: EVERYBODY,
  }),
  fixture('consent-preview', ConsentPreview, { client: billing, mode: 'once', consent }),
  fixture('consent-preview-trusted', ConsentPreview, {
    client: { ...billing, name: HOSTILE },
    mode: 'trusted',
    consent: { ...consent, client: { ...consent.client, name: HOSTILE, redirectUri: 'javascript:alert(1)' } },
  }),
  fixture('security', ClientSecurity, {
    client: billing,
    secret: { createdAt: EARLIER, lastUsedAt: NOW, ending: 'Kl4M' },
    lives,
    reach,
    sessions: sessionRows,
  }),
  fixture(
    'security-unused',
    ClientSecurity,
    {
      client: odd,
      secret: { createdAt: undefined, lastUsedAt: undefined, ending: undefined },
      lives,
      reach: nobody,
      sessions: [],
    },
    viewer,
  ),
  fixture('security-public', ClientSecurity, {
    client: spa,
    secret: { createdAt: undefined, lastUsedAt: undefined, ending: undefined },
    lives,
    sessions: [],
    reach: { ...nobody, counted: 'at-least' },
  }),
  fixture('rotate', ClientQuestion, {
    client: billing,
    form,
    question: { act: 'rotate-secret', reach, signIns: 214, secretUsedAt: EARLIER },
  }),
  fixture('rotate-unused', ClientQuestion, {
    client: billing,
    form,
    question: { act: 'rotate-secret', reach: nobody, signIns: 0, secretUsedAt: undefined },
  }),
  fixture('revoke', ClientQuestion, {
    client: billing,
    form,
    question: { act: 'revoke-tokens', reach: { ...reach, counted: 'at-least' }, signIns: 214 },
  }),
  fixture('lifecycle', ClientLifecycle, { client: billing, enableForm: form }),
  fixture('lifecycle-disabled', ClientLifecycle, { client: { ...billing, status: 'disabled' }, enableForm: form }),
  fixture('lifecycle-read-only', ClientLifecycle, { client: odd, enableForm: form }),
  fixture('disable', ClientQuestion, { client: billing, form, question: { act: 'disable', reach, signIns: 214 } }),
  fixture('go-live', ClientQuestion, { client: billing, form, question: { act: 'go-live', reach, signIns: 0 } }),
  fixture('go-live-http', GoLiveNotAllowed, { client: billing, uris: ['http://localhost:4000/auth/callback'] }),
  fixture('decommission', ClientQuestion, {
    client: billing,
    form,
    question: { act: 'decommission', reach, signIns: 1 },
  }),
  fixture('decommission-wrong', ClientQuestion, {
    client: { ...odd, source: 'administrator' },
    form,
    question: { act: 'decommission', reach: nobody, signIns: 0, wrong: true },
  }),
  fixture('activity', ClientActivity, {
    client: billing,
    nextHref: '?before=3',
    firstHref: '/admin/clients/billing/activity',
    rows: [
      {
        seq: '41',
        at: NOW,
        event: 'client.changed',
        result: 'ok',
        who: { name: 'Ana Souza', title: 'u-ana' },
        requestId: 'ZPeuaRAYkF_xHqrn4c0V',
        changes: [{ label: 'Redirect URIs', from: 'http://localhost:4000/cb', to: HOSTILE }],
      },
      {
        seq: 'r40',
        at: EARLIER,
        event: 'request.refused',
        result: 'refused',
        who: { name: HOSTILE },
        ref: 'redirect_uri_mismatch',
        changes: [],
      },
    ],
  }),
  fixture('activity-empty', ClientActivity, { client: billing, rows: [] }),
  fixture('activity-not-yet', ClientActivity, { client: billing, rows: [], nextHref: '?before=3' }),
  fixture('missing', ClientMissing, { id: HOSTILE }),
  fixture('confirm-identity', ConfirmIdentity, { section: 'clients', href: '/admin/clients/billing/disable' }),
]
