import type { CurrentState } from '../../policies/access-token-status.ts'
import {
  ASSERTION_TYPE,
  decideGate,
  type GateDecision,
  type GateFacts,
  type GateIssue,
  gateIssues,
  gateRedirectUri,
  isAtGate,
} from '../../policies/gate.ts'
import { TOKEN_TYPES } from '../../policies/signing.ts'

const WIKI = 'https://wiki.example.com'

it.each<[string, 'development' | 'live', readonly GateIssue[]]>([
  [WIKI, 'live', []],
  [`${WIKI}/`, 'live', []],
  ['https://apps.example.com:8443/wiki', 'live', []],
  ['http://localhost:4000', 'development', []],
  ['http://localhost:4000', 'live', ['http-in-live']],
  ['http://wiki.example.com', 'development', ['http-not-localhost']],
  [`${WIKI}/?a=b`, 'live', ['query']],
  [`${WIKI}/.portico`, 'live', ['below-service']],
  [`${WIKI}/.portico/x`, 'live', ['below-service']],
  [`${WIKI}/.porticoes`, 'live', []],
  ['https://id.example.com:8443/wiki', 'live', ['host-of-service']],
  ['http://wiki.localhost:8081', 'development', []],
  ['http://wiki.localhost', 'live', ['http-in-live']],
  ['http://localhost.example.com', 'development', ['http-not-localhost']],
  ['https://wiki;x.example.com', 'live', ['characters']],
  ['https://wiki(x.example.com/<', 'live', ['characters']],
  ['https://[2001:db8::1]', 'live', []],
  ['wiki', 'live', ['not-a-url']],
  ['', 'live', ['missing']],
])('the address %j of a %s app', (url, environment, issues) =>
  expect(gateIssues(url, environment, ['id.example.com'])).toEqual(issues),
)

it('sign-ins come back to the host of the app', () => {
  expect(gateRedirectUri('https://apps.example.com:8443/wiki', 'wiki')).toBe(
    'https://apps.example.com:8443/.portico/wiki/callback',
  )
  expect(gateRedirectUri('no address', 'wiki')).toBe('no address/.portico/wiki/callback')
})

it.each<[string, { host?: string; path?: string }, boolean]>([
  [WIKI, {}, true],
  [WIKI, { host: 'wiki.example.com' }, true],
  [WIKI, { host: 'WIKI.example.com:443' }, true],
  [WIKI, { host: 'wiki.example.com:8443' }, false],
  [WIKI, { host: 'wiki.example.com@evil.example' }, false],
  [WIKI, { host: '' }, false],
  [WIKI, { path: '/' }, true],
  [WIKI, { path: '//evil.example' }, true],
  [WIKI, { path: 'evil.example' }, false],
  [WIKI, { path: '' }, false],
  [`${WIKI}/a`, { path: '/a' }, true],
  [`${WIKI}/a/`, { path: '/a' }, true],
  [`${WIKI}/a`, { path: '/a?b' }, true],
  [`${WIKI}/a`, { path: '/a/b' }, true],
  [`${WIKI}/a`, { path: '/ab' }, false],
  [`${WIKI}/a`, { path: '/a/../b' }, false],
  [`${WIKI}/a`, { path: '/' }, false],
])('%s is asked for by %j: %j', (url, asked, is) => expect(isAtGate(url, asked)).toBe(is))

const session = { clientEpoch: 'e', subjectGeneration: 1, clientGeneration: 2 }
const now: CurrentState = {
  client: { active: true, epoch: 'e' },
  subjectGeneration: 1,
  clientGeneration: 2,
  sessionEnded: false,
  sessionRevoked: false,
}
const facts: GateFacts = {
  session,
  now,
  gate: { url: WIKI, assertion: false },
  requested: {},
  mayEnter: true,
  isNamed: true,
}

it.each<[string, Partial<GateFacts>, GateDecision]>([
  ['all is well', {}, 'pass'],
  ['the rule says no', { mayEnter: false }, 'no-access'],
  ['no header can carry the name', { isNamed: false }, 'unnamed'],
  ['another host was asked for', { requested: { host: 'mail.example.com' } }, 'other-url'],
  ['another host, and the rule says no', { requested: { host: 'mail.example.com' }, mayEnter: false }, 'other-url'],
  ['it is no gated app any more', { gate: undefined }, 'sign-in'],
  ['the session has ended', { now: { ...now, sessionEnded: true } }, 'sign-in'],
  ['it is revoked', { now: { ...now, sessionRevoked: true } }, 'sign-in'],
  ['the user is signed out everywhere', { now: { ...now, subjectGeneration: 2 } }, 'sign-in'],
  ['the access was withdrawn', { now: { ...now, clientGeneration: 3 } }, 'sign-in'],
  ['the client was revoked', { now: { ...now, client: { active: true, epoch: 'f' } } }, 'sign-in'],
  ['the client is disabled', { now: { ...now, client: { active: false, epoch: 'e' } } }, 'sign-in'],
  ['what has ended says nothing of the rule', { now: { ...now, sessionEnded: true }, mayEnter: false }, 'sign-in'],
])('%s', (_name, given, decision) => expect(decideGate({ ...facts, ...given })).toBe(decision))

it('the signed statement has an explicit type (8725 s3.11)', () =>
  expect(Object.values(TOKEN_TYPES)).not.toContain(ASSERTION_TYPE))
