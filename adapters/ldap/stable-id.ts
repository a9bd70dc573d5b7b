/** An entry's id, which stays the same when the entry is renamed or moved, and the subject built from that id. */
import { escapedBytes, escapedValue } from '../../policies/ldap-filter.ts'

const PREFIX = 'ldap-'
/** A UUID, or the same digits in the four groups that `nsUniqueId` uses. */
const ID = /^[0-9a-f]{8}-(?:(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?:[0-9a-f]{8}-){2}[0-9a-f]{8})$/
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
/** The first three groups of a GUID are little-endian ([MS-DTYP] 2.3.4). */
const GUID_ORDER = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]

export const isBinaryId = (attribute: string): boolean => attribute.toLowerCase() === 'objectguid'

export function guidText(bytes: Buffer): string | undefined {
  if (bytes.length !== GUID_ORDER.length) return undefined
  const digits = Buffer.from(GUID_ORDER.map((index) => bytes[index] ?? 0)).toString('hex')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function guidBytes(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex')
  return Buffer.from(GUID_ORDER.map((index) => bytes[index] ?? 0))
}

/** Returns undefined for values that are not stable ids, because names and numbers can be reassigned to other users. */
export function subOf(attribute: string, value: string | Buffer): string | undefined {
  const id = isBinaryId(attribute) ? guidText(Buffer.from(value)) : String(value).toLowerCase()
  return id !== undefined && ID.test(id) ? PREFIX + id : undefined
}

/** The filter that finds the entry; undefined if the subject is not from this directory. */
export function filterOfSub(attribute: string, sub: string): string | undefined {
  const id = sub.startsWith(PREFIX) ? sub.slice(PREFIX.length) : ''
  if (!(isBinaryId(attribute) ? UUID : ID).test(id)) return undefined
  return `(${attribute}=${isBinaryId(attribute) ? escapedBytes(guidBytes(id)) : escapedValue(id)})`
}
