/** Settings as plain data: copied before defaults are added, frozen before they are returned. */
export type PlainObject = Readonly<Record<string, unknown>>

// No setting is nested deeper than this. Deeper data is a dependency passed by mistake, and may contain cycles.
const DEEPEST = 8

export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // Does not compare with `Object.prototype`, because a plain object can come from another realm, such as a worker.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Drops undefined members. `Object.fromEntries` makes `__proto__` an ordinary key, so that the schema rejects it. */
export function copyPlain(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return value
  if (Array.isArray(value)) return value.map((entry) => copyPlain(entry, depth + 1))
  if (!isPlainObject(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([key, member]) => [key, copyPlain(member, depth + 1)]))
}

export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}

/** The parsed value; undefined for invalid JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value's own member with this key. Never returns an inherited one. */
export function memberAt(value: unknown, key: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

export function objectAt(value: unknown, key: string): PlainObject {
  const member = memberAt(value, key)
  return isPlainObject(member) ? member : {}
}

export function textAt(value: unknown, key: string): string | undefined {
  const member = memberAt(value, key)
  return typeof member === 'string' ? member : undefined
}

export function listAt(value: unknown, key: string): readonly unknown[] {
  const member = memberAt(value, key)
  return Array.isArray(member) ? member : []
}

/** Whether an error message shows a received value, or hides it because it could be a secret. */
export type Disclosure = 'shown' | 'hidden'

const LONGEST_SHOWN = 60

/** Shows a scalar if allowed; describes any other value by its kind and size. */
export function describeReceived(value: unknown, disclosure: Disclosure): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string' && disclosure === 'hidden') return `${value.length} characters (value hidden)`
  if (disclosure === 'hidden') return `a ${typeof value} (value hidden)`
  if (typeof value === 'string') return describeText(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `a ${typeof value}`
}

/** Removes everything up to the last @, because the part of a URL before it can contain a password. */
function withoutUser(word: string): string {
  const at = word.lastIndexOf('@')
  return at !== -1 && /[:/\\]/.test(word.slice(0, at)) ? `...${word.slice(at)}` : word
}

function describeText(value: string): string {
  // Masks passwords in URLs, and client secrets that were put in the wrong setting.
  const masked = value.replace(/\S+/g, withoutUser).replace(/sso_(dev|live)_[\w-]+/g, 'sso_$1_...')
  const clipped = masked.length > LONGEST_SHOWN ? `${masked.slice(0, LONGEST_SHOWN)}...` : masked
  return JSON.stringify(clipped).replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '?')
}
