/** Fixtures of the explanations of refused requests, in every state. */
import type { ExplanationDetails } from '../../../lib/apps/admin/operations/explain-props.ts'
import { Explain } from '../../../lib/apps/admin/operations/explain-view.tsx'
import { differenceKind, uriDifference } from '../../../lib/domain/audit/uri-difference.ts'
import { FRAME as frame, HOSTILE, operations } from './fixture.ts'

const { states } = operations

const at = new Date('2026-11-21T13:47:00Z')
const ID = 'k7m2-9qxd-4htn'
const STEPS = ['app', 'returnAddress', 'parameters', 'signIn', 'consent', 'code', 'tokens'] as const
const difference = (sent: string, registered: string): NonNullable<ExplanationDetails['difference']> => {
  const found = uriDifference(sent, registered)
  return { ...found, ...differenceKind(found) }
}
const progress = (failed: number): ExplanationDetails['progress'] =>
  STEPS.map((step, index) => ({ step, state: index < failed ? 'passed' : index === failed ? 'failed' : 'open' }))

const request = {
  at,
  app: { name: 'CRM', title: 'crm', href: '/admin/clients/crm/overview' },
  address: '10.21.9.9',
  steps: [{ step: 'authorization request', found: HOSTILE }],
  ownerEmail: 'platform@acme.example',
  pageHref: 'https://sso.example.com/admin/explain/k7m2-9qxd-4htn',
  activityHref: '/admin/activity?request_id=k7m2-9qxd-4htn',
}
const crm = {
  ...request,
  route: 'authorize',
  status: 400,
  error: 'invalid_request',
  ref: 'redirect_uri_mismatch',
  cause: 'The return address is not registered',
  causeHref: 'https://sso.example.com/errors/redirect_uri_mismatch',
  detail: 'redirect_uri is not registered for the client',
  difference: difference('https://crm.acme.example/callback/', 'https://crm.acme.example/callback'),
  sent: 'https://crm.acme.example/callback/',
  advice: 'URLs are compared as strings. Scheme, port, letter case, and a trailing slash all count.',
  progress: progress(1),
  repeats: {
    days: Array.from({ length: 7 }, (_, index) => ({
      day: `2026-11-${15 + index}`,
      count: index,
      href: index === 0 ? undefined : '/admin/activity?kind=failures&client=crm',
    })),
    total: 18,
    counted: 'all',
    firstAt: new Date('2026-11-19T14:06:00Z'),
    users: 0,
    addresses: 3,
  },
  isOut: true,
  addHref: '/admin/clients/crm/settings?from_request=k7m2-9qxd-4htn',
} satisfies ExplanationDetails
const signIn = {
  ...request,
  route: 'interaction',
  status: 401,
  progress: progress(3),
  isOut: false,
  signIn: {
    reason: 'wrong_password',
    who: { name: 'Ines Kim', title: 'ines.kim', href: '/admin/users/u-ines' },
    count: 10,
    minutes: 15,
    address: '10.20.9.3',
    lockedUntil: new Date('2026-11-21T14:08:00Z'),
  },
} satisfies ExplanationDetails

export const EXPLAIN_FIXTURES = [
  ...states({ requestId: ID })(Explain, {
    explain: { found: crm },
    'explain-hostile': {
      frame: { ...frame, mayChange: false },
      found: {
        ...crm,
        cause: undefined,
        causeHref: undefined,
        ref: 'odd_reference',
        app: { name: HOSTILE },
        addHref: undefined,
        ownerEmail: HOSTILE,
        difference: difference(`https://${HOSTILE}`, 'https://crm.acme.example/callback'),
        repeats: { ...crm.repeats, counted: 'at-least', users: 4 },
      },
    },
    'explain-userinfo': {
      found: {
        ...crm,
        route: 'userinfo',
        app: undefined,
        ownerEmail: undefined,
        addHref: undefined,
        difference: undefined,
        sent: undefined,
        advice: undefined,
        progress: undefined,
        repeats: undefined,
        isOut: false,
        steps: [],
      },
    },
    'explain-sign-in': { found: signIn },
    'explain-sign-in-unknown': { found: { ...signIn, signIn: { reason: 'unknown_name', count: 1, minutes: 1 } } },
    'explain-unknown': { requestId: HOSTILE },
    'explain-near': {
      requestId: 'k7m2-9qxd-4htx',
      near: { hits: [{ kind: 'requests', label: ID, at, href: `/admin/explain/${ID}` }], first: 8 },
    },
  }),
]
