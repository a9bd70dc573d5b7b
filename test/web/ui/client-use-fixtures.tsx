/** The panel's pages about how a client is used, in every state. */
import { ClientOverview, type ClientOverviewProps } from '../../../lib/apps/admin/clients/overview-view.tsx'
import { ClientTester } from '../../../lib/apps/admin/clients/tester-view.tsx'
import {
  billing,
  EARLIER,
  fixture,
  HOSTILE,
  NOW,
  odd,
  type PanelFixture,
  spa,
  VIEWER_FRAME,
} from './client-fixtures.tsx'

const days = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10),
  signIns: (index * 7) % 19,
}))
const issuer = 'https://sso.example.com'
const overview: Omit<ClientOverviewProps, 'frame'> = {
  client: billing,
  owner: 'finance@example.com',
  days,
  lastRefreshAt: NOW,
  secretUsedAt: NOW,
  reach: { people: 12, sessions: 15, counted: 'all' },
  hasLogoutUri: true,
  steps: { authorizedAt: NOW, signedInAt: NOW, userinfoAt: EARLIER, sessionRegisteredAt: undefined },
  endpoints: {
    issuer,
    discovery: `${issuer}/.well-known/openid-configuration`,
    authorize: `${issuer}/authorize`,
    token: `${issuer}/token`,
    userinfo: `${issuer}/userinfo`,
    logout: `${issuer}/connect/logout`,
    registerSession: `${issuer}/connect/register-session`,
  },
}
const nothing = {
  authorizedAt: undefined,
  signedInAt: undefined,
  userinfoAt: undefined,
  sessionRegisteredAt: undefined,
}
const claims = { sub: 'u-ana', name: 'Ana Souza', given_name: HOSTILE, email: 'ana@example.com', email_verified: true }
const idToken = { iss: issuer, sub: 'u-ana', aud: 'billing', iat: 1_795_273_445, nonce: '<nonce>', sid: '<sid>' }
const person = {
  name: 'Ana Souza',
  access: 'allowed',
  scopes: ['openid', 'profile'],
  userinfo: claims,
  idToken,
} as const

export const CLIENT_USE_FIXTURES: readonly PanelFixture[] = [
  fixture('overview', ClientOverview, overview),
  fixture('overview-fresh', ClientOverview, {
    ...overview,
    client: spa,
    days: days.map(({ day }) => ({ day, signIns: 0 })),
    lastRefreshAt: undefined,
    secretUsedAt: undefined,
    reach: { people: 0, sessions: 0, counted: 'all' },
    steps: nothing,
    hasLogoutUri: false,
  }),
  fixture(
    'overview-viewer',
    ClientOverview,
    {
      ...overview,
      client: odd,
      owner: HOSTILE,
      reach: { people: 512, sessions: 700, counted: 'at-least' },
      steps: { ...overview.steps, sessionRegisteredAt: EARLIER },
    },
    VIEWER_FRAME,
  ),
  fixture('tester', ClientTester, { client: billing }),
  fixture('tester-found', ClientTester, { client: billing, user: 'ana', found: person }),
  fixture('tester-refused', ClientTester, {
    client: { ...spa, name: HOSTILE },
    user: HOSTILE,
    found: { ...person, name: HOSTILE, access: 'refused' },
  }),
  fixture('tester-disabled', ClientTester, { client: odd, user: 'ana', found: person }),
  fixture('tester-unknown', ClientTester, { client: billing, user: HOSTILE }, VIEWER_FRAME),
  fixture('tester-empty', ClientTester, { client: billing, user: '' }),
]
