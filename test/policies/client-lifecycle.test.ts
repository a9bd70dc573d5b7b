import {
  type LifecycleClient,
  notAllowedReason,
  TRANSITIONS,
  type Transition,
} from '../../policies/client-lifecycle.ts'

const ACTIVE: LifecycleClient = {
  clientId: 'billing',
  status: 'active',
  type: 'confidential',
  environment: 'development',
  source: 'administrator',
  redirectUris: ['https://billing.example.com/cb'],
  otherUris: [],
  hasPrivateLogoutAddress: false,
}
const DISABLED: LifecycleClient = { ...ACTIVE, status: 'disabled' }
const ALL = Object.keys(TRANSITIONS) as readonly Transition[]

it.each<[Transition, string]>([
  ['disable', 'new-epoch'],
  ['enable', 'nothing'],
  ['decommission', 'removed'],
  ['rotate-secret', 'new-secret'],
  ['go-live', 'nothing'],
  ['change', 'nothing'],
])('what happens besides: %s: %s', (transition, also) => expect(TRANSITIONS[transition].also).toBe(also))

describe('what stands in the way', () => {
  it.each<[string | undefined, Transition, string, LifecycleClient]>([
    [undefined, 'disable', 'an active client', ACTIVE],
    ['already-disabled', 'disable', 'a disabled client', DISABLED],
    [undefined, 'enable', 'a disabled client', DISABLED],
    ['already-active', 'enable', 'an active client', ACTIVE],
    [undefined, 'rotate-secret', 'an active confidential client', ACTIVE],
    ['public-client', 'rotate-secret', 'a public client has no secret', { ...ACTIVE, type: 'public' }],
    ['gated-app', 'rotate-secret', 'a gated app has no secret', { ...ACTIVE, isGate: true }],
    ['disabled', 'rotate-secret', 'a disabled client', DISABLED],
    [undefined, 'change', 'an active client', ACTIVE],
    [undefined, 'change', 'a disabled client', DISABLED],
    [undefined, 'go-live', 'every address on https', ACTIVE],
    ['already-live', 'go-live', 'a live client: there is no way back', { ...ACTIVE, environment: 'live' }],
    ['disabled', 'go-live', 'a disabled client', DISABLED],
    [
      'not-https',
      'go-live',
      'a redirect URI on http',
      { ...ACTIVE, redirectUris: ['https://a.example/cb', 'http://localhost:4000/cb'] },
    ],
    ['notices-inside', 'go-live', 'a private back-channel address', { ...ACTIVE, hasPrivateLogoutAddress: true }],
    [undefined, 'change', 'the same, in development', { ...ACTIVE, hasPrivateLogoutAddress: true }],
    ['not-https', 'go-live', 'a logout address on http', { ...ACTIVE, otherUris: ['http://localhost:4000/'] }],
  ])('%s: %s, %s', (expected, transition, _, client) => expect(notAllowedReason(client, transition)).toBe(expected))

  it.each<[string | undefined, string, LifecycleClient, string | undefined]>([
    [undefined, 'the id typed to confirm', ACTIVE, 'billing'],
    [undefined, 'a disabled client, the id typed', DISABLED, 'billing'],
    ['not-confirmed', 'nothing typed', ACTIVE, undefined],
    ['not-confirmed', 'another id typed', ACTIVE, 'payroll'],
    ['not-confirmed', 'the wrong case', ACTIVE, 'Billing'],
    ['not-confirmed', 'a space behind it', ACTIVE, 'billing '],
  ])('%s: decommission, %s', (expected, _, client, confirmation) =>
    expect(notAllowedReason(client, 'decommission', confirmation)).toBe(expected),
  )

  it.each(
    (['configuration', 'service'] as const).flatMap((source) => ALL.map((transition) => [source, transition] as const)),
  )('read-only: a client of the %s, %s (D-C6, D-C7)', (source, transition) => {
    expect(notAllowedReason({ ...ACTIVE, source }, transition, 'billing')).toBe('read-only')
    expect(notAllowedReason({ ...DISABLED, source }, transition, 'billing')).toBe('read-only')
  })
})
