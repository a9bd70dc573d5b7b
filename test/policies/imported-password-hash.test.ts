import { randomBytes } from 'node:crypto'
import ACCOUNT from '../../lib/config/schema/account-settings.json' with { type: 'json' }
import {
  checkedForms,
  costOf,
  decideForm,
  decideHash,
  FORMS_COST_MAX,
  type HashForm,
  nameOfForm,
  OWN_COSTS,
} from '../../policies/imported-password-hash.ts'
import {
  argon2Hash,
  bcryptHash,
  betterAuthHash,
  keycloakArgon2,
  keycloakPbkdf2,
  passlibHash,
} from '../support/imported-hashes.ts'

const base64 = (bytes: number): string => randomBytes(bytes).toString('base64').replace(/=+$/, '')
const argon2 = (costs: string, salt = base64(16), tag = base64(32), name = 'argon2id', version = 'v=19'): string =>
  ['', name, version, costs, salt, tag].join('$')
const bcrypt = (cost: string): string => `$2b$${cost}$${'a'.repeat(53)}`
const pbkdf2 = (name: string, iterations: number, salt = base64(16), tag = base64(64)): string =>
  ['', name, `i=${iterations}`, salt, tag].join('$')
const withData = (change: (data: Record<string, unknown>) => void): object => {
  const credential = keycloakArgon2('x')
  const data = JSON.parse(credential.credentialData) as Record<string, unknown>
  change(data)
  return { ...credential, credentialData: JSON.stringify(data) }
}

describe('a hash of another system', () => {
  it.each<[string, unknown, string]>([
    ['Logto, argon2i', argon2Hash('x'), 'argon2i memory 256 passes 3 parallelism 1 tagLength 32'],
    ['argon2d', argon2Hash('x', 'argon2d'), 'argon2d memory 256 passes 3 parallelism 1 tagLength 32'],
    ['argon2id', argon2Hash('x', 'argon2id'), 'argon2id memory 256 passes 3 parallelism 1 tagLength 32'],
    ['Auth0, bcrypt', bcryptHash('x'), 'bcrypt cost 4'],
    ['bcrypt $2a$', bcryptHash('x', 'a'), 'bcrypt cost 4'],
    ['bcrypt $2y$', bcryptHash('x', 'y'), 'bcrypt cost 4'],
    ['passlib', passlibHash('x'), 'pbkdf2-sha256 iterations 2000'],
    ['PHC with its length', `$pbkdf2-sha512$i=10,l=64$${base64(16)}$${base64(64)}`, 'pbkdf2-sha512 iterations 10'],
    ['better-auth', betterAuthHash('x'), 'scrypt'],
    ['Keycloak, pbkdf2', keycloakPbkdf2('x', 'pbkdf2'), 'pbkdf2-sha1 iterations 1000'],
    ['Keycloak, pbkdf2-sha256', keycloakPbkdf2('x', 'pbkdf2-sha256'), 'pbkdf2-sha256 iterations 1000'],
    ['Keycloak, pbkdf2-sha512', keycloakPbkdf2('x'), 'pbkdf2-sha512 iterations 1000'],
    ['Keycloak, argon2', keycloakArgon2('x'), 'argon2id memory 128 passes 5 parallelism 1 tagLength 32'],
    [
      'Keycloak, its parts no texts',
      { ...keycloakPbkdf2('x'), ...partsOf(keycloakPbkdf2('x')) },
      'pbkdf2-sha512 iterations 1000',
    ],
  ])('%s is read, and what is stored of it is read the same', (_name, given, form) => {
    const decision = decideHash(given)
    if (decision.outcome !== 'imported') throw new Error(JSON.stringify(decision))
    expect(nameOfForm(decision.hash.form)).toBe(form)
    expect(decideHash(decision.hash.text)).toEqual(decision)
  })

  it('is stored as its first block where it is PBKDF2: the others cost the same again', () => {
    const decision = decideHash(pbkdf2('pbkdf2-sha256', 1_000))
    expect(decision).toMatchObject({ outcome: 'imported', hash: { tag: { length: 32 } } })
  })

  it('with the costs of the service is its own, as the configuration takes it', () => {
    const text = argon2('m=19456,t=2,p=1')
    expect(decideHash(text)).toEqual({ outcome: 'own', text })
    expect(text).toMatch(new RegExp(ACCOUNT.properties.password_hash.pattern))
  })

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'unknown-form'],
    ['a number', 7, 'unknown-form'],
    ['a password in clear', 'correct horse battery staple', 'unknown-form'],
    ['MD5', '5f4dcc3b5aa765d61d8327deb882cf99', 'unknown-form'],
    ['bcrypt with the bug of $2x$', bcrypt('10').replace('2b', '2x'), 'unknown-form'],
    ['bcrypt below its least cost', bcrypt('03'), 'unknown-form'],
    ['bcrypt cut off', bcrypt('10').slice(0, -1), 'unknown-form'],
    ['bcrypt of cost 11, three times an own hash', bcrypt('11'), 'takes-too-long'],
    ['bcrypt of cost 13', bcrypt('13'), 'takes-too-long'],
    ['argon2 of another version', argon2('m=256,t=3,p=1', base64(16), base64(32), 'argon2i', 'v=16'), 'unknown-form'],
    ['argon2 without a pass', argon2('m=256,t=0,p=1'), 'unknown-form'],
    ['argon2 without a lane', argon2('m=256,t=1,p=0'), 'unknown-form'],
    ['argon2 with less than 8 KiB for a lane', argon2('m=15,t=1,p=2'), 'unknown-form'],
    ['argon2 with 65 MiB', argon2('m=65537,t=1,p=1'), 'too-much-memory'],
    ['argon2 that runs for long', argon2('m=4096,t=400,p=1'), 'takes-too-long'],
    ['argon2 with a salt of 7 bytes', argon2('m=256,t=3,p=1', base64(7)), 'salt-too-short'],
    ['argon2 with a tag of 15 bytes', argon2('m=256,t=3,p=1', base64(16), base64(15)), 'tag-too-short'],
    ['argon2 with a tag that is no base64', argon2('m=256,t=3,p=1', base64(16), '*'.repeat(43)), 'not-base64'],
    ['PBKDF2 of no iteration', pbkdf2('pbkdf2-sha256', 0), 'unknown-form'],
    ['PBKDF2 with another digest', pbkdf2('pbkdf2-md5', 1_000), 'unknown-form'],
    ['PBKDF2 with a salt of 7 bytes', pbkdf2('pbkdf2-sha256', 1_000, base64(7)), 'salt-too-short'],
    ['PBKDF2 with a tag of 15 bytes', pbkdf2('pbkdf2-sha256', 1_000, base64(16), base64(15)), 'tag-too-short'],
    ['PBKDF2 with a salt that is no base64', pbkdf2('pbkdf2-sha256', 1_000, '%%%%'), 'not-base64'],
    ['PBKDF2 of a million of iterations with SHA-512', pbkdf2('pbkdf2-sha512', 1_000_000), 'takes-too-long'],
    ['scrypt with a short key', betterAuthHash('x').slice(0, -2), 'unknown-form'],
    ['a one-time code of Keycloak', { ...keycloakPbkdf2('x'), type: 'otp' }, 'unknown-form'],
    ['a credential of Keycloak that is no JSON', { ...keycloakPbkdf2('x'), secretData: '{' }, 'unknown-form'],
    ['a credential of Keycloak without iterations', withData((data) => delete data.hashIterations), 'unknown-form'],
    ['a credential of Keycloak with another algorithm', withData((data) => (data.algorithm = 'md5')), 'unknown-form'],
    ['a Keycloak credential without parameters', withData((data) => delete data.additionalParameters), 'unknown-form'],
  ])('%s is refused: %s', (_name, given, reason) => expect(decideHash(given)).toEqual({ outcome: 'refused', reason }))
})

