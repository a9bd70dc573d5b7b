import { type DirectoryCheck, UNKNOWN } from './directory-contract.ts'
import { expect } from './expect.ts'

const NEW = 'another password of the contract 7'

/** Promises about stamps and new passwords. */
export function passwordsContract(check: DirectoryCheck): void {
  check('a stamp stays while the password does, and does not contain it', async ({ directory, user, sub }) => {
    const stamp = await directory.passwordStampOf?.(sub)
    if (directory.passwordStampOf === undefined || stamp === undefined) return
    expect([typeof stamp, await directory.passwordStampOf(sub)]).toEqual(['string', stamp])
    expect([stamp === '', stamp.includes(user.password)]).toEqual([false, false])
    const given = (await directory.authenticate(user))?.passwordStamp
    expect(given ?? stamp).toBe(stamp)
    for (const one of UNKNOWN) expect([one, await directory.passwordStampOf(one)]).toEqual([one, undefined])
  })

  check('a new password replaces the one with that stamp, once', async ({ directory, user, sub }) => {
    const { setPassword, passwordStampOf } = directory
    if (setPassword === undefined || passwordStampOf === undefined) return
    const stamp = (await directory.passwordStampOf?.(sub)) ?? ''
    const set = (given: string, password: string) => directory.setPassword?.({ sub, stamp: given, password })
    const outdated = await set(`${stamp}x`, NEW)
    if (outdated === 'refused') return
    expect(outdated).toBe('outdated')
    expect((await directory.authenticate(user))?.sub).toBe(sub)
    const outcomes = await Promise.all([set(stamp, NEW), set(stamp, `${NEW}7`)])
    expect([...outcomes].sort()).toEqual(['changed', 'outdated'])
    const password = outcomes[0] === 'changed' ? NEW : `${NEW}7`
    expect(await directory.authenticate(user)).toBeUndefined()
    expect((await directory.authenticate({ ...user, password }))?.sub).toBe(sub)
    expect((await directory.passwordStampOf?.(sub)) === stamp).toBe(false)
    expect(await set(stamp, user.password)).toBe('outdated')
  })

  check('a password of the user is no one-time password', async ({ directory, sub }) => {
    if (directory.oneTimePasswords === undefined) return
    for (const one of [sub, ...UNKNOWN])
      expect([one, await directory.oneTimePasswords.stampOf(one)]).toEqual([one, undefined])
  })
}
