/** Pages about passkeys and codes, each in every state: two-step verification, portal, panel. */
import { UserFactorRemoval } from '../../../lib/apps/admin/users/factor-removal-view.tsx'
import { type UserFactors, UserFactorsPage } from '../../../lib/apps/admin/users/factors-view.tsx'
import { FactorPlan } from '../../../lib/apps/admin/users/plan-view.tsx'
import { PortalAuthenticator, PortalCodes, PortalRenewCodes } from '../../../lib/apps/portal/security-codes-view.tsx'
import { PortalConnect, PortalDisconnect } from '../../../lib/apps/portal/security-identities-view.tsx'
import { PortalPasskey, PortalRename } from '../../../lib/apps/portal/security-passkey-view.tsx'
import { PortalConfirmIdentity, PortalRemoval } from '../../../lib/apps/portal/security-removal-view.tsx'
import { PortalSecurity } from '../../../lib/apps/portal/security-view.tsx'
import { Enroll, Enrolled, type EnrollProps } from '../../../lib/protocol/interaction/enroll-view.tsx'
import {
  PasskeyCreated,
  PasskeyOffer,
  type PasskeyOfferProps,
  PasskeySilent,
} from '../../../lib/protocol/interaction/passkey-offer-view.tsx'
import { SecondStep, type SecondStepProps } from '../../../lib/protocol/interaction/second-step-view.tsx'
import { SignIn } from '../../../lib/protocol/interaction/sign-in-view.tsx'
import { ana, at, type Fixture, FRAME, PORTAL_FRAME as frame, HOSTILE, hidden, LONG, pagesOf } from './fixture.ts'

