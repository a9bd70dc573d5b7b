/**
 * Imported password hashes: which formats are supported, and how much work checking a hash may take. A hash form is an
 * algorithm with its cost parameters. Every sign-in computes a hash in each stored form
 * (lib/domain/accounts/factors/password-check.ts), so the time that a wrong password takes reveals neither where an
 * account came from nor whether it exists. The forms in a store may together cost at most as much as three of Portico's
 * own hashes. If they cost more, a few IP addresses within their rate limits could fill the two-second queue (D-G14).
 * An import rejects hashes that would exceed this cost. The first sign-in replaces an imported hash. Each form has an
 * expiry date, after which its hashes no longer match.
 *
 * For PBKDF2, only the first block of the derived key is compared: each additional block would cost all iterations
 * again, and 160 bits are enough.
 *
 * Spec      `import`, sign-in page; D-A2, D-G14
 * RFC       9106 (argon2); 7914 (scrypt); 8018 s5.2 (PBKDF2); PHC string format
 * Deny      the line is rejected with its number and the reason; nothing from it is stored
 * Enforced  lib/domain/transfer/import-hashes.ts, lib/domain/accounts/factors/passwords.ts
 * Tests     test/policies/imported-password-hash.test.ts, test/flows/imported-passwords.test.ts
 */

/** The costs of Portico's own hashes: OWASP's second recommendation for argon2id (19 MiB, two passes, one lane). */
export const OWN_COSTS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/** Maximum combined cost of all hash forms in a store, as a multiple of the cost of one of Portico's own hashes. */
export const FORMS_COST_MAX = 3
/** A hash form expires this many days after the last import of a hash that uses it. */
export const FORM_DAYS = 180
/** Maximum memory per hash. Up to three hashes are computed at a time, so together they use at most 192 MiB. */
export const HASH_MEMORY_MAX_KIB = 65_536

/** An algorithm and its cost parameters, which determine how long a check takes. */
export type HashForm =
  | {
      readonly algorithm: 'argon2d' | 'argon2i' | 'argon2id'
      /** In KiB. */
      readonly memory: number
      readonly passes: number
      readonly parallelism: number
      /** In bytes. */
      readonly tagLength: number
    }
  | { readonly algorithm: 'bcrypt'; readonly cost: number }
  | { readonly algorithm: 'pbkdf2-sha1' | 'pbkdf2-sha256' | 'pbkdf2-sha512'; readonly iterations: number }
  /** With better-auth's parameters: N = 16384, r = 16, p = 1, 64 bytes. The salt is used as hexadecimal text. */
  | { readonly algorithm: 'scrypt' }

export interface ImportedHash {
  readonly form: HashForm
  /** The text to store, in a format that this file can parse. */
  readonly text: string
  /** The salt and tag are empty for bcrypt, whose text is compared as a whole. */
  readonly salt: Uint8Array
  readonly tag: Uint8Array
}

export type HashRefusal =
  | 'unknown-form'
  | 'not-base64'
  | 'salt-too-short'
  | 'tag-too-short'
  | 'too-much-memory'
  | 'takes-too-long'

/** `own`: a hash with Portico's own algorithm and costs, stored unchanged. */
export type HashDecision =
  | { readonly outcome: 'own'; readonly text: string }
  | { readonly outcome: 'imported'; readonly hash: ImportedHash }
  | { readonly outcome: 'refused'; readonly reason: HashRefusal }

const SALT_MIN = 8
const TAG_MIN = 16
const NOTHING = new Uint8Array()
/** Bytes in one PBKDF2 block. */
export const BLOCK_BYTES = { 'pbkdf2-sha1': 20, 'pbkdf2-sha256': 32, 'pbkdf2-sha512': 64 } as const
type Pbkdf2 = keyof typeof BLOCK_BYTES

/** Milliseconds on one core for a bcrypt hash (cost 10), 1,000 PBKDF2 iterations, 1 MiB of argon2, or a scrypt hash. */
const MS = {
  bcrypt10: 65,
  thousand: { 'pbkdf2-sha1': 0.17, 'pbkdf2-sha256': 0.17, 'pbkdf2-sha512': 0.8 },
  mebibyte: { small: 0.64, large: 1.1 },
  scrypt: 125,
} as const
const SMALL_KIB = 8_192

