/** The panel's pages about how a client is used, in every state. */
import { ClientOverview, type ClientOverviewProps } from '../../../lib/apps/admin/clients/overview-view.tsx'
import { ClientTester } from '../../../lib/apps/admin/clients/tester-view.tsx'
import { billing, EARLIER, odd, page, spa, states } from './client-fixtures.tsx'
import { type Fixture, HOSTILE, NOW, VIEWER_FRAME } from './fixture.ts'

const days = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10),
  signIns: (index * 7) % 19,
  refused: index % 9 === 4 ? 3 : 0,
}))
const issuer = 'https://sso.example.com'
const overview: Omit<ClientOverviewProps, 'frame'> = {
  client: billing,
  owner: 'finance@example.com',
  days,
  health: { started: 271, success: 0.968, failing: undefined },
  funnel: { requested: 271, page: 140, 'second-step': 60, consent: 12, code: 264, tokens: 262 },
  hours: Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => (day > 4 || hour < 6 || hour > 18 ? 0 : (day + hour * 3) % 11)),
  ),
  refusals: [
    { at: NOW, ref: 'redirect_uri_mismatch', requestId: 'k7m2-9qxd-4htn' },
    { at: EARLIER, ref: 'of_tomorrow', requestId: undefined },
    { at: EARLIER, ref: undefined, requestId: undefined },
  ],
  lastRefreshAt: NOW,
  secretUsedAt: NOW,
  reach: { people: 12, sessions: 15, counted: 'all' },
  hasLogoutUri: true,
  steps: { authorizedAt: NOW, signedInAt: NOW, userinfoAt: EARLIER, sessionRegisteredAt: undefined },
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
  access: 'all-users',
  roles: [],
  wanted: [],
  scopes: ['openid', 'profile'],
  userinfo: claims,
  idToken,
  accessToken: { ...idToken, aud: 'sso-resource-api', client_id: 'billing' },
} as const

export const CLIENT_USE_FIXTURES: readonly Fixture[] = [
  page('overview', ClientOverview, overview),
  page('overview-fresh', ClientOverview, {
    ...overview,
    client: spa,
    days: days.map(({ day }) => ({ day, signIns: 0, refused: 0 })),
    health: { started: 0, success: undefined, failing: undefined },
    funnel: { requested: 0, page: 0, 'second-step': 0, consent: 0, code: 0, tokens: 0 },
    refusals: [],
    lastRefreshAt: undefined,
    secretUsedAt: undefined,
    reach: { people: 0, sessions: 0, counted: 'all' },
    steps: nothing,
    hasLogoutUri: false,
  }),
  page('overview-viewer', ClientOverview, {
    ...overview,
    client: odd,
    owner: HOSTILE,
    health: { started: 18, success: 0, failing: { ref: 'redirect_uri_mismatch', count: 18, since: '2026-11-19' } },
    reach: { people: 512, sessions: 700, counted: 'at-least' },
    steps: { ...overview.steps, sessionRegisteredAt: EARLIER },
    frame: VIEWER_FRAME,
  }),
  ...states({ client: billing })(ClientTester, {
    tester: {},
    'tester-found': { user: 'ana', found: person },
    'tester-refused': {
      client: { ...spa, name: HOSTILE },
      user: HOSTILE,
      found: { ...person, name: HOSTILE, access: 'no-role', roles: ['sales'], wanted: ['finance', 'billing:read'] },
    },
    'tester-role': {
      user: 'ana',
      found: { ...person, access: 'role', roles: ['finance'], wanted: ['finance', 'billing:read'] },
    },
    'tester-no-role': { user: 'ana', found: { ...person, access: 'no-role', wanted: ['finance'] } },
    'tester-host-rule': { user: 'ana', found: { ...person, access: 'host-rule' } },
    'tester-disabled': { client: odd, user: 'ana', found: person },
    'tester-unknown': { user: HOSTILE, frame: VIEWER_FRAME },
    'tester-empty': { user: '' },
  }),
]
