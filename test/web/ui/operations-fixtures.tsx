/** Fixtures of the panel's pages for operators, in every state. */

import { KeyList, KeyRotate } from '../../../lib/apps/admin/operations/keys-view.tsx'
import { SessionEnd } from '../../../lib/apps/admin/operations/session-end-view.tsx'
import { SessionList } from '../../../lib/apps/admin/operations/sessions-view.tsx'
import { Settings } from '../../../lib/apps/admin/operations/settings-view.tsx'
import type { AdminFrame } from '../../../lib/apps/admin/shell/frame-view.tsx'
import { PanelRefused } from '../../../lib/apps/admin/shell/refused-view.tsx'
import { renderPage } from '../../../lib/web/pages/render.ts'
import type { PageKind } from '../../../lib/web/ui/csp.ts'
import type { Screen, View } from '../../../lib/web/ui/view.ts'
import { DELIVERY_FIXTURES } from './delivery-fixtures.tsx'

const HOSTILE = `<script>alert(1)</script>"' onload=x <b>\u202Eevil`
const at = new Date('2026-11-21T14:00:00Z')
const later = new Date('2026-11-21T15:30:00Z')
const form = { action: '/admin/x', hidden: { csrf: 'token-1' } }

const frame: AdminFrame = {
  root: '/admin',
  sections: ['overview', 'clients', 'sessions', 'activity', 'deliveries', 'keys', 'settings'],
  account: { name: 'Ana Souza', detail: 'ana@example.com' },
  signOut: { action: '/admin/sign-out', hidden: { csrf: 'token-1' } },
  query: '',
  mayChange: true,
}
const viewer: AdminFrame = { ...frame, mayChange: false, news: { tone: 'ok', text: 'The session has ended.' } }

function page<Props extends object>(
  name: string,
  screen: Screen<Props>,
  props: Props,
): { readonly name: string; readonly kind: PageKind; readonly page: (view: View) => string } {
  return { name: `operations-${name}`, kind: 'panel', page: (view) => renderPage(screen, props, view) }
}

export const OPERATIONS_FIXTURES = [
  page('refused-viewer', PanelRefused, {
    frame: { ...frame, mayChange: false },
    reason: 'viewer',
    body: {
      error: 'access_denied',
      error_description: 'the person may not use this client',
      request_id: 'r1',
      error_ref: 'access_rule',
    },
  }),
  page('refused-missing', PanelRefused, {
    frame,
    reason: 'missing',
    body: { error: 'not_found', error_description: HOSTILE, request_id: 'r1' },
  }),
  ...DELIVERY_FIXTURES,
  page('sessions', SessionList, {
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
  page('sessions-viewer', SessionList, {
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
  page('sessions-empty', SessionList, {
    frame,
    endHref: '/admin/sessions/end',
    text: HOSTILE,
    order: 'last-seen',
    rows: [],
  }),
  page('sessions-none-yet', SessionList, {
    frame,
    endHref: '/admin/sessions/end',
    text: '',
    order: 'account',
    rows: [],
    nextHref: '/admin/sessions?after=x',
  }),
  page('session-end', SessionEnd, {
    frame,
    form,
    user: 'Ana Souza',
    scope: 'session',
    devices: [{ device: 'Firefox · Linux', address: '192.0.2.7' }],
    told: ['Billing', HOSTILE],
    untold: ['Wiki'],
    backHref: '/admin/sessions?user=ana',
  }),
  page('session-end-everywhere', SessionEnd, {
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
  page('keys', KeyList, {
    frame,
    jwksHref: 'https://sso.example.com/jwks',
    rotatable: true,
    rows: [
      { kid: 'k1', state: 'previous', publishedAt: at, activatedAt: at, retiredAt: later },
      { kid: 'k2', state: 'current', publishedAt: at, activatedAt: later },
      { kid: 'k3', state: 'next', publishedAt: later },
    ],
  }),
  page('keys-external', KeyList, {
    frame,
    jwksHref: 'https://sso.example.com/jwks',
    rotatable: false,
    rows: [{ kid: 'hsm', state: 'current', publishedAt: at }],
  }),
  page('keys-rotate', KeyRotate, { frame, form }),
  page('settings', Settings, {
    frame,
    health: {
      store: 'redis (cluster)',
      storeAnswers: true,
      keyPresent: true,
      node: 'v24.0.0',
      clock: { verdict: 'in-step', seconds: 0, tolerance: 5 },
    },
    rows: [
      {
        name: 'baseUrl',
        description: 'Address of the service',
        value: '"https://sso.example.com"',
        source: 'env',
        origin: 'BASE_URL',
      },
      { name: 'secret', description: 'Root secret', value: '(hidden)', source: 'file', origin: '/etc/portico.json' },
      { name: 'theme.logo', description: 'Logo', value: undefined, source: 'default' },
    ],
  }),
  page('settings-ill', Settings, {
    frame,
    rows: [],
    health: {
      store: 'embedded (file)',
      storeAnswers: false,
      keyPresent: false,
      node: 'v24.0.0',
      clock: { verdict: 'behind', seconds: 3_600, tolerance: 5 },
    },
  }),
]
