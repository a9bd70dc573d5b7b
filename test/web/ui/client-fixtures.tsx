/** The panel's pages about clients, in every state. */
import { type AccessProps, AccessQuestion } from '../../../lib/apps/admin/clients/access-view.tsx'
import { ClientActivity } from '../../../lib/apps/admin/clients/activity-view.tsx'
import { appChoices } from '../../../lib/apps/admin/clients/catalogue.ts'
import type { CatalogueChoiceProps } from '../../../lib/apps/admin/clients/catalogue-view.tsx'
import { ClientConflict } from '../../../lib/apps/admin/clients/conflict-view.tsx'
import { ClientCreate } from '../../../lib/apps/admin/clients/create-view.tsx'
import { ClientAgain, ClientConfiguration, ClientOnce } from '../../../lib/apps/admin/clients/credentials-view.tsx'
import type { ClientFormValues } from '../../../lib/apps/admin/clients/fields-view.tsx'
import { type ClientHead, ClientMissing } from '../../../lib/apps/admin/clients/frame-view.tsx'
import { ClientLifecycle } from '../../../lib/apps/admin/clients/lifecycle-view.tsx'
import { ClientList, type ClientRow } from '../../../lib/apps/admin/clients/list-view.tsx'
import { ClientQuestion, GoLiveNotAllowed } from '../../../lib/apps/admin/clients/operation-view.tsx'
import { ClientRequest } from '../../../lib/apps/admin/clients/requests-view.tsx'
import { ClientScopes, ConsentPreview } from '../../../lib/apps/admin/clients/scopes-view.tsx'
import { ClientSecurity, type ClientSessionRow } from '../../../lib/apps/admin/clients/security-view.tsx'
import { ClientSettings } from '../../../lib/apps/admin/clients/settings-view.tsx'
import { ConfirmIdentity } from '../../../lib/apps/admin/shell/refused-view.tsx'
import { environmentBlock } from '../../../lib/domain/clients/blocks/environment-block.ts'
import { environmentFormats, FORMAT_LABELS } from '../../../lib/domain/clients/blocks/formats.ts'
import { SCOPE_CLAIMS } from '../../../policies/claims.ts'
import { type Fixture, FRAME, HOSTILE, ICON, NOW, pagesOf, VIEWER_FRAME } from './fixture.ts'

const ALL_USERS: AccessProps = {
  choice: 'all-users',
  roles: [],
  held: [],
  knowsAll: false,
  secondFactor: false,
  hasHostRule: false,
  hasFactors: true,
}

export const EARLIER = new Date('2026-11-20T09:10:00Z')

export const { page, states } = pagesOf('client-', { frame: FRAME })

