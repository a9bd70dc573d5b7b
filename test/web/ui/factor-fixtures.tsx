/** Pages about passkeys and codes, each in every state: two-step verification, the portal's security, the panel's users. */

import { type UserFactors, UserFactorsPage } from '../../../lib/apps/admin/users/factors-view.tsx'
import { PortalAuthenticator } from '../../../lib/apps/portal/security-authenticator-view.tsx'
import { PortalCodes, PortalRenewCodes } from '../../../lib/apps/portal/security-codes-view.tsx'
import { PortalConnect, PortalDisconnect } from '../../../lib/apps/portal/security-identities-view.tsx'
import { PortalPasskey, PortalRename } from '../../../lib/apps/portal/security-passkey-view.tsx'
import { PortalConfirmIdentity, PortalRemoval } from '../../../lib/apps/portal/security-removal-view.tsx'
import { PortalSecurity } from '../../../lib/apps/portal/security-view.tsx'
import {
  PasskeyCreated,
  PasskeyOffer,
  type PasskeyOfferProps,
} from '../../../lib/protocol/interaction/passkey-offer-view.tsx'
import { SecondStep, type SecondStepProps } from '../../../lib/protocol/interaction/second-step-view.tsx'
import { SignIn } from '../../../lib/protocol/interaction/sign-in-view.tsx'
import type { Screen } from '../../../lib/web/ui/view.ts'
import {
  FRAME as admin,
  ana,
  at,
  type Fixture,
  fixtureOf,
  PORTAL_FRAME as frame,
  HOSTILE,
  hidden,
  LONG,
} from './fixture.ts'

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
const auth = <Props extends object>(name: string, screen: Screen<Props>, props: Props): Fixture =>
  fixtureOf(name, screen, props, 'interaction')

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
const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jk${index}m`)
const act = { action: '/portal/security/act', hidden }
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const uri = `otpauth://totp/Portico:ana?secret=${secret}&issuer=Portico&algorithm=SHA1&digits=6&period=30`
const app = { frame, form: act, secret, uri }

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
export const NO_FACTORS: UserFactors = { passkeys: [] }

