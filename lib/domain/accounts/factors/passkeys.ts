import { decideRemoval, PASSKEYS_MAX, type SignInMethods } from '../../../../policies/sign-in-methods.ts'
import type { FactorRecord, FactorRecords } from './factor-record.ts'
import type { Bounded, PasskeyRepository } from './second-factors.ts'

/** Passkeys in the embedded directory. @param passwordOf whether the account has a password */
export function storedPasskeys(
  records: FactorRecords,
  passwordOf: (sub: string) => Promise<SignInMethods['password']>,
): Bounded<PasskeyRepository> {
  return {
    list: async (sub) => (await records.read(sub))?.passkeys ?? [],
    handleOf: async (sub) =>
      (await records.read(sub))?.handle ?? records.change(sub, (record) => [record.handle, record]),
    async holderOf(id) {
      const sub = await records.holderOf(id)
      const record = sub === undefined ? undefined : await records.read(sub)
      return record?.passkeys.some((passkey) => passkey.id === id) === true ? sub : undefined
    },
    async add(sub, passkey) {
      if ((await records.claimCredential(passkey.id, sub)) === 'taken') return 'taken'
      const outcome = await records.change(sub, (record) => {
        if (record.passkeys.some(({ id }) => id === passkey.id)) return ['taken']
        if (record.passkeys.length >= PASSKEYS_MAX) return ['too-many']
        return ['added', { ...record, passkeys: [...record.passkeys, passkey] }]
      })
      if (outcome === 'too-many') await records.releaseCredential(passkey.id, sub)
      return outcome
    },
    noteUse: (sub, id, { counter, at }) =>
      records.change(sub, (record) => {
        const passkey = record.passkeys.find((one) => one.id === id)
        if (passkey === undefined) return ['missing']
        const isLater = counter > passkey.counter || (counter === 0 && passkey.counter === 0)
        return isLater ? ['noted', withPasskey(record, { ...passkey, counter, usedAt: at })] : ['behind']
      }),
    rename: (sub, id, name) =>
      records.change(sub, (record) => {
        const passkey = record.passkeys.find((one) => one.id === id)
        return passkey === undefined ? ['missing'] : ['renamed', withPasskey(record, { ...passkey, name })]
      }),
    async remove(sub, id) {
      const password = await passwordOf(sub)
      const outcome = await records.change(sub, (record) => {
        const passkeys = record.passkeys.filter((one) => one.id !== id)
        if (passkeys.length === record.passkeys.length) return ['missing']
        const decision = decideRemoval(methodsIn(record, password), 'passkey')
        if (decision.outcome !== 'remove') return [decision.outcome]
        return ['removed', withRecovery({ ...record, passkeys }, decision.recoveryCodes)]
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