export const form = { action: '/admin/clients', hidden: { csrf: 'token-1', form_id: 'abc', version: '3', base: '{}' } }
export const billing: ClientHead = {
  icon: ICON,
  id: 'billing',
  name: 'Billing',
  type: 'confidential',
  environment: 'development',
  status: 'active',
  source: 'administrator',
}
export const spa: ClientHead = { ...billing, icon: undefined, id: 'expenses-spa', name: 'Expenses', type: 'public' }
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
export const catalogue: CatalogueChoiceProps = { action: '/admin/clients/new', apps: appChoices(), chosen: '', url: '' }
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
  frontchannelLogoutSessionRequired: false,
  backendAddresses: '10.20.0.0/16\n2001:db8:20::/48',
  backendPerMinute: '600',
  icon: ICON,
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
  icon: '',
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
  { subject: 'u-odd', user: HOSTILE, device: '–', address: '::1', joinedAt: EARLIER, seenAt: EARLIER, scopes: [] },
]
const noUsers = { people: 0, sessions: 0, counted: 'all' } as const
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
  ...states({ rows, filter, total: 51 })(ClientList, {
    list: {
      range: { from: 26, to: 28, total: 51 },
      previousHref: '?cursor=',
      nextHref: '?cursor=50',
      sorts: { name: { href: '?sort=-name', now: 'ascending' } },
    },
    'list-viewer': { rows: rows.slice(0, 1), total: 1, range: { from: 1, to: 1, total: 1 }, frame: VIEWER_FRAME },
    'list-first': {
      rows: [{ ...(rows[0] as ClientRow), id: 'sso-admin', name: 'Portico administration', source: 'service' }],
      total: 1,
      range: { from: 1, to: 1, total: 1 },
    },
    'list-none': { rows: [], filter: { ...filter, q: 'bil' } },
    'list-none-yet': {
      rows: [],
      filter: { ...filter, q: 'bil' },
      total: 10_000,
      scanned: 2000,
      nextHref: '?cursor=abc',
    },
    'list-flash': { total: 3, frame: { ...FRAME, flash: { tone: 'ok', text: 'Billing was decommissioned.' } } },
  }),
  ...states({
    form,
    catalogue,
    values: empty,
    issues: [],
    preview,
    issuer: 'https://sso.example.com',
    validateHref: '/admin/clients/validate',
  })(ClientCreate, {
    new: {},
    'new-known-app': {
      catalogue: {
        ...catalogue,
        ...asked,
        chosen: 'synapse',
        summary: {
          name: 'Matrix Synapse',
          version: 'version 1.75 or newer',
          way: 'openid-connect',
          checked: 'read',
          date: '2026-11',
          note: 'Below the public_baseurl of Synapse, not the address of Element.',
          settings: [],
        },
      },
    },
    'new-gated-app': {
      catalogue: {
        ...catalogue,
        ...asked,
        summary: {
          name: 'Grafana',
          version: 'version 13',
          way: 'gate',
          checked: 'read',
          date: '2026-11',
          note: 'sends no nonce',
          settings: ['[auth.proxy]', 'enabled = true', 'header_name = Remote-User'],
        },
      },
    },
    'new-app-without-address': { catalogue: { ...catalogue, ...asked, url: 'apps.example.com', issue: 'url' } },
    'new-wrong': {
      values: {
        ...values,
        name: HOSTILE,
        clientId: 'Billing!',
        redirectUris: 'http://example.com/cb\nhttps://*.example.com/cb',
        backchannelLogoutUri: 'nowhere',
        type: '',
      },
      issues: [
        { field: 'name', text: 'Display name cannot contain control or text-direction characters' },
        { field: 'client_id', text: 'Client ID can only use lowercase letters, numbers, and hyphens' },
        { field: 'owner_email', text: 'Owner email must look like name@company.com' },
        { field: 'client_type', text: 'Choose a client type' },
        { field: 'redirect_uris', text: 'Redirect URI can use http only for localhost', uri: 'http://a.example/cb' },
        { field: 'redirect_uris', text: 'Redirect URI cannot contain *', uri: 'https://*.example.com/cb' },
        { field: 'backchannel_logout_uri', text: 'Back-channel URI must be a full URL' },
      ],
    },
  }),
  page('created', ClientOnce, { client: billing, act: 'created', secret, blocks }),
  page('created-public', ClientOnce, { client: spa, act: 'created', blocks: blocks.slice(0, 1) }),
  page('rotated', ClientOnce, { client: { ...billing, name: HOSTILE }, act: 'rotated', secret, blocks }),
  page('again', ClientAgain, { act: 'created', client: billing, startHref: '/admin/clients/new' }),
  page('again-nothing', ClientAgain, { act: 'nothing', startHref: '/admin/clients/new' }),
  page('configuration', ClientConfiguration, {
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
  ...states({ client: billing, history, form, values, issues: [], issuer: 'https://sso.example.com' })(ClientSettings, {
    settings: { frame: { ...FRAME, flash: { tone: 'ok', text: 'Billing was saved.' } } },
    'settings-wrong': {
      issues: [
        {
          field: 'redirect_uris',
          text: 'Already in use by Payroll (pay). Each redirect URI can belong to only one client',
        },
      ],
    },
    'settings-other-site': { values: { ...values, frontchannelLogoutUri: 'https://billing.example.org/out' } },
    'settings-read-only': { client: odd, history: { ...history, lastSignInAt: undefined }, frame: VIEWER_FRAME },
  }),
  ...states({ client: billing, changedAt: EARLIER, form })(ClientConflict, {
    conflict: {
      tab: 'settings',
      changedBy: 'Ana Souza',
      reloadHref: '/admin/clients/billing/settings',
      theirs: [
        { field: 'icon', label: 'Icon', before: [ICON], now: [] },
        {
          field: 'redirectUris',
          label: 'Redirect URIs',
          before: ['http://localhost:4000/cb'],
          now: ['http://localhost:4000/cb', 'http://localhost:4001/cb'],
        },
      ],
      mine: [{ field: 'clientName', label: 'Display name', before: ['Billing'], now: ['Billing'], mine: [HOSTILE] }],
    },
    'conflict-theirs': {
      tab: 'scopes',
      changedBy: HOSTILE,
      reloadHref: '/admin/clients/billing/scopes',
      theirs: [
        {
          field: 'backchannelLogoutUri',
          label: 'Back-channel logout URI',
          before: ['https://billing.example.com/a'],
          now: [],
        },
      ],
      mine: [],
    },
  }),
  ...states({
    client: billing,
    form,
    scopes: values.scopes,
    consent: 'once',
    inIdToken: false,
    imitable: false,
    claims: SCOPE_CLAIMS,
    holders,
    access: ALL_USERS,
    requests: [],
  })(ClientScopes, {
    scopes: {},
    'scopes-requests': {
      requests: ['Ana Souza', HOSTILE].map((name) => ({
        who: { name },
        at: EARLIER,
        href: '/admin/clients/b/requests/r',
      })),
    },
    'scopes-trusted': { client: spa, scopes: ['openid'], consent: 'trusted' },
    'scopes-imitable': {
      client: spa,
      scopes: ['openid'],
      imitable: true,
      access: {
        choice: 'roles',
        roles: ['finance', 'billing:read'],
        held: [
          { role: 'finance', holders: 29 },
          { role: HOSTILE, holders: 1 },
        ],
        knowsAll: true,
        secondFactor: true,
        hasHostRule: true,
        hasFactors: true,
      },
    },
    'scopes-no-role': {
      access: {
        choice: 'roles',
        roles: [],
        held: Array.from({ length: 14 }, (_, index) => ({ role: `role-${index}`, holders: index })),
        knowsAll: true,
        error: 'Enter at least one role, or “All users”',
        secondFactor: false,
        hasHostRule: false,
        hasFactors: false,
      },
    },
    'scopes-read-only': {
      client: odd,
      consent: 'always',
      access: {
        choice: 'roles',
        roles: [HOSTILE],
        held: [],
        knowsAll: false,
        secondFactor: false,
        hasHostRule: true,
        hasFactors: false,
      },
    },
    'scopes-declared-no-longer': { scopes: [...values.scopes, 'groups', HOSTILE] },
  }),
  ...states({ client: billing, form })(AccessQuestion, {
    'access-question': {
      narrower: {
        roles: ['finance', 'billing:read'],
        losing: 14,
        known: 'all-users',
        signedIn: 3,
        named: [{ name: 'Ana Souza', href: '/admin/users/u-ana' }, { name: HOSTILE }],
      },
    },
    'access-question-host': {
      narrower: { roles: [HOSTILE], losing: 0, known: 'signed-in', signedIn: 0, named: [] },
      settingUp: { count: 0, known: 'signed-in', named: [] },
    },
    'access-question-two-step': {
      settingUp: { count: 1, known: 'all-users', named: [{ name: 'Ana Souza', href: '/admin/users/u-ana' }] },
    },
  }),
  ...states({ client: billing, who: { name: 'Ana Souza', detail: 'ana' }, at: EARLIER, wrong: false, form })(
    ClientRequest,
    {
      request: { reason: 'I take over the invoices of Tomás.', roles: ['finance'], until: '2026-12-24' },
      'request-wrong': { reason: HOSTILE, roles: ['finance', HOSTILE], until: HOSTILE, wrong: true },
    },
  ),
  page('consent-preview', ConsentPreview, { client: billing, mode: 'once', consent }),
  page('consent-preview-trusted', ConsentPreview, {
    client: { ...billing, name: HOSTILE },
    mode: 'trusted',
    consent: { ...consent, client: { ...consent.client, name: HOSTILE, redirectUri: 'javascript:alert(1)' } },
  }),
  ...states({ secret: { createdAt: undefined, lastUsedAt: undefined, ending: undefined }, lives, sessions: [] })(
    ClientSecurity,
    {
      security: {
        client: billing,
        secret: { createdAt: EARLIER, lastUsedAt: NOW, ending: 'Kl4M' },
        reach,
        sessions: sessionRows,
      },
      'security-unused': { client: odd, reach: noUsers, frame: VIEWER_FRAME },
      'security-public': { client: spa, reach: { ...noUsers, counted: 'at-least' } },
    },
  ),
  ...states({ client: billing, form })(ClientQuestion, {
    rotate: { question: { act: 'rotate-secret', reach, signIns: 214, secretUsedAt: EARLIER } },
    'rotate-unused': { question: { act: 'rotate-secret', reach: noUsers, signIns: 0, secretUsedAt: undefined } },
    revoke: { question: { act: 'revoke-tokens', reach: { ...reach, counted: 'at-least' }, signIns: 214 } },
    disable: { question: { act: 'disable', reach, signIns: 214 } },
    'go-live': { question: { act: 'go-live', reach, signIns: 0 } },
    decommission: { question: { act: 'decommission', reach, signIns: 1 } },
    'decommission-wrong': {
      client: { ...odd, source: 'administrator' },
      question: { act: 'decommission', reach: noUsers, signIns: 0, wrong: true },
    },
  }),
  page('lifecycle', ClientLifecycle, { client: billing, enableForm: form }),
  page('lifecycle-disabled', ClientLifecycle, { client: { ...billing, status: 'disabled' }, enableForm: form }),
  page('lifecycle-read-only', ClientLifecycle, { client: odd, enableForm: form }),
  page('go-live-http', GoLiveNotAllowed, { client: billing, uris: ['http://localhost:4000/auth/callback'] }),
  page('activity', ClientActivity, {
    client: billing,
    nextHref: '?before=3',
    previousHref: '/admin/clients/billing/activity',
    rows: [
      {
        at: NOW,
        event: 'client.changed',
        tone: 'info',
        about: `Redirect URIs: http://localhost:4000/cb → ${HOSTILE}`,
        count: 1,
        who: { name: 'Ana Souza', title: 'u-ana' },
        href: '/admin/activity/41',
        entryHref: '/admin/activity/41',
      },
      {
        at: EARLIER,
        event: 'request.refused',
        tone: 'danger',
        because: HOSTILE,
        count: 34,
        countHref: '/admin/activity?client=billing&ref=redirect_uri_mismatch',
        href: '/admin/explain/k7m2-9qxd-4htn',
        entryHref: '/admin/activity/r40',
      },
    ],
  }),
  page('activity-empty', ClientActivity, { client: billing, rows: [] }),
  page('activity-not-yet', ClientActivity, { client: billing, rows: [], nextHref: '?before=3' }),
  page('missing', ClientMissing, { id: HOSTILE }),
  page('confirm-identity', ConfirmIdentity, { section: 'clients', href: '/admin/clients/billing/disable' }),
]