export const FACTOR_FIXTURES: readonly Fixture[] = [
  auth('sign-in-passkey', SignIn, signIn),
  auth('sign-in-passkey-wrong', SignIn, { ...signIn, fault: { kind: 'passkey_wrong' } }),
  auth('sign-in-passkey-unknown', SignIn, { ...signIn, fault: { kind: 'passkey_unknown' } }),
  auth('sign-in-passkey-confirm', SignIn, { ...signIn, confirm: { account: ana, username: 'ana' } }),
  auth('step-code', SecondStep, step),
  auth('step-code-missing', SecondStep, { ...step, fault: { way: 'code', kind: 'missing' } }),
  auth('step-code-wrong', SecondStep, { ...step, fault: { way: 'code', kind: 'wrong' } }),
  auth('step-code-used', SecondStep, { ...step, fault: { way: 'code', kind: 'used' } }),
  auth('step-code-throttled', SecondStep, {
    ...step,
    fault: { way: 'code', kind: 'throttled', retryAfterSeconds: 720 },
  }),
  auth('step-passkey', SecondStep, byPasskey),
  auth('step-passkey-wrong', SecondStep, { ...byPasskey, fault: { way: 'passkey', kind: 'wrong' } }),
  auth('step-passkey-alone', SecondStep, { ...byPasskey, others: [] }),
  auth('step-recovery', SecondStep, byRecovery),
  auth('step-recovery-last', SecondStep, { ...byRecovery, codesLeft: 1 }),
  auth('step-recovery-wrong', SecondStep, { ...byRecovery, fault: { way: 'recovery-code', kind: 'wrong' } }),
  auth('step-up', SecondStep, { ...step, begun: 'signed-in', client: { name: LONG, development: true } }),
  auth('step-trust', SecondStep, { ...step, trust: { checked: false } }),
  auth('step-trust-wrong', SecondStep, { ...step, trust: { checked: true }, fault: { way: 'code', kind: 'wrong' } }),
  auth('step-trust-passkey', SecondStep, { ...byPasskey, trust: { checked: false } }),
  auth('passkey-offer', PasskeyOffer, offer),
  auth('passkey-offer-refused', PasskeyOffer, { ...offer, fault: 'refused' }),
  auth('passkey-offer-hostile', PasskeyOffer, { ...offer, client: { name: HOSTILE }, fault: 'taken' }),
  auth('passkey-created', PasskeyCreated, { ...offer, codes }),
  auth('passkey-created-again', PasskeyCreated, { ...offer, client: { name: HOSTILE } }),
  auth('step-hostile', SecondStep, { ...step, client: { name: HOSTILE }, account: { name: HOSTILE, detail: HOSTILE } }),

  fixtureOf('security', PortalSecurity, {
    frame,
    twoSteps: 'on',
    password,
    passkeys,
    app: { addedAt: at(3), usedAt: at(20) },
    recovery: { left: 8, madeAt: at(3), low: false },
    identities: {
      cards: [{ id: 'b', name: 'Company B', linkedAt: at(3), isOrigin: false }],
      offered: [{ id: 'c', name: 'Company C' }],
    },
    trusted: { form: act, devices: [laptopTrusted, { ...laptopTrusted, key: 't2', usedAt: undefined }] },
  }),
  fixtureOf('security-off', PortalSecurity, {
    frame,
    twoSteps: 'off',
    password: { own: true, setAt: undefined },
    passkeys: none,
    app: 'off',
    recovery: 'none',
    trusted: undefined,
  }),
  fixtureOf('security-low', PortalSecurity, {
    frame: { ...frame, news: { tone: 'ok', text: 'The authenticator app is set up.' } },
    twoSteps: 'on',
    password,
    passkeys: none,
    app: { addedAt: at(21) },
    recovery: { left: 1, madeAt: at(3), low: true },
    trusted: { form: act, devices: [] },
  }),
  fixtureOf('security-no-codes', PortalSecurity, {
    frame,
    twoSteps: 'on',
    password,
    passkeys: { ...passkeys, place: 'elsewhere' },
    app: undefined,
    recovery: 'none',
    trusted: { form: act, devices: [{ ...laptopTrusted, browser: undefined, system: undefined }] },
  }),
  fixtureOf('security-hosted', PortalSecurity, {
    frame,
    twoSteps: undefined,
    password: { own: false, by: HOSTILE, setAt: undefined },
    identities: {
      cards: [{ id: 'b', name: HOSTILE, linkedAt: at(3), isOrigin: true }],
      offered: [{ id: 'c', name: HOSTILE }],
    },
    passkeys: undefined,
    app: undefined,
    recovery: undefined,
    trusted: undefined,
  }),
  fixtureOf('security-app-only', PortalSecurity, {
    frame,
    twoSteps: 'on',
    password,
    passkeys: undefined,
    app: { addedAt: at(3) },
    recovery: undefined,
    trusted: undefined,
  }),
  fixtureOf('security-hostile', PortalSecurity, {
    frame: { ...frame, account: { name: HOSTILE, detail: HOSTILE } },
    twoSteps: 'on',
    password,
    passkeys: {
      ...passkeys,
      cards: [
        { ...laptop, key: HOSTILE, name: HOSTILE },
        { ...laptop, key: 'k9', name: LONG },
      ],
      host: HOSTILE,
    },
    app: 'off',
    recovery: 'none',
    trusted: { form: act, devices: [{ ...laptopTrusted, key: HOSTILE, browser: HOSTILE, system: LONG }] },
  }),
  fixtureOf('security-connect', PortalConnect, { frame, form: act, provider: 'Company B' }),
  fixtureOf('security-connect-hostile', PortalConnect, { frame, form: act, provider: HOSTILE }),
  fixtureOf('security-disconnect', PortalDisconnect, { frame, form: act, provider: HOSTILE }),
  fixtureOf('security-passkey', PortalPasskey, {
    frame,
    form: act,
    optionsHref: '/portal/security/passkey?options=1',
    max: 20,
  }),
  fixtureOf('security-passkey-refused', PortalPasskey, {
    frame,
    form: act,
    optionsHref: '/x',
    max: 20,
    fault: 'refused',
  }),
  fixtureOf('security-passkey-taken', PortalPasskey, { frame, form: act, optionsHref: '/x', max: 20, fault: 'taken' }),
  fixtureOf('security-passkey-too-many', PortalPasskey, {
    frame,
    form: act,
    optionsHref: '/x',
    max: 20,
    fault: 'too-many',
  }),
  fixtureOf('security-rename', PortalRename, { frame, form: act, name: 'Chrome on Linux' }),
  fixtureOf('security-rename-wrong', PortalRename, { frame, form: act, name: HOSTILE, fault: 'unusable' }),
  fixtureOf('security-app', PortalAuthenticator, app),
  fixtureOf('security-app-missing', PortalAuthenticator, { ...app, fault: 'missing' }),
  fixtureOf('security-app-wrong', PortalAuthenticator, { ...app, fault: 'wrong' }),
  fixtureOf('security-app-expired', PortalAuthenticator, { ...app, fault: 'expired' }),
  fixtureOf('security-codes', PortalCodes, {
    frame,
    file,
    codes,
    done: 'The authenticator app is set up.',
    replaced: false,
  }),
  fixtureOf('security-codes-replaced', PortalCodes, { frame, file, codes, replaced: true }),
  fixtureOf('security-codes-ask', PortalRenewCodes, { frame, form: act }),
  fixtureOf('security-remove-passkey', PortalRemoval, {
    frame,
    form: act,
    what: { kind: 'passkey', name: HOSTILE },
    last: true,
  }),
  fixtureOf('security-remove-app', PortalRemoval, { frame, form: act, what: { kind: 'authenticator' }, last: false }),
  fixtureOf('security-stale', PortalConfirmIdentity, { frame, href: '/portal/security/passkey' }),

  fixtureOf('users-factors', UserFactorsPage, {
    frame: admin,
    user,
    form: act,
    factors: { ...FACTORS, passkeys: [laptop, { ...laptop, key: HOSTILE, name: HOSTILE, usedAt: undefined }] },
  }),
  fixtureOf('users-factors-none', UserFactorsPage, { frame: admin, user, form: act, factors: NO_FACTORS }),
]
