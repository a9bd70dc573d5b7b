import { passkeyKey } from '../accounts/factors/factor-record.ts'
import type { SecondFactorRepositories } from '../accounts/factors/second-factors.ts'
import type { UserNotices } from './user-notices.ts'

/** Wraps second factors to notify users when a factor changes or a recovery code is used. */
export function noticedFactors(
  { passkeys, totp, recoveryCodes }: Required<SecondFactorRepositories>,
  { notify }: UserNotices,
): Required<SecondFactorRepositories> {
  return {
    passkeys: {
      ...passkeys,
      async add(sub, passkey) {
        const outcome = await passkeys.add(sub, passkey)
        if (outcome === 'added') await notify('factor-added', sub, { factor: 'passkey', name: passkey.name })
        return outcome
      },
      async remove(sub, id) {
        const known = await passkeys.list(sub)
        const outcome = await passkeys.remove(sub, id)
        const name = known.find((passkey) => passkeyKey(passkey.id) === passkeyKey(id))?.name ?? ''
        if (outcome === 'removed') await notify('factor-removed', sub, { factor: 'passkey', name })
        return outcome
      },
    },
    totp: {
      ...totp,
      async put(sub, secret, usedStep) {
        const outcome = await totp.put(sub, secret, usedStep)
        await notify('factor-added', sub, { factor: 'authenticator' })
        return outcome
      },
      async remove(sub) {
        const outcome = await totp.remove(sub)
        if (outcome === 'removed') await notify('factor-removed', sub, { factor: 'authenticator' })
        return outcome
      },
    },
    recoveryCodes: {
      ...recoveryCodes,
      async renew(sub) {
        const before = await recoveryCodes.stateOf(sub)
        const codes = await recoveryCodes.renew(sub)
        // The first recovery codes are created with the first factor, which already triggers an email.
        if (before !== undefined) await notify('factor-added', sub, { factor: 'recovery-codes' })
        return codes
      },
      async accept(sub, code) {
        const outcome = await recoveryCodes.accept(sub, code)
        if (outcome === 'accepted') await notify('recovery-code-used', sub)
        return outcome
      },
    },
  }
}
