/** The pages that emails lead to, and the panel's list of emails, each in every state. */
import { Emails, type EmailsProps } from '../../../lib/apps/admin/operations/emails-view.tsx'
import { MailCode } from '../../../lib/protocol/interaction/mail-code-view.tsx'
import { RecoveryChoose, RecoveryStep } from '../../../lib/protocol/recovery/choose-view.tsx'
import { RecoveryAddress, RecoveryNotMe } from '../../../lib/protocol/recovery/confirm-view.tsx'
import { RecoveryConnect } from '../../../lib/protocol/recovery/connect-view.tsx'
import { RecoveryDone } from '../../../lib/protocol/recovery/done-view.tsx'
import { Forgot, ForgotSent } from '../../../lib/protocol/recovery/forgot-view.tsx'
import { LinkVoid } from '../../../lib/protocol/recovery/void-view.tsx'
import { ana, at, type Fixture, FRAME, HOSTILE, hostile, LIMITS, pagesOf, VIEWER_FRAME } from './fixture.ts'

const hidden = { csrf: 'token-1', link: 'abc.def' }

const { page } = pagesOf('recovery-', {}, 'interaction')
const panel = pagesOf('recovery-', { frame: FRAME })

const form = { action: '/recovery/recovery', hidden }
const choose = {
  kind: 'recovery' as const,
  form,
  account: ana,
  username: 'ana',
  ...LIMITS,
  passkey: { form, optionsHref: '/recovery/recovery?passkey=creation' },
}
const step = {
  form,
  account: ana,
  way: 'code' as const,
  others: [{ way: 'passkey' as const, href: '/recovery/recovery?way=passkey' }],
  optionsHref: '/recovery/recovery?passkey=request',
}
const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jk${index}m-mnpq-rstu-vw45`)
const emails: Omit<EmailsProps, 'frame'> = {
  rows: [
    {
      id: 'l1',
      kind: 'recovery',
      who: { name: 'Ana Souza', href: '/admin/users/u-ana' },
      state: 'due',
      tries: { tries: [{ at: at(20), ok: false, text: '451 4.3.0 not now', ms: 120 }], count: 1, nextAt: at(22) },
      answer: '451 4.3.0 not now',
      createdAt: at(20),
    },
    {
      id: 'l2',
      kind: 'new-browser',
      who: { name: HOSTILE },
      state: 'delivered',
      tries: { tries: [{ at: at(19), ok: true, text: '250 queued', ms: 40 }], count: 1 },
      answer: '250 2.0.0 Ok: queued as 4WxYz',
      createdAt: at(19),
    },
    {
      id: 'l3',
      kind: 'test',
      who: undefined,
      state: 'failed',
      tries: { tries: [{ at: at(18), ok: false, text: HOSTILE, ms: 40 }], count: 1 },
      answer: HOSTILE,
      createdAt: at(18),
    },
    {
      id: 'l4',
      kind: 'recovery',
      who: { name: 'Bert' },
      state: 'dropped',
      tries: { tries: [], count: 0 },
      answer: 'The email address is not verified',
      createdAt: at(17),
    },
  ],
  outcome: 'all',
  mailer: 'smtp (smtp.example.com:587)',
  retry: { action: '/admin/emails/retry', hidden },
  test: { action: '/admin/emails/test', hidden },
  nextHref: '/admin/emails?before=x',
}

const mailCode = {
  form: { action: '/interaction/abc', hidden },
  client: { name: 'Billing' },
  account: ana,
  minutes: 10,
  otherHref: '/interaction/abc?as=other',
}

export const EMAIL_FIXTURES: readonly Fixture[] = [
  page('mail-code', MailCode, mailCode),
  page('mail-code-again', MailCode, { ...mailCode, again: 'sent' }),
  page('mail-code-wrong', MailCode, { ...mailCode, issue: { kind: 'wrong' } }),
  page('mail-code-throttled', MailCode, { ...mailCode, issue: { kind: 'throttled', retryAfterSeconds: 600 } }),
  page('forgot', Forgot, { form, backHref: '/interaction/abc' }),
  page('forgot-missing', Forgot, { form, issue: { kind: 'missing' } }),
  page('forgot-throttled', Forgot, { form, issue: { kind: 'throttled', retryAfterSeconds: 600 } }),
  page('sent', ForgotSent, { minutes: 20, againHref: '/recovery/', backHref: '/interaction/abc' }),
  page('choose', RecoveryChoose, choose),
  page('choose-wrong', RecoveryChoose, { ...choose, issue: 'too_short' }),
  page('choose-passkey-refused', RecoveryChoose, { ...choose, passkey: { ...choose.passkey, issue: 'refused' } }),
  page('invitation', RecoveryChoose, { ...choose, kind: 'invitation', account: hostile }),
  page('choose-no-passkeys', RecoveryChoose, { kind: 'recovery', form, account: ana, username: 'ana', ...LIMITS }),
  page('step', RecoveryStep, step),
  page('step-wrong', RecoveryStep, { ...step, issue: { way: 'code', kind: 'wrong' } }),
  page('address', RecoveryAddress, { form, account: ana, address: 'ana.souza@example.org' }),
  page('address-hostile', RecoveryAddress, { form, account: hostile, address: HOSTILE }),
  page('not-me', RecoveryNotMe, { form, account: ana }),
  ...(['password', 'passkey', 'invitation', 'address', 'address-taken', 'secured'] as const).map((done) =>
    page(`done-${done}`, RecoveryDone, { done, address: 'ana@example.org', href: '/portal/' }),
  ),
  page('connect', RecoveryConnect, { form, account: ana, provider: 'Company B', issue: undefined }),
  page('connect-taken', RecoveryConnect, { form, account: hostile, provider: HOSTILE, issue: 'taken' }),
  page('connect-failed', RecoveryConnect, { form, account: ana, provider: 'Company B', issue: 'failed' }),
  page('done-connected', RecoveryDone, { done: 'connected', provider: HOSTILE, href: '/portal/' }),
  page('done-codes', RecoveryDone, { done: 'passkey', codes, href: '/portal/' }),
  page('done-no-portal', RecoveryDone, { done: 'password', href: undefined }),
  ...(['used', 'newer', 'expired', 'changed', 'unknown'] as const).map((issue) =>
    page(`void-${issue}`, LinkVoid, { kind: 'recovery', issue, againHref: '/recovery/', accountHref: '/portal/' }),
  ),
  page('void-invitation', LinkVoid, {
    kind: 'invitation',
    issue: 'expired',
    againHref: '/recovery/',
    accountHref: '/portal/',
  }),
  ...panel.states(emails)(Emails, {
    emails: {},
    'emails-viewer': { frame: VIEWER_FRAME },
    'emails-user': { user: { sub: 'u-1', name: HOSTILE } },
    'emails-empty': { rows: [], nextHref: undefined },
    'emails-off': { rows: [], mailer: undefined, nextHref: undefined },
    'emails-wrong': { wrongAddress: HOSTILE },
  }),
]
