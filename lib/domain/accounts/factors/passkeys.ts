import { decideRemoval, PASSKEYS_MAX, type SignInMethods } from '../../../../policies/sign-in-methods.ts'
import type { FactorRecord, FactorRecords } from './factor-record.ts'
import type { Bounded, PasskeyRepository } from './second-factors.ts'

/** Passkeys of the embedded directory. @param passwordOf whether the account has a password */
export function storedPasskeys(
  records: FactorRecords,
  passwordOf: (sub: string) => Promise<SignInMethods['password']>,
): Bounded<PasskeyRepository> {
  return {
    list: async (sub) => (await records.read(sub))?.passkeys ?? [],
    async handleOf(sub) {
      let handle = (await records.read(sub))?.handle
      if (handle !== undefined) return handle
      await records.change(sub, (record) => {
        handle = record.handle
        return record
      })
      return handle ?? ''
    },
    async holderOf(id) {
      const sub = await records.holderOf(id)
      const record = sub === undefined ? undefined : await records.read(sub)
      return record?.passkeys.some((passkey) => passkey.id === id) === true ? sub : undefined
    },
    async add(sub, passkey) {
      if ((await records.claimCredential(passkey.id, sub)) === 'taken') return 'taken'
      let outcome = 'added' as 'added' | 'taken' | 'too-many'
      await records.change(sub, (record) => {
        const known = record.passkeys.some(({ id }) => id === passkey.id)
        outcome = known ? 'taken' : record.passkeys.length >= PASSKEYS_MAX ? 'too-many' : 'added'
        return outcome === 'added' ? { ...record, passkeys: [...record.passkeys, passkey] } : undefined
      })
      if (outcome === 'too-many') await records.releaseCredential(passkey.id, sub)
      return outcome
    },
    async noteUse(sub, id, { counter, at }) {
      let outcome = 'missing' as 'noted' | 'behind' | 'missing'
      await records.change(sub, (record) => {
        const passkey = record.passkeys.find((one) => one.id === id)
        if (passkey === undefined) return void (outcome = 'missing')
        outcome = counter > passkey.counter || (counter === 0 && passkey.counter === 0) ? 'noted' : 'behind'
        return outcome === 'noted' ? withPasskey(record, { ...passkey, counter, usedAt: at }) : undefined
      })
      return outcome
    },
    async rename(sub, id, name) {
      let outcome = 'missing' as 'renamed' | 'missing'
      await records.change(sub, (record) => {
        const passkey = record.passkeys.find((one) => one.id === id)
        outcome = passkey === undefined ? 'missing' : 'renamed'
        return passkey === undefined ? undefined : withPasskey(record, { ...passkey, name })
      })
      return outcome
    },
    async remove(sub, id) {
      const password = await passwordOf(sub)
      let outcome = 'missing' as 'removed' | 'missing' | 'last-way-in'
      await records.change(sub, (record) => {
        if (!record.passkeys.some((one) => one.id === id)) return void (outcome = 'missing')
        const decision = decideRemoval(methodsIn(record, password), 'passkey')
        outcome = decision.outcome === 'remove' ? 'removed' : decision.outcome
        if (decision.outcome !== 'remove') return undefined
        return withRecovery(
          { ...record, passkeys: record.passkeys.filter((one) => one.id !== id) },
          decision.recoveryCodes,
        )
      })
      if (outcome === 'removed') await records.releaseCredential(id, sub)
      return outcome
    },
  }
}

const withPasskey = (record: FactorRecord, changed: FactorRecord['passkeys'][number]): FactorRecord => ({
  ...record,
  passkeys: record.passkeys.map((one) => (one.id === changed.id ? changed : one)),
})

export const methodsIn = (record: FactorRecord, password: SignInMethods['password']): SignInMethods => ({
  password,
  passkeys: record.passkeys.length,
  authenticator: record.totp === undefined ? 'off' : 'on',
})

export function withRecovery(record: FactorRecord, recoveryCodes: 'keep' | 'drop'): FactorRecord {
  const { recovery: _dropped, ...rest } = record
  return recoveryCodes === 'keep' ? record : rest
}
