/** CIDR ranges in `login.allowPrivateAddresses` and `logout.allowPrivateAddresses` (RFC 4632, RFC 4291). */
import { isIP } from 'node:net'
import { describeReceived, listAt, objectAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'

export const checkAddressRanges = (data: unknown): readonly ConfigIssue[] =>
  ['login', 'logout'].flatMap((group) => checkRanges(data, group))

function checkRanges(data: unknown, group: string): readonly ConfigIssue[] {
  return listAt(objectAt(data, group), 'allowPrivateAddresses').flatMap((range, index): ConfigIssue[] => {
    if (typeof range !== 'string' || isAddressRange(range)) return []
    const family = isIP(range)
    const hint = family === 0 ? undefined : `for one address write /${family === 4 ? 32 : 128} after it`
    const path = `${group}.allowPrivateAddresses[${index}]`
    return [configIssue('E1001', path, 'a CIDR range such as "10.20.0.0/16"', describeReceived(range, 'shown'), hint)]
  })
}

function isAddressRange(range: string): boolean {
  const [, address = '', bits = ''] = /^([^/%]+)\/(0|[1-9]\d{0,2})$/.exec(range) ?? []
  const family = isIP(address)
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128)
}
