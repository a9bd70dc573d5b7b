import { randomBytes, randomInt } from 'node:crypto'
import { BUDGETS } from '../../../policies/budgets.ts'
import { checkMailCode, MAIL_CODE_DIGITS, MAIL_CODE_SECONDS } from '../../../policies/mail-code.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import type { SignInPauses } from '../accounts/sign-in-pauses.ts'
import { digestOf } from '../keys/digest.ts'
import type { OtherSecrets } from '../keys/secret-registry.ts'
import type { Signer } from '../keys/signer.ts'
import { exceededBy, hit } from '../limits/attempts.ts'
import { resetOf, userKey } from '../limits/counters.ts'
import type { EmailOutbox } from './email-outbox.ts'

const CODE = 'mail-code'

/** Codes sent by email. The store holds only a keyed digest; a code is generated when its email is handed over. */
export type MailCodes = ReturnType<typeof mailCodes>

export interface MailCodeParts {
  readonly records: EphemeralStore
  readonly rates: RateCounter
  readonly outbox: EmailOutbox
  readonly pauses: Pick<SignInPauses, 'note'>
  /** Keys the digests, because an attacker who can read the store could quickly guess eight digits. */
  readonly signer: Signer
  readonly otherSecrets: OtherSecrets
}

export function mailCodes({ records, rates, outbox, pauses, signer, otherSecrets }: MailCodeParts) {
  const bound = (id: string, code: string): string => `mail code ${id} ${code}`
  return {
    /** Queues an email. @param id ID of an earlier code that the new one replaces */
    async send(
      sub: string,
      locale: string,
      id: string = randomBytes(16).toString('base64url'),
    ): Promise<{ readonly id: string; readonly sending: 'queued' | 'too-many' }> {
      const reset = await resetOf(records, userKey(sub))
      const over = await exceededBy(rates, BUDGETS.emails.mailCodes, `${digestOf(sub, 12)}${reset}`)
      if (over !== undefined) {
        await pauses.note(`${userKey(sub)}${reset}`, 'email-code', over.retryAfterSeconds, {
          ...over,
          count: over.limit,
        })
        return { id, sending: 'too-many' }
      }
      await outbox.queue({ kind: 'mail-code', subject: sub, locale, about: { code: id } })
      return { id, sending: 'queued' }
    },
    async make(id: string): Promise<string> {
      const code = String(randomInt(10 ** MAIL_CODE_DIGITS)).padStart(MAIL_CODE_DIGITS, '0')
      await records.put(CODE, id, signer.sign(bound(id, code)), MAIL_CODE_SECONDS * 1000)
      return code
    },
    /** If several callers submit the correct code at the same time, only one gets `accepted`. */
    async accept(id: string, typed: string): Promise<ReturnType<typeof checkMailCode>> {
      const [{ count }, kept] = await Promise.all([hit(rates, BUDGETS.secondStep.mailCode, id), records.read(CODE, id)])
      const code = typed.replaceAll(/[\s-]/g, '')
      const found = kept === undefined ? 'none' : signer.index(bound(id, code), kept) >= 0 ? 'right' : 'wrong'
      if (found === 'wrong') await otherSecrets.assertNoneUnknown()
      const verdict = checkMailCode(count, found)
      if (verdict !== 'accepted') return verdict
      return (await records.take(CODE, id)) === undefined ? 'expired' : 'accepted'
    },
  }
}