const form = { action: '/interaction/abc', hidden }
const signIn = {
  form,
  client: { name: 'Billing' },
  remember: { checked: false },
  passkeys: { optionsHref: '/interaction/abc?passkey=options', host: 'sso.example.com' },
}
const step: SecondStepProps = {
  form,
  client: { name: 'Billing' },
  account: ana,
  begun: 'password',
  way: 'code',
  others: [
    { way: 'passkey', href: '/interaction/abc?way=passkey' },
    { way: 'recovery-code', href: '/interaction/abc?way=recovery-code' },
  ],
  otherHref: '/interaction/abc?as=other',
  codesLeft: 8,
  optionsHref: '/interaction/abc?passkey=options',
}
const offer: PasskeyOfferProps = {
  form: step.form,
  client: step.client,
  optionsHref: '/interaction/abc?passkey=options',
}
const enroll: EnrollProps = {
  form: step.form,
  client: step.client,
  account: ana,
  otherHref: step.otherHref,
  app: { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Portico:ana?secret=JBSWY3DPEHPK3PXP' },
  optionsHref: '/interaction/abc?passkey=options',
}
const byPasskey: SecondStepProps = {
  ...step,
  way: 'passkey',
  others: [{ way: 'recovery-code', href: '/interaction/abc?way=recovery-code' }],
}
const byRecovery: SecondStepProps = {
  ...step,
  way: 'recovery-code',
  others: [{ way: 'code', href: '/interaction/abc?way=code' }],
}
const auth = pagesOf('', {}, 'interaction')
const { page, states } = pagesOf('', { frame })

const laptop = { key: 'k1', name: 'Chrome on Linux', createdAt: at(2), usedAt: at(21), device: 'single' } as const
const laptopTrusted = { key: 't1', browser: 'Chrome', system: 'Linux', since: at(2), until: at(32), usedAt: at(20) }
const known = { handle: 'aGFuZGxl', ids: ['aWQtMQ', 'aWQtMg'] }
const passkeys = {
  cards: [
    laptop,
    { ...laptop, key: 'k2', name: 'Apple Passwords', usedAt: undefined, device: 'synced' },
    { ...laptop, key: 'k3' },
  ],
  place: 'here',
  host: 'sso.example.com',
  known,
} as const
const none = { ...passkeys, cards: [], known: { ...known, ids: [] } }
const password = { own: true, setAt: at(4) }
const file = { action: '/portal/security/recovery-codes/file', hidden }
const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jk${index}m-mnpq-rstu-vw45`)
const act = { action: '/portal/security/act', hidden }
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const uri = `otpauth://totp/Portico:ana?secret=${secret}&issuer=Portico&algorithm=SHA1&digits=6&period=30`
const app = { form: act, secret, uri }

const user = {
  sub: 'u-ana',
  username: 'ana',
  name: 'Ana Souza',
  email: 'ana@example.com',
  status: 'active',
  source: 'administrator',
  roles: [],
} as const
export const FACTORS: UserFactors = { passkeys: [laptop], appAddedAt: at(3), recoveryCodes: 8 }
const ANA_ROW = { ...ana, href: '/admin/users/u-ana' }
export const NO_FACTORS: UserFactors = { passkeys: [], graceUntil: at(30) }

export const FACTOR_FIXTURES: readonly Fixture[] = [
  auth.page('sign-in-passkey', SignIn, signIn),
  auth.page('sign-in-passkey-unknown', SignIn, { ...signIn, issue: { kind: 'passkey_unknown' } }),
  auth.page('sign-in-passkey-confirm', SignIn, { ...signIn, confirm: { account: ana, username: 'ana' } }),
  ...auth.states({})(SecondStep, {
    'step-code': step,
    'step-code-missing': { ...step, issue: { way: 'code', kind: 'missing' } },
    'step-code-used': { ...step, issue: { way: 'code', kind: 'used' } },
    'step-code-throttled': { ...step, issue: { way: 'code', kind: 'throttled', retryAfterSeconds: 720 } },
    'step-passkey': byPasskey,
    'step-passkey-wrong': { ...byPasskey, issue: { way: 'passkey', kind: 'wrong' } },
    'step-recovery-last': { ...byRecovery, codesLeft: 1 },
    'step-recovery-wrong': { ...byRecovery, issue: { way: 'recovery-code', kind: 'wrong' } },
    'step-up': { ...step, begun: 'signed-in', client: { name: LONG, development: true } },
    'step-trust': { ...step, trust: { checked: false } },
    'step-trust-passkey': { ...byPasskey, trust: { checked: false } },
    'step-hostile': { ...step, client: { name: HOSTILE }, account: { name: HOSTILE, detail: HOSTILE } },
  }),
  auth.page('enroll', Enroll, enroll),
  auth.page('enroll-wrong', Enroll, { ...enroll, issue: 'wrong', client: { name: LONG, development: true } }),
  auth.page('enroll-passkey-hostile', Enroll, {
    ...enroll,
    app: undefined,
    issue: 'refused',
    client: { name: HOSTILE },
    account: { name: HOSTILE, detail: HOSTILE },
  }),
  auth.page('enrolled', Enrolled, { client: { name: HOSTILE }, codes, href: '/authorize/abc' }),
  auth.page('passkey-offer', PasskeyOffer, offer),
  auth.page('passkey-offer-hostile', PasskeyOffer, { ...offer, client: { name: HOSTILE }, issue: 'taken' }),
  auth.page('passkey-silent', PasskeySilent, { ...offer, client: { name: HOSTILE } }),
  auth.page('passkey-created-again', PasskeyCreated, { ...offer, client: { name: HOSTILE } }),
  ...states({ twoSteps: 'on', password, passkeys: none, app: 'off', recovery: 'none', trusted: undefined })(
    PortalSecurity,
    {
      security: {
        passkeys,
        app: { addedAt: at(3), usedAt: at(20) },
        recovery: { left: 8, madeAt: at(3), low: false },
        identities: {
          cards: [{ id: 'b', name: 'Company B', linkedAt: at(3), isOrigin: false }],
          offered: [{ id: 'c', name: 'Company C' }],
        },
        trusted: { form: act, devices: [laptopTrusted, { ...laptopTrusted, key: 't2', usedAt: undefined }] },
      },
      'security-off': { due: { by: 'grace', day: at(30) }, twoSteps: 'off', password: { own: true, setAt: undefined } },
      'security-low': {
        frame: { ...frame, flash: { tone: 'ok', text: 'The authenticator app is set up.' } },
        app: { addedAt: at(21) },
        recovery: { left: 1, madeAt: at(3), low: true },
        trusted: { form: act, devices: [] },
      },
      'security-no-codes': {
        passkeys: { ...passkeys, place: 'other-host' },
        app: undefined,
        trusted: { form: act, devices: [{ ...laptopTrusted, browser: undefined, system: undefined }] },
      },
      'security-hosted': {
        twoSteps: undefined,
        password: { own: false, by: HOSTILE, setAt: undefined },
        identities: {
          cards: [{ id: 'b', name: HOSTILE, linkedAt: at(3), isOrigin: true }],
          offered: [{ id: 'c', name: HOSTILE }],
        },
        passkeys: undefined,
        app: undefined,
        recovery: undefined,
      },
      'security-hostile': {
        frame: { ...frame, account: { name: HOSTILE, detail: HOSTILE } },
        passkeys: {
          ...passkeys,
          cards: [
            { ...laptop, key: HOSTILE, name: HOSTILE },
            { ...laptop, key: 'k9', name: LONG },
          ],
          host: HOSTILE,
        },
        trusted: { form: act, devices: [{ ...laptopTrusted, key: HOSTILE, browser: HOSTILE, system: LONG }] },
      },
    },
  ),
  page('security-connect', PortalConnect, { form: act, provider: 'Company B' }),
  page('security-connect-hostile', PortalConnect, { form: act, provider: HOSTILE }),
  page('security-disconnect', PortalDisconnect, { form: act, provider: HOSTILE }),
  page('security-passkey', PortalPasskey, { form: act, optionsHref: '/portal/security/passkey?options=1', max: 20 }),
  page('security-passkey-refused', PortalPasskey, { form: act, optionsHref: '/x', max: 20, issue: 'refused' }),
  page('security-passkey-too-many', PortalPasskey, { form: act, optionsHref: '/x', max: 20, issue: 'too-many' }),
  page('security-rename', PortalRename, { form: act, name: 'Chrome on Linux' }),
  page('security-rename-wrong', PortalRename, { form: act, name: HOSTILE, issue: 'unusable' }),
  page('security-app', PortalAuthenticator, app),
  page('security-app-wrong', PortalAuthenticator, { ...app, issue: 'wrong' }),
  page('security-app-expired', PortalAuthenticator, { ...app, issue: 'expired' }),
  page('security-codes-replaced', PortalCodes, { file, codes, replaced: true }),
  page('security-codes-ask', PortalRenewCodes, { form: act }),
  page('security-remove-passkey', PortalRemoval, { form: act, what: { kind: 'passkey', name: HOSTILE }, last: true }),
  page('security-remove-app', PortalRemoval, { form: act, what: { kind: 'authenticator' }, last: false }),
  page('security-stale', PortalConfirmIdentity, { href: '/portal/security/passkey' }),
  ...pagesOf('', { frame: FRAME }).states({ user, form: act })(UserFactorRemoval, {
    'users-factor-removal': { what: 'authenticator', isLast: false, reach: { sessions: 3, apps: 2 } },
    'users-factor-removal-passkey': { what: { passkey: HOSTILE }, isLast: true, reach: { sessions: 0, apps: 0 } },
    'users-factor-removal-all': { what: 'everything', isLast: true, reach: { sessions: 1, apps: 1 } },
  }),
  ...pagesOf('', { frame: FRAME }).states({ user })(UserFactorsPage, {
    'users-factors': {
      factors: { ...FACTORS, passkeys: [laptop, { ...laptop, key: HOSTILE, name: HOSTILE, usedAt: undefined }] },
    },
    'users-factors-none': { factors: NO_FACTORS },
    'users-factors-grace': { factors: NO_FACTORS, grace: { form: act, until: at(30) } },
    'users-factors-grace-wrong': { factors: NO_FACTORS, grace: { form: act, until: undefined, wrong: HOSTILE } },
  }),
  ...pagesOf('', { frame: FRAME }).states({
    current: { require: 'everybody', from: at(30) },
    rule: '',
    roles: ['sso:admin', 'finance', LONG],
    counts: { stopped: 27, haveFactor: 1, grace: 1, withoutEmail: 2 },
    hrefs: { stopped: '/admin/plan', grace: '/admin/plan', withoutEmail: '/admin/plan' },
    list: 'stopped',
    named: '',
    users: [ANA_ROW, { name: LONG, detail: LONG, href: '/admin/users/u-2' }],
    apps: [{ name: 'Billing', count: 27, href: '/admin/plan' }],
    byRole: [{ name: 'finance', count: 1, href: '/admin/plan' }],
    more: { apps: 0, roles: 0 },
  })(FactorPlan, {
    'factor-plan': { range: { from: 1, to: 25, total: 27 }, nextHref: '/admin/plan', lastAdministrator: ANA_ROW },
    'factor-plan-viewer': {
      frame: { ...FRAME, mayChange: false },
      current: { require: { roles: ['finance', 'legal'] } },
      rule: 'role:finance',
      list: 'role',
      named: LONG,
      more: { apps: 3, roles: 12 },
    },
    'factor-plan-none': {
      current: { require: 'nobody' },
      counts: { stopped: 0, haveFactor: 0, grace: 0, withoutEmail: 0 },
      users: [],
      apps: [],
      byRole: [],
    },
    'factor-plan-hostile': {
      lastAdministrator: { ...ANA_ROW, name: HOSTILE },
      list: 'app',
      named: HOSTILE,
      users: [{ name: HOSTILE, detail: HOSTILE, href: '/admin/users/u-3' }],
      apps: [{ name: HOSTILE, count: 1, href: '/admin/plan' }],
      byRole: [{ name: HOSTILE, count: 1, href: '/admin/plan' }],
    },
  }),
]