function partsOf({ secretData, credentialData }: ReturnType<typeof keycloakPbkdf2>): object {
  return { secretData: JSON.parse(secretData) as unknown, credentialData: JSON.parse(credentialData) as unknown }
}

it.each<[string, string, number]>([
  ['Auth0', bcrypt('10'), 1.6],
  ['Keycloak 25', argon2('m=7168,t=5,p=1'), 0.5],
  ['OWASP, argon2id', argon2('m=47104,t=1,p=1'), 1.2],
  ['Keycloak, SHA-256', pbkdf2('pbkdf2-sha256', 600_000), 2.4],
  ['Keycloak until 23', pbkdf2('pbkdf2-sha256', 27_500), 0.1],
  ['better-auth', `${'ab'.repeat(16)}:${'cd'.repeat(64)}`, 3],
])('the default of a system costs at most three own hashes: %s', (_name, text, cost) => {
  const decision = decideHash(text)
  expect(decision.outcome === 'imported' && Math.round(costOf(decision.hash.form) * 10) / 10).toBe(cost)
})

it.each([
  ['Logto', argon2('m=4096,t=256,p=1', base64(16), base64(32), 'argon2i')],
  ['Keycloak 24', pbkdf2('pbkdf2-sha512', 210_000)],
  ['Keycloak, SHA-1', pbkdf2('pbkdf2', 1_300_000)],
])('or is refused: %s', (_name, text) =>
  expect(decideHash(text)).toEqual({ outcome: 'refused', reason: 'takes-too-long' }),
)

describe('the forms of one store', () => {
  const cost = (of: number): HashForm => ({ algorithm: 'bcrypt', cost: of })
  it('cost at most three own hashes together, however cheap each is', () => {
    expect(costOf({ algorithm: 'argon2id', ...OWN_COSTS })).toBe(1)
    expect(decideForm([], cost(10))).toBe('fits')
    expect(decideForm([cost(10)], cost(10))).toBe('known')
    expect(decideForm([cost(10)], cost(9))).toBe('fits')
    const [first, second, third] = [cost(10), cost(9), { algorithm: 'pbkdf2-sha256', iterations: 200_000 } as const]
    expect(decideForm([first, second], third)).toBe('too-many')
    for (const form of [first, second, third]) expect(costOf(form)).toBeLessThan(FORMS_COST_MAX)
    const tiny = (iterations: number): HashForm => ({ algorithm: 'pbkdf2-sha256', iterations })
    const many: HashForm[] = []
    while (decideForm(many, tiny(many.length + 1)) === 'fits') many.push(tiny(many.length + 1))
    expect([many.length > 100, many.length < 150]).toEqual([true, true])
  })

  it('expire at a date; a hash of an expired one is known, and its form is not checked', () => {
    const stored = [
      { form: cost(10), until: 1_000 },
      { form: cost(9), until: 2_000 },
      { form: cost(8), until: 10_000 },
    ]
    const at = (now: number, hash?: HashForm) => checkedForms(stored, hash, now)
    expect(at(999, cost(10))).toEqual({ forms: [cost(10), cost(9), cost(8)], isExpired: false })
    expect(at(1_000, cost(10))).toEqual({ forms: [cost(9), cost(8)], isExpired: true })
    expect(at(1_000, cost(9))).toEqual({ forms: [cost(9), cost(8)], isExpired: false })
    // One that the store does not have, and no hash of another system.
    for (const hash of [cost(7), undefined]) expect(at(9_000, hash)).toEqual({ forms: [cost(8)], isExpired: false })
  })
})