/** The cost of checking a hash in this form, as a multiple of Portico's own. Even a fast check counts as 1 ms. */
export function costOf(form: HashForm): number {
  return Math.max(1, expectedMs(form)) / expectedMs({ algorithm: 'argon2id', ...OWN_COSTS })
}

/** Expected time in milliseconds on a CPU core from 2024. */
function expectedMs(form: HashForm): number {
  if (form.algorithm === 'bcrypt') return MS.bcrypt10 * 2 ** (form.cost - 10)
  if (form.algorithm === 'scrypt') return MS.scrypt
  if ('iterations' in form) return (form.iterations / 1000) * MS.thousand[form.algorithm]
  return (form.memory / 1024) * form.passes * MS.mebibyte[form.memory > SMALL_KIB ? 'large' : 'small']
}

/** @property until milliseconds since the epoch */
export interface StoredForm {
  readonly form: HashForm
  readonly until: number
}

/** The hash forms to compute, and whether the user's hash has expired. No password matches an expired hash. */
export function checkedForms(
  stored: readonly StoredForm[],
  hash: HashForm | undefined,
  now: number,
): { readonly forms: readonly HashForm[]; readonly isExpired: boolean } {
  const isOver = ({ until }: StoredForm): boolean => until <= now
  return {
    forms: stored.filter((one) => !isOver(one)).map(({ form }) => form),
    isExpired: hash !== undefined && stored.some((one) => isOver(one) && sameForm(one.form, hash)),
  }
}

/** Whether the store can accept another hash form without exceeding the maximum combined cost. */
export function decideForm(forms: readonly HashForm[], form: HashForm): 'known' | 'fits' | 'too-many' {
  if (forms.some((other) => sameForm(other, form))) return 'known'
  const together = [...forms, form].reduce((sum, one) => sum + costOf(one), 0)
  return together > FORMS_COST_MAX ? 'too-many' : 'fits'
}

export const sameForm = (one: HashForm, other: HashForm): boolean => nameOfForm(one) === nameOfForm(other)

/** A hash form's name in messages, for example `bcrypt cost 10`. */
export function nameOfForm({ algorithm, ...costs }: HashForm): string {
  return [algorithm, ...Object.entries(costs).map(([name, value]) => `${name} ${value}`)].join(' ')
}

/** @param given a hash as text, or a credential exported from Keycloak */
export function decideHash(given: unknown): HashDecision {
  const text = typeof given === 'string' ? given : keycloakText(given)
  if (text === undefined) return refused('unknown-form')
  return argon2Hash(text) ?? bcryptHash(text) ?? pbkdf2Hash(text) ?? scryptHash(text) ?? refused('unknown-form')
}

const refused = (reason: HashRefusal): HashDecision => ({ outcome: 'refused', reason })

function decided(form: HashForm, text: string, salt: Uint8Array, tag: Uint8Array): HashDecision {
  if ('memory' in form && form.memory > HASH_MEMORY_MAX_KIB) return refused('too-much-memory')
  if (costOf(form) > FORMS_COST_MAX) return refused('takes-too-long')
  return { outcome: 'imported', hash: { form, text, salt, tag } }
}

const ARGON2 = /^\$(argon2(?:d|i|id))\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,3})\$([^$]+)\$([^$]+)$/

function argon2Hash(text: string): HashDecision | undefined {
  const found = ARGON2.exec(text)
  if (found === null) return undefined
  const [, name, memory, passes, parallelism, saltText = '', tagText = ''] = found
  const [salt, tag] = [bytesIn(saltText), bytesIn(tagText)]
  if (salt === undefined || tag === undefined) return refused('not-base64')
  if (salt.length < SALT_MIN) return refused('salt-too-short')
  if (tag.length < TAG_MIN) return refused('tag-too-short')
  const form = {
    algorithm: name as 'argon2id',
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: tag.length,
  }
  // RFC 9106 s3.1: at least 8 KiB per lane, and at least one pass.
  if (form.passes < 1 || form.parallelism < 1 || form.memory < 8 * form.parallelism) return refused('unknown-form')
  if (sameForm(form, { algorithm: 'argon2id', ...OWN_COSTS })) return { outcome: 'own', text }
  return decided(form, text, salt, tag)
}

