/** The review of access. */
import { ClientReview, type ClientReviewProps } from '../../../lib/apps/admin/clients/review-view.tsx'
import { UserAccess, type UserAccessProps } from '../../../lib/apps/admin/users/access-view.tsx'
import { billing, EARLIER, page } from './client-fixtures.tsx'
import { type Fixture, FRAME, HOSTILE, NOW, pagesOf } from './fixture.ts'

const user = { email: undefined, suspended: false, lastUsed: undefined, sessions: 0 }
const listed: Omit<ClientReviewProps, 'frame'> = {
  client: billing,
  roles: ['finance', 'auditor'],
  hasHostRule: true,
  rows: [
    {
      name: 'Ana Souza',
      username: 'ana',
      email: 'ana@example.com',
      href: '/admin/users/u-ana/access',
      by: ['finance', 'auditor'],
      suspended: false,
      lastUsed: NOW,
      sessions: 2,
    },
    {
      ...user,
      name: HOSTILE,
      username: HOSTILE,
      email: HOSTILE,
      href: '/admin/users/u-x/access',
      by: [HOSTILE],
      suspended: true,
      lastUsed: EARLIER,
    },
    { ...user, name: 'Kim', username: 'kim', href: '/admin/users/u-kim/access', by: ['finance'] },
  ],
  previousHref: '?',
  nextHref: '?cursor=25',
  csvHref: '/admin/review/export?client=billing&format=csv',
  ndjsonHref: '/admin/review/export?client=billing&format=ndjson',
}
const unlisted = { ...listed, roles: undefined, rows: undefined, previousHref: undefined, nextHref: undefined }

const app = {
  name: 'Billing',
  clientId: 'billing',
  href: '/admin/clients/billing/review',
  disabled: false,
  lastUsed: undefined,
  sessions: 0,
  scopes: [],
}
const access: Omit<UserAccessProps, 'frame'> = {
  user: {
    sub: 'u-ana',
    username: 'ana',
    name: 'Ana Souza',
    status: 'active',
    source: 'administrator',
    roles: ['finance'],
  },
  hasHostRule: false,
  rows: [
    { ...app, by: ['finance'], lastUsed: NOW, sessions: 1, scopes: ['openid', 'profile', 'email'] },
    {
      ...app,
      name: HOSTILE,
      clientId: HOSTILE,
      href: '/admin/clients/x/review',
      by: 'none',
      disabled: true,
      lastUsed: EARLIER,
      scopes: [HOSTILE],
    },
    { ...app, name: 'Wiki', clientId: 'wiki', href: '/admin/clients/wiki/review', by: 'all-users' },
  ],
  previousHref: undefined,
  nextHref: '?after=wiki',
  csvHref: '/admin/review/export?user=u-ana&format=csv',
  ndjsonHref: '/admin/review/export?user=u-ana&format=ndjson',
}

export const REVIEW_FIXTURES: readonly Fixture[] = [
  page('review', ClientReview, listed),
  page('review-empty', ClientReview, { ...listed, rows: [], previousHref: undefined, nextHref: undefined }),
  page('review-unlisted', ClientReview, unlisted),
  ...pagesOf('user-', { frame: FRAME }).states(access)(UserAccess, {
    access: {},
    'access-nothing': { user: { ...access.user, roles: [] }, rows: [], nextHref: undefined },
  }),
]
