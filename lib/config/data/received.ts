/** Says what was found where something else was expected, without ever giving a secret away. */
export type Disclosure = 'shown' | 'hidden'

const LONGEST_SHOWN = 60

/** A scalar as it stands, when it may be shown; everything else by kind and size. */
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

/** What follows the last @, where a scheme or a password can precede it. */
function withoutUser(word: string): string {
  const at = word.lastIndexOf('@')
  return at !== -1 && /[:/\\]/.test(word.slice(0, at)) ? `...${word.slice(at)}` : word
}

function describeText(value: string): string {
  // Addresses may carry a password, and a client secret of our own making may have been pasted into the wrong place.
  const masked = value.replace(/\S+/g, withoutUser).replace(/sso_(dev|live)_[\w-]+/g, 'sso_$1_...')
  const clipped = masked.length > LONGEST_SHOWN ? `${masked.slice(0, LONGEST_SHOWN)}...` : masked
  return JSON.stringify(clipped).replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '?')
}