/** `2a`, `2b`, and `2y` name the same algorithm; `2x` marks hashes affected by a bug in an early `2a`. */
function bcryptHash(text: string): HashDecision | undefined {
  const cost = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text)?.[1]
  if (cost === undefined) return undefined
  return Number(cost) < 4
    ? refused('unknown-form')
    : decided({ algorithm: 'bcrypt', cost: Number(cost) }, text, NOTHING, NOTHING)
}

/** PHC string format. passlib writes `.` instead of `+` and omits `i=` before the iterations. */
const PBKDF2 = /^\$(pbkdf2(?:-sha1|-sha256|-sha512)?)\$(?:i=)?(\d{1,9})(?:,l=\d{1,3})?\$([^$]+)\$([^$]+)$/

function pbkdf2Hash(text: string): HashDecision | undefined {
  const found = PBKDF2.exec(text)
  if (found === null) return undefined
  const [, name = '', iterations, saltText = '', tagText = ''] = found
  const [salt, tag] = [bytesIn(saltText.replaceAll('.', '+')), bytesIn(tagText.replaceAll('.', '+'))]
  if (salt === undefined || tag === undefined) return refused('not-base64')
  return pbkdf2Decision(name === 'pbkdf2' ? 'pbkdf2-sha1' : (name as Pbkdf2), Number(iterations), salt, tag)
}

function pbkdf2Decision(algorithm: Pbkdf2, iterations: number, salt: Uint8Array, whole: Uint8Array): HashDecision {
  if (iterations < 1) return refused('unknown-form')
  if (salt.length < SALT_MIN) return refused('salt-too-short')
  const tag = whole.subarray(0, BLOCK_BYTES[algorithm])
  if (tag.length < TAG_MIN) return refused('tag-too-short')
  const text = ['', algorithm, `i=${iterations}`, textOf(salt), textOf(tag)].join('$')
  return decided({ algorithm, iterations }, text, salt, tag)
}

/** A 64-byte tag and a 16-byte salt. The salt's hexadecimal text, not its bytes, is passed to scrypt. */
function scryptHash(text: string): HashDecision | undefined {
  const [, salt, tag] = /^([0-9a-f]{32}):([0-9a-f]{128})$/.exec(text) ?? []
  if (salt === undefined || tag === undefined) return undefined
  return decided({ algorithm: 'scrypt' }, text, Buffer.from(salt), Buffer.from(tag, 'hex'))
}

/** Converts a Keycloak credential to one of the text formats above. */
function keycloakText(given: unknown): string | undefined {
  const { secretData, credentialData, type = 'password' } = membersOf(given)
  const { value, salt } = membersOf(parsed(secretData))
  const { hashIterations, algorithm, additionalParameters } = membersOf(parsed(credentialData))
  const isReadable = type === 'password' && typeof value === 'string' && typeof salt === 'string'
  if (!isReadable || typeof hashIterations !== 'number') return undefined
  if (typeof algorithm === 'string' && /^pbkdf2(?:-sha256|-sha512)?$/.test(algorithm))
    return ['', algorithm, `i=${hashIterations}`, salt, value].join('$')
  if (algorithm !== 'argon2') return undefined
  const costs = membersOf(additionalParameters)
  const [kind, memory, lanes] = [first(costs.type), first(costs.memory), first(costs.parallelism)]
  if (first(costs.version) !== '1.3') return undefined
  return ['', `argon2${kind}`, 'v=19', `m=${memory},t=${hashIterations},p=${lanes}`, salt, value].join('$')
}

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined if the text is not base64; padding is optional. */
function bytesIn(text: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? new Uint8Array(Buffer.from(text, 'base64')) : undefined
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('base64')
    .replace(/={1,2}$/, '')
