import type { AuthenticationMethod } from '../../../policies/authentication-context.ts'
import type { PasskeyCeremonies } from '../../domain/accounts/factors/passkey-ceremonies.ts'
import { type SecondFactorsOf, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import type { SignInLimits } from '../../domain/accounts/second-step-throttle.ts'
import type { Users } from '../../domain/accounts/user-directory.ts'
import { checked } from '../../domain/limits/attempts.ts'
import type { SecondStepIssue, SecondStepWay } from '../ui/components/second-factor.tsx'

export interface SecondFactorServices {
  /** Undefined if this deployment does not offer passkeys. */
  readonly passkeys: PasskeyCeremonies | undefined
  readonly users: Pick<Users, 'passkeys' | 'totp' | 'recoveryCodes'>
  readonly limits: Pick<SignInLimits, 'secondStep'>
}

/** The second factors that the user can use, best first. */
export async function secondFactorWays(
  { users, passkeys }: Pick<SecondFactorServices, 'users' | 'passkeys'>,
  sub: string,
): Promise<{
  readonly factors: SecondFactorsOf
  readonly ways: readonly SecondStepWay[]
  readonly codesLeft: number | undefined
}> {
  const [factors, recovery] = await Promise.all([secondFactorsOf(users, sub), users.recoveryCodes?.stateOf(sub)])
  const ways: readonly SecondStepWay[] = [
    ...(factors.totp === undefined ? [] : ['code' as const]),
    ...(factors.passkeys.length === 0 || passkeys === undefined ? [] : ['passkey' as const]),
    ...(recovery === undefined ? [] : ['recovery-code' as const]),
  ]
  return { factors, ways, codesLeft: recovery?.left }
}

/**
 * Verifies a second factor: a passkey, a code from an authenticator app, or a recovery code.
 * @param binding what the passkey challenge is bound to, such as an interaction
 */
export async function verifySecondFactor(
  { passkeys, users, limits }: SecondFactorServices,
  binding: string,
  sub: string,
  form: ReadonlyMap<string, string>,
  counted: 'sign-in' | 'email' = 'sign-in',
): Promise<{ readonly method: AuthenticationMethod } | { readonly issue: SecondStepIssue }> {
  const passkey = form.get('passkey') ?? ''
  if (passkey !== '') {
    const shown = await passkeys?.verify(passkey, binding, sub)
    return shown?.outcome === 'verified' ? { method: shown.method } : { issue: { way: 'passkey', kind: 'wrong' } }
  }
  const way = form.has('recovery_code') ? 'recovery-code' : 'code'
  const typed = (form.get('recovery_code') ?? form.get('code') ?? '').trim()
  if (typed === '') return { issue: { way, kind: 'missing' } }
  const attempt = await limits.secondStep.begin(sub, counted === 'email' ? `${way}-by-email` : way)
  const { decision } = attempt
  if (decision.outcome === 'wait')
    return { issue: { way, kind: 'throttled', retryAfterSeconds: decision.retryAfterSeconds } }
  const codes = way === 'code' ? users.totp : users.recoveryCodes
  const outcome = (await checked(attempt, async () => codes?.accept(sub, typed))) ?? 'wrong'
  await (outcome === 'accepted' ? attempt.succeeded() : attempt.failed())
  if (outcome !== 'accepted') return { issue: { way, kind: outcome } }
  return { method: way === 'code' ? 'authenticator-code' : 'recovery-code' }
}
