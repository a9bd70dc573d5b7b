/** Users of another system sign in with their former password, and then have a hash of the service. */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { hashForms } from '../../lib/domain/accounts/hash-forms.ts'
import type { EmbeddedDirectory } from '../../lib/index.ts'
import { runningIdp } from '../support/idp.ts'
import { putImported } from '../support/imported-accounts.ts'
import {
  argon2Hash,
  bcryptHash,
  betterAuthHash,
  keycloakArgon2,
  keycloakPbkdf2,
  passlibHash,
} from '../support/imported-hashes.ts'
import { readyUser } from '../support/ready-user.ts'
import { doorOf } from '../support/sign-in-door.ts'
import { until } from '../support/until.ts'

const OWN = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/
/** With letters outside of ASCII, as they are typed nearly everywhere. */
const PASSWORD = 'pâssword of théir old place'

/** Calls of the store that are not answered yet. */
const calls = new Set<Promise<unknown>>()
/** The ids of documents that were replaced. */
const replaced: string[] = []
const embedded = embeddedStorage({})
const storage = {
  ...embedded,
  documents: new Proxy(embedded.documents, {
    get: (documents, name) => async (collection: string, id: string, was: never, text: never) => {
      const call = documents[name as 'replace'](collection, id, was, text)
      calls.add(call)
      const outcome = await call.finally(() => calls.delete(call))
      if (outcome === 'replaced') replaced.push(id)
      return outcome
    },
  }),
}
/** Background work after the responses only calls the store. */
async function backgroundDone(): Promise<void> {
  do await turn()
  while (calls.size > 0)
}

const idp = await runningIdp({ storage })

const directory: EmbeddedDirectory = idp.portico.accounts as EmbeddedDirectory
// Each form alone: all of them together take as long as all of them.
beforeEach(() => hashForms(storage.documents, Date.now).keepOnly(async () => []))

async function statusOf(username: string, password: string): Promise<number> {
  const { browser, page } = await doorOf(idp)
  return (await browser.submit(page, { username, password })).answer.status
}

const hashOf = async (sub: string): Promise<string | undefined> => (await directory.account(sub))?.passwordHash

const KINDS: readonly (readonly [name: string, hash: (password: string) => unknown])[] = [
  ['logto', argon2Hash],
  ['argon2d', (password) => argon2Hash(password, 'argon2d')],
  ['argon2id-of-other-costs', (password) => argon2Hash(password, 'argon2id')],
  ['auth0', bcryptHash],
  ['bcrypt-2a', (password) => bcryptHash(password, 'a')],
  ['bcrypt-2y', (password) => bcryptHash(password, 'y')],
  ['passlib', passlibHash],
  ['better-auth', betterAuthHash],
  ['keycloak-sha1', (password) => keycloakPbkdf2(password, 'pbkdf2')],
  ['keycloak-sha256', (password) => keycloakPbkdf2(password, 'pbkdf2-sha256')],
  ['keycloak-sha512', keycloakPbkdf2],
  ['keycloak-argon2', keycloakArgon2],
]

it.each(KINDS)('%s: the password of there signs in, and another does not', async (username, hash) => {
  const sub = await putImported(storage, directory, username, hash(PASSWORD))
  const before = await hashOf(sub)
  expect(before).not.toMatch(OWN)
  for (const wrong of [`${PASSWORD}.`, PASSWORD.slice(1)])
    expect([wrong, await statusOf(username, wrong)]).toEqual([wrong, 422])
  expect(await hashOf(sub)).toBe(before)
  const stamp = await directory.passwordStampOf(sub)
  await idp.user({ username, password: PASSWORD }).signIn(idp.party())
  await backgroundDone()
  expect(await hashOf(sub)).toMatch(OWN)
  // For a begun sign-in, and for links of emails, it is the same password.
  expect(await directory.passwordStampOf(sub)).toBe(stamp)
  expect((await directory.account(sub))?.passwordChanges).toBeUndefined()
  expect(await statusOf(username, `${PASSWORD}.`)).toBe(422)
  await idp.user({ username: `${username}@example.com`, password: PASSWORD }).signIn(idp.party())
})

it('better-auth folds what is typed, the others take it as it is', async () => {
  await putImported(storage, directory, 'folded', betterAuthHash('ﬁnance ①'))
  await putImported(storage, directory, 'as-it-is', bcryptHash('ﬁnance ①'))
  expect(await directory.authenticate({ username: 'folded', password: 'finance 1' })).toBeDefined()
  expect(await directory.authenticate({ username: 'as-it-is', password: 'finance 1' })).toBeUndefined()
  expect(await directory.authenticate({ username: 'as-it-is', password: 'ﬁnance ①' })).toBeDefined()
})

