import { decideRemoval, type SignInMethods } from '../../../../policies/sign-in-methods.ts'
import type { Seal } from '../../keys/seal.ts'
import type { OtherSecrets } from '../../keys/secret-registry.ts'
import type { FactorRecords } from './factor-record.ts'
import { methodsIn, storedPasskeys, withRecovery } from './passkeys.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { Bounded, RecoveryCodeRepository, SecondFactorRepositories, TotpRepository } from './second-factors.ts'
import { judgeCode } from './totp.ts'

export interface FactorParts {
  readonly records: FactorRecords
  /** Encrypts authenticator secrets. */
  readonly sealer: Seal
  readonly codes: RecoveryCodes
  /** Checked for a recovery code that no secret of this node has hashed. */
  readonly otherSecrets: OtherSecrets
  readonly passwordOf: (sub: string) => Promise<SignInMethods['password']>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export function embeddedFactors(parts: FactorParts): Required<SecondFactorRepositories> {
  return {
    passkeys: storedPasskeys(parts.records, parts.passwordOf),
    totp: storedTotp(parts),
    recoveryCodes: storedRecoveryCodes(parts),
  }
}

/** A secret sealed for one user cannot be opened for another. */
export const totpContext = (sub: string): string => `totp ${sub}`

function storedTotp({ records, sealer, passwordOf, now }: FactorParts): Bounded<TotpRepository> {
  return {
    async stateOf(sub) {
      const totp = (await records.read(sub))?.totp
      if (totp === undefined) return undefined
      return { addedAt: totp.addedAt, ...(totp.usedAt === undefined ? {} : { usedAt: totp.usedAt }) }
    },
    async put(sub, secret, usedStep) {
      const sealed = await sealer.seal(secret, 'authenticator', totpContext(sub))
      const totp = { sealed, addedAt: now(), lastStep: usedStep }
      await records.change(sub, (record) => ({ ...record, totp }))
      return 'kept'
    },
    async accept(sub, code) {
      let outcome = 'wrong' as 'accepted' | 'used' | 'wrong'
      await records.change(sub, async ({ totp, ...record }) => {
        if (totp === undefined) return void (outcome = 'wrong')
        const secret = await sealer.open(totp.sealed, 'authenticator', totpContext(sub))
        const decision = judgeCode(secret, code, totp.lastStep, now() / 1000)
        outcome = decision.outcome
        if (decision.outcome !== 'accepted') return undefined
        // Sealed again under the newest root secret.
        const sealed = await sealer.seal(secret, 'authenticator', totpContext(sub))
        return { ...record, totp: { ...totp, sealed, lastStep: decision.step, usedAt: now() } }
      })
      return outcome
    },
    async remove(sub) {
      const password = await passwordOf(sub)
      let outcome = 'missing' as 'removed' | 'missing'
      await records.change(sub, ({ totp, ...record }) => {
        const decision =
          totp === undefined ? undefined : decideRemoval(methodsIn({ ...record, totp }, password), 'authenticator')
        outcome = decision?.outcome === 'remove' ? 'removed' : 'missing'
        return decision?.outcome === 'remove' ? withRecovery(record, decision.recoveryCodes) : undefined
      })
      return outcome
    },
  }
}

function storedRecoveryCodes({ records, codes, otherSecrets, now }: FactorParts): Bounded<RecoveryCodeRepository> {
  return {
    async stateOf(sub) {
      const recovery = (await records.read(sub))?.recovery
      return recovery === undefined ? undefined : { left: recovery.hashes.length, madeAt: recovery.madeAt }
    },
    async renew(sub) {
      const made = codes.make(sub)
      await records.change(sub, (record) => ({ ...record, recovery: { hashes: made.hashes, madeAt: now() } }))
      return made.codes
    },
    async accept(sub, code) {
      let outcome = 'wrong' as 'accepted' | 'wrong'
      await records.change(sub, async (record) => {
        const hashes = record.recovery?.hashes ?? []
        const at = codes.find(sub, code, hashes)
        if (at === -1 && hashes.length > 0) await otherSecrets.assertNoneElsewhere()
        outcome = at === -1 ? 'wrong' : 'accepted'
        if (record.recovery === undefined || at === -1) return undefined
        return { ...record, recovery: { ...record.recovery, hashes: hashes.filter((_, index) => index !== at) } }
      })
      return outcome
    },
  }
}
