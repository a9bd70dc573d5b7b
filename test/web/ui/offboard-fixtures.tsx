/** The panel's pages about offboarding. */
import { UserOffboard, UserReceipt } from '../../../lib/apps/admin/users/offboard-view.tsx'
import type { UserHead } from '../../../lib/apps/admin/users/user-props.tsx'
import type { ReceiptClaims } from '../../../lib/domain/management/receipt.ts'
import { at, type Fixture, FRAME, HOSTILE, hidden, pagesOf } from './fixture.ts'

const ines: UserHead = {
  sub: '0b7c8f1e-2f51-4a43-9b6f-8f8a7e3d2c1b',
  username: 'ines',
  name: 'Ines Duarte',
  email: 'ines@example.com',
  status: 'active',
  source: 'administrator',
  roles: ['finance', 'editor'],
}
const hostile: UserHead = { ...ines, username: HOSTILE, name: HOSTILE, email: HOSTILE, roles: [HOSTILE] }
const ended: ReceiptClaims['ended'] = {
  account: { count: 1 },
  sessions: { count: 3, ids: ['a', 'b', 'c'] },
  tokens: 'all',
  password: { count: 1 },
  roles: { count: 2, ids: ['finance', 'editor'] },
  passkeys: { count: 2, ids: ['a', 'b'] },
  authenticator_apps: { count: 1, ids: ['2026-11-01'] },
  recovery_codes: { count: 10 },
  trusted_devices: { count: 1, ids: ['k'] },
  consents: { count: 2, ids: ['nextcloud', 'gitlab'] },
}
const outside = (['account', 'roles', 'password'] as const).map((what) => ({ what, why: 'configuration' }) as const)
const question = {
  user: ines,
  reach: { sessions: 3, apps: 4 },
  ended,
  notEnded: [],
  apps: ['Nextcloud', 'GitLab', 'Mail', 'Billing'],
  mayPlan: true,
  form: { action: '/admin/users/u/offboard', hidden },
}
const claims: ReceiptClaims = {
  iss: 'https://id.example.com',
  jti: '5f0c7a34-8a34-4d2f-8d0b-9e9f6a7b8c9d',
  iat: 1_795_000_000,
  sub: ines.sub,
  username: 'ines',
  offboarded_at: at(20).toISOString(),
  offboarded_by: 'u-admin',
  final: true,
  ended: {
    account: { count: 1 },
    sessions: { count: 3, ids: ['a', 'b', 'c'] },
    tokens: 'all',
    email_links: 'all',
    password: { count: 1 },
    roles: { count: 2, ids: ['finance', 'editor'] },
    passkeys: { count: 2, ids: ['k', 'l'] },
    consents: { count: 2, ids: ['nextcloud', 'gitlab'] },
  },
  not_ended: [],
  apps: [],
  audit: { first: 48_211, last: 48_214, head: `48214:${'93bafefb'.repeat(8)}` },
}
const responded = { client_id: 'a', sid: 's', at: at(20).toISOString() }
const receipt = {
  user: { ...ines, status: 'suspended' } as const,
  receipt: {
    claims,
    by: 'Mira Lindqvist',
    apps: [
      {
        ...responded,
        app: { name: 'Nextcloud', href: '/admin/clients/a/overview' },
        notification: 'delivered',
        status: 200,
      },
      {
        ...responded,
        app: { name: 'GitLab', href: '/admin/clients/b/overview' },
        notification: 'failed',
        error: 'connection refused',
      },
      {
        ...responded,
        app: { name: 'Billing', href: '/admin/clients/c/overview' },
        notification: 'pending',
        status: 503,
      },
      { client_id: 'd', sid: 's', app: { name: 'Wiki' }, notification: 'none' },
    ],
  },
} as const

const { page } = pagesOf('offboard-', { frame: FRAME })

export const OFFBOARD_FIXTURES: readonly Fixture[] = [
  page('question', UserOffboard, question),
  page('configured', UserOffboard, {
    ...question,
    ended: { sessions: { count: 1 }, tokens: 'all' },
    notEnded: outside,
    mayPlan: false,
    apps: [],
  }),
  page('wrong-time', UserOffboard, { ...question, wrong: HOSTILE }),
  page('hostile', UserOffboard, {
    ...question,
    user: hostile,
    ended: { roles: { count: 1, ids: [HOSTILE] } },
    apps: [HOSTILE],
  }),
  page('receipt', UserReceipt, receipt),
  page('receipt-preliminary', UserReceipt, {
    ...receipt,
    receipt: { ...receipt.receipt, claims: { ...claims, final: false, not_ended: outside }, apps: [], by: HOSTILE },
  }),
  page('receipt-in-progress', UserReceipt, { ...receipt, user: hostile, receipt: undefined }),
]
