import { decideRemoval, type SignInMethods } from '../../../../policies/sign-in-methods.ts'
import type { Seal } from '../../keys/seal.ts'
import type { OtherSecrets } from '../../keys/secret-registry.ts'
import type { FactorRecords } from './factor-record.ts'
import { methodsIn, storedPasskeys, withRecovery } from './passkeys.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { Bounded, RecoveryCodeRepository, SecondFactorRepositories, TotpRepository } from './second-factors.ts'
import { checkCode } from './totp.ts'

export interface FactorParts {
  readonly records: FactorRecords
  /** Encrypts authenticator secrets. */
  readonly sealer: Seal
  readonly codes: RecoveryCodes
  /** Consulted when a recovery code cannot be matched using any of this node's root secrets. */
  readonly otherSecrets: OtherSecrets
  readonly passwordOf: (sub: string) => Promise<SignInMethods['password']>
  readonly now: () => number
}

export function embeddedFactors(parts: FactorParts): Required<SecondFactorRepositories> {
  return {
    passkeys: storedPasskeys(parts.records, parts.passwordOf),
    totp: storedTotp(parts),
    recoveryCodes: storedRecoveryCodes(parts),
  }
}

/** Binds a sealed secret to its user, so it cannot be opened for a different user. */
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
      return records.change(sub, (record) => ['kept', { ...record, totp }])
    },
    accept: (sub, code) =>
      records.change(sub, async ({ totp, ...record }) => {
        if (totp === undefined) return ['wrong']
        const secret = await sealer.open(totp.sealed, 'authenticator', totpContext(sub))
        const decision = checkCode(secret, code, totp.lastStep, now() / 1000)
        if (decision.outcome !== 'accepted') return [decision.outcome]
        // Seal the secret again under the newest root secret.
        const sealed = await sealer.seal(secret, 'authenticator', totpContext(sub))
        return ['accepted', { ...record, totp: { ...totp, sealed, lastStep: decision.step, usedAt: now() } }]
      }),
    async remove(sub) {
      const password = await passwordOf(sub)
      return records.change(sub, ({ totp, ...record }) => {
        if (totp === undefined) return ['missing']
        const decision = decideRemoval(methodsIn({ ...record, totp }, password), 'authenticator')
        return decision.outcome === 'remove' ? ['removed', withRecovery(record, decision.recoveryCodes)] : ['missing']
      })
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
      const { codes: made, hashes } = codes.make(sub)
      return records.change(sub, (record) => [made, { ...record, recovery: { hashes, madeAt: now() } }])
    },
    accept: (sub, code) =>
      records.change(sub, async (record) => {
        const hashes = record.recovery?.hashes ?? []
        const at = codes.find(sub, code, hashes)
        if (at === -1 && hashes.length > 0) await otherSecrets.assertNoneUnknown()
        if (record.recovery === undefined || at === -1) return ['wrong']
        const left = hashes.filter((_, index) => index !== at)
        return ['accepted', { ...record, recovery: { ...record.recovery, hashes: left } }]
      }),
  }
}
