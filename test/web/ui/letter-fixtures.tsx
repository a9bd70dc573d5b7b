/** The pages that letters lead to, and the panel's list of letters, each in every state. */

import { Letters, type LettersProps } from '../../../lib/apps/admin/operations/letters-view.tsx'
import { MailCode } from '../../../lib/protocol/interaction/mail-code-view.tsx'
import { RecoveryAddress } from '../../../lib/protocol/recovery/address-view.tsx'
import { RecoveryChoose, RecoveryStep } from '../../../lib/protocol/recovery/choose-view.tsx'
import { RecoveryConnect } from '../../../lib/protocol/recovery/connect-view.tsx'
import { RecoveryDone } from '../../../lib/protocol/recovery/done-view.tsx'
import { Forgot, ForgotSent } from '../../../lib/protocol/recovery/forgot-view.tsx'
import { RecoveryNotMe } from '../../../lib/protocol/recovery/not-me-view.tsx'
import { LinkVoid } from '../../../lib/protocol/recovery/void-view.tsx'
import type { PageKind } from '../../../lib/web/ui/csp.ts'
import type { Screen } from '../../../lib/web/ui/view.ts'
import { ana, at, type Fixture, fixtureOf, FRAME as frame, HOSTILE, hostile } from './fixture.ts'

const viewer = { ...frame, mayChange: false }
const hidden = { csrf: 'token-1', link: 'abc.def' }

const state = <Props extends object>(
  name: string,
  screen: Screen<Props>,
  props: Props,
  kind: PageKind = 'interaction',
): Fixture => fixtureOf(`recovery-${name}`, screen, props, kind)

const form = { action: '/recovery/recovery', hidden }
const choose = {
  kind: 'recovery' as const,
  form,
  account: ana,
  username: 'ana',
  names: ['ana', 'ana@example.com'],
  passkey: { form, optionsHref: '/recovery/recovery?passkey=creation' },
}
const step = {
  form,
  account: ana,
  way: 'code' as const,
  others: [{ way: 'passkey' as const, href: '/recovery/recovery?way=passkey' }],
  optionsHref: '/recovery/recovery?passkey=request',
}
const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jk${index}m`)
const letters: LettersProps = {
  frame,
  rows: [
    {
      id: 'l1',
      kind: 'recovery',
      who: { name: 'Ana Souza', href: '/admin/users/u-ana' },
      state: 'due',
      tries: {
        tries: [{ at: at(20), ok: false, text: '451 4.3.0 not now', ms: 120 }],
        count: 1,
        nextAt: at(22),
      },
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
  retry: { action: '/admin/letters/retry', hidden },
  test: { action: '/admin/letters/test', hidden },
  nextHref: '/admin/letters?before=x',
}

const mailCode = {
  form: { action: '/interaction/abc', hidden },
  client: { name: 'Billing' },
  account: ana,
  minutes: 10,
  otherHref: '/interaction/abc?as=other',
}

export const LETTER_FIXTURES: readonly Fixture[] = [
  state('mail-code', MailCode, mailCode),
  state('mail-code-again', MailCode, { ...mailCode, again: 'sent' }),
  state('mail-code-wrong', MailCode, { ...mailCode, fault: { kind: 'wrong' } }),
  state('mail-code-throttled', MailCode, { ...mailCode, fault: { kind: 'throttled', retryAfterSeconds: 600 } }),
  state('forgot', Forgot, { form }),
  state('forgot-missing', Forgot, { form, fault: { kind: 'missing' } }),
  state('forgot-throttled', Forgot, { form, fault: { kind: 'throttled', retryAfterSeconds: 600 } }),
  state('sent', ForgotSent, { minutes: 20, againHref: '/recovery/' }),
  state('choose', RecoveryChoose, choose),
  state('choose-wrong', RecoveryChoose, { ...choose, fault: 'too_short' }),
  state('choose-passkey-refused', RecoveryChoose, { ...choose, passkey: { ...choose.passkey, fault: 'refused' } }),
  state('invitation', RecoveryChoose, { ...choose, kind: 'invitation', account: hostile }),
  state('choose-no-passkeys', RecoveryChoose, {
    kind: 'recovery',
    form,
    account: ana,
    username: 'ana',
    names: ['ana'],
  }),
  state('step', RecoveryStep, step),
  state('step-passkey', RecoveryStep, { ...step, way: 'passkey', others: [] }),
  state('step-wrong', RecoveryStep, { ...step, fault: { way: 'code', kind: 'wrong' } }),
  state('address', RecoveryAddress, { form, account: ana, address: 'ana.souza@example.org' }),
  state('address-hostile', RecoveryAddress, { form, account: hostile, address: HOSTILE }),
  state('not-me', RecoveryNotMe, { form, account: ana }),
  ...(['password', 'passkey', 'invitation', 'address', 'address-taken', 'secured'] as const).map((done) =>
    state(`done-${done}`, RecoveryDone, { done, address: 'ana@example.org', href: '/portal/' }),
  ),
  state('connect', RecoveryConnect, { form, account: ana, provider: 'Company B', fault: undefined }),
  state('connect-taken', RecoveryConnect, { form, account: hostile, provider: HOSTILE, fault: 'taken' }),
  state('connect-failed', RecoveryConnect, { form, account: ana, provider: 'Company B', fault: 'failed' }),
  state('done-connected', RecoveryDone, { done: 'connected', provider: HOSTILE, href: '/portal/' }),
  state('done-codes', RecoveryDone, { done: 'passkey', codes, href: '/portal/' }),
  state('done-no-portal', RecoveryDone, { done: 'password', href: undefined }),
  ...(['used', 'newer', 'expired', 'changed', 'unknown'] as const).map((fault) =>
    state(`void-${fault}`, LinkVoid, { kind: 'recovery', fault, againHref: '/recovery/', accountHref: '/portal/' }),
  ),
  state('void-invitation', LinkVoid, {
    kind: 'invitation',
    fault: 'expired',
    againHref: '/recovery/',
    accountHref: '/portal/',
  }),
  state('letters', Letters, letters, 'panel'),
  state('letters-viewer', Letters, { ...letters, frame: viewer }, 'panel'),
  state('letters-empty', Letters, { ...letters, rows: [], nextHref: undefined }, 'panel'),
  state('letters-off', Letters, { ...letters, rows: [], mailer: undefined, nextHref: undefined }, 'panel'),
  state('letters-wrong', Letters, { ...letters, wrongAddress: HOSTILE }, 'panel'),
]
