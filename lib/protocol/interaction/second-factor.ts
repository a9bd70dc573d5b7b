import type { AuthenticationMethod } from '../../../policies/authentication-context.ts'
import type { Form, InteractionServices, OpenInteraction } from './open-interaction.ts'
import { passkeyBinding } from './passkey.ts'
import type { SecondStepIssue } from './second-step-view.tsx'

export type SecondFactorServices = Pick<InteractionServices, 'passkeys' | 'users' | 'secondStepThrottle'>

export type SecondFactorResult = { readonly method: AuthenticationMethod } | { readonly issue: SecondStepIssue }

/** Judges what was sent as the second factor of a user: a passkey, a code of an authenticator app, or a recovery code. */
export async function verifySecondFactor(
  { passkeys, users, secondStepThrottle }: SecondFactorServices,
  open: OpenInteraction,
  sub: string,
  form: Form,
): Promise<SecondFactorResult> {
  const passkey = form.get('passkey') ?? ''
  if (passkey !== '') {
    const shown = await passkeys?.verify(passkey, passkeyBinding(open), sub)
    return shown?.outcome === 'verified' ? { method: shown.method } : { issue: { way: 'passkey', kind: 'wrong' } }
  }
  const way = form.has('recovery_code') ? 'recovery-code' : 'code'
  const typed = (form.get('recovery_code') ?? form.get('code') ?? '').trim()
  if (typed === '') return { issue: { way, kind: 'missing' } }
  const entry = await secondStepThrottle.enter(sub, way)
  if (entry.outcome === 'wait') return { issue: { way, kind: 'throttled', retryAfterSeconds: entry.retryAfterSeconds } }
  const accept = async (): Promise<'accepted' | 'used' | 'wrong'> =>
    (await (way === 'code' ? users.totp : users.recoveryCodes)?.accept(sub, typed)) ?? 'wrong'
  const outcome = await accept().catch(async (error: unknown) => {
    // Nobody has judged the code: no try (D-G14).
    await entry.undo()
    throw error
  })
  if (outcome !== 'accepted') return { issue: { way, kind: outcome } }
  await entry.undo()
  return { method: way === 'code' ? 'authenticator-code' : 'recovery-code' }
}
