/** Gated apps: their pages in the panel. */
import { ClientCreate } from '../../../lib/apps/admin/clients/create-view.tsx'
import { ClientConfiguration, ClientOnce } from '../../../lib/apps/admin/clients/credentials-view.tsx'
import { ClientScopes } from '../../../lib/apps/admin/clients/scopes-view.tsx'
import { ClientSecurity } from '../../../lib/apps/admin/clients/security-view.tsx'
import { ClientSettings } from '../../../lib/apps/admin/clients/settings-view.tsx'
import { GATE_FORMAT_LABELS, GATE_FORMATS, gateBlock } from '../../../lib/domain/clients/blocks/gate-block.ts'
import type { GateBlock } from '../../../lib/domain/clients/blocks/gate-values.ts'
import { SCOPE_CLAIMS } from '../../../policies/claims.ts'
import { GATE_SCOPES } from '../../../policies/gate.ts'
import { GATE_HEADERS } from '../../support/gated-visitor.ts'
import { billing, catalogue, EARLIER, form, lives, page, states, values } from './client-fixtures.tsx'
import { type Fixture, HOSTILE, NOW, VIEWER_FRAME } from './fixture.ts'

const wiki = { ...billing, id: 'wiki', name: 'Wiki', type: 'gate' } as const
const gated = { ...values, name: 'Wiki', clientId: 'wiki', type: 'gate', redirectUris: '', postLogoutRedirectUris: '' }
const typed = { ...gated, gateUrl: 'https://wiki.example.com', assertion: true }
const block: GateBlock = {
  client: { clientId: 'wiki', gate: { url: 'https://wiki.example.com', assertion: true } },
  issuer: 'https://sso.example.com',
  headers: GATE_HEADERS,
  service: '127.0.0.1:3000',
}
const blocks = GATE_FORMATS.map((format) => ({
  format,
  label: GATE_FORMAT_LABELS[format],
  text: gateBlock(block, format),
}))
const history = { createdAt: EARLIER, changedAt: NOW, changedBy: 'Ana Souza', lastSignInAt: undefined }
const noUsers = { sessions: 0, people: 0, counted: 'all' } as const

export const GATE_FIXTURES: readonly Fixture[] = [
  page('create-gate', ClientCreate, {
    form,
    catalogue,
    values: gated,
    issues: [{ field: 'gate_url', text: 'App URL must be a full URL' }],
    validateHref: '/admin/clients/validate',
    issuer: 'https://sso.example.com',
    preview: { discovery: 'https://sso.example.com/.well-known/openid-configuration', block: '…' },
  }),
  page('created-gate', ClientOnce, { client: wiki, act: 'created', blocks }),
  page('configuration-gate', ClientConfiguration, {
    client: { ...wiki, name: HOSTILE },
    blocks,
    upstream: { typed: HOSTILE, isFit: false },
    endpoints: { issuer: '', discovery: '', authorize: '', token: '', userinfo: '', logout: '', registerSession: '' },
  }),
  ...states({ client: wiki, history, form, values: typed, issues: [], issuer: 'https://sso.example.com' })(
    ClientSettings,
    {
      'settings-gate': {},
      'settings-gate-read-only': { frame: VIEWER_FRAME },
    },
  ),
  page('scopes-gate', ClientScopes, {
    client: wiki,
    form,
    requests: [],
    scopes: GATE_SCOPES,
    consent: 'trusted',
    inIdToken: false,
    imitable: false,
    claims: SCOPE_CLAIMS,
    holders: {},
    access: {
      choice: 'roles',
      roles: ['finance'],
      held: [],
      knowsAll: false,
      secondFactor: false,
      hasHostRule: false,
      hasFactors: true,
    },
  }),
  page('security-gate', ClientSecurity, {
    client: wiki,
    secret: { createdAt: undefined, lastUsedAt: undefined, ending: undefined },
    lives,
    reach: noUsers,
    sessions: [],
  }),
]