it.each([
  'half ½ of 3 µm²',
  '№ 7, 20 ℃, ™',
  'ﬁnance ①',
  'Ⅳ and ⅷ',
  'ｆｕｌｌ width',
  'half-width ｶﾀｶﾅ',
  'Angstrom sign \u212b',
])('a hash with our parameters, of a system that takes %s as typed, matches and is replaced', async (text) => {
  const password = `${text}, as typed`
  const before = argon2Hash(password, 'argon2id', 19_456, 2)
  const { sub, username } = await readyUser(idp, Buffer.from(password).toString('hex'))
  await directory.change(sub, (account) => ({ ...account, passwordHash: before }))
  expect(await statusOf(username, password.normalize('NFKC'))).toBe(422)
  expect(await hashOf(sub)).toBe(before)
  expect(await statusOf(username, password)).toBe(303)
  // The hash is made after the response.
  await until(async () => (await hashOf(sub)) !== before)
  expect(await statusOf(username, password.normalize('NFKC'))).toBe(303)
})

it('five concurrent sign-ins are five sign-ins, and leave one hash', async () => {
  const sub = await putImported(storage, directory, 'hurried', bcryptHash(PASSWORD))
  replaced.length = 0
  const found = await Promise.all(
    Array.from({ length: 5 }, () => directory.authenticate({ username: 'hurried', password: PASSWORD })),
  )
  const stamps = new Set(found.map((one) => (one as { readonly passwordStamp?: string } | undefined)?.passwordStamp))
  expect([...stamps]).toEqual([await directory.passwordStampOf(sub)])
  await backgroundDone()
  expect(await hashOf(sub)).toMatch(OWN)
  expect(replaced.filter((id) => id === sub)).toHaveLength(1)
})

it('a password that is chosen meanwhile has another stamp, and the former hash does not come back', async () => {
  const sub = await putImported(storage, directory, 'changing', bcryptHash(PASSWORD))
  const stamp = await directory.passwordStampOf(sub)
  await Promise.all([
    directory.authenticate({ username: 'changing', password: PASSWORD }),
    directory.changePassword(sub, 'chosen by themselves'),
  ])
  await backgroundDone()
  expect(await directory.passwordStampOf(sub)).not.toBe(stamp)
  expect(await directory.authenticate({ username: 'changing', password: PASSWORD })).toBeUndefined()
  expect(await directory.authenticate({ username: 'changing', password: 'chosen by themselves' })).toBeDefined()
})

it('after 180 days a hash no longer matches, and is not computed; a new import of its form renews the date', async () => {
  const sub = await putImported(storage, directory, 'late', bcryptHash(PASSWORD, 'b', 5))
  const before = await hashOf(sub)
  const forms = await hashForms(storage.documents, Date.now).list()
  expect(forms.map(({ until = 0 }) => Math.round((until - Date.now()) / 86_400_000))).toEqual([180])
  idp.clock.forward(180 * 86_400 - 60)
  expect(await statusOf('late', `${PASSWORD}.`)).toBe(422)
  idp.clock.forward(120)
  expect(await statusOf('late', PASSWORD)).toBe(422)
  expect(await directory.authenticate({ username: 'late', password: PASSWORD })).toBeUndefined()
  await backgroundDone()
  expect(await hashOf(sub)).toBe(before)
  await hashForms(storage.documents, () => Date.now() + 180 * 86_400_000).add({ algorithm: 'bcrypt', cost: 5 })
  await idp.user({ username: 'late', password: PASSWORD }).signIn(idp.party())
  await backgroundDone()
  expect(await hashOf(sub)).toMatch(OWN)
})

it('without the package, bcrypt is an error, not a wrong password; a right one of the service itself still is right', async () => {
  const passwords = resolve('dist/lib/domain/accounts/factors')
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({ resolve: (name, context, next) => { if (name === 'bcrypt') throw Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' }); return next(name, context) } })
    const { checkPassword } = await import('${passwords}/password-check.js')
    const { hashPassword } = await import('${passwords}/passwords.js')
    const own = await hashPassword('right')
    const forms = [{ form: { algorithm: 'bcrypt', cost: 4 } }]
    for (const [password, hash] of [['right', own], ['wrong', own], ['wrong', undefined], ['right', ${JSON.stringify(bcryptHash('right'))}]])
      console.log(await checkPassword(password, hash, forms, 0).then(({ matches }) => matches, ({ name, message }) => name + ': ' + message))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  const missing =
    'MissingPackage: the store has bcrypt hashes, and the package "bcrypt" is not there: npm install bcrypt'
  expect(stdout.trim().split('\n')).toEqual(['true', missing, missing, missing])
})
