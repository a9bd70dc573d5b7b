/**
 * Digests of a node's settings. Two nodes can compare them to find the settings in which they differ, without
 * exchanging the values. The digests are keyed with the root secret, so passwords cannot be guessed from them.
 */
import { createHmac } from 'node:crypto'
import type { Configuration } from '../../config/configuration.ts'
import { deriveKeys } from '../keys/derived-keys.ts'
import { secretId } from '../keys/seal.ts'

/** One digest per top-level setting in the configuration. */
export type SettingDigests = Readonly<Record<string, string>>

const BYTES = 9
/** Settings that are expected to differ between nodes. */
const OF_ONE_NODE: readonly string[] = ['nodeName', 'secret'] satisfies (keyof Configuration)[]

/** @param secrets root secrets, newest first */
export function settingDigests(configuration: Configuration, secrets: readonly [string, ...string[]]): SettingDigests {
  // Use the oldest secret, because only some nodes have the newest one while it is being introduced.
  const oldest = secrets.at(-1) as string
  const [key] = deriveKeys([oldest], 'settings-digest')
  const digest = (value: unknown): string =>
    createHmac('sha256', key).update(canonical(value)).digest().subarray(0, BYTES).toString('base64url')
  const settings = Object.entries(configuration).filter(([name]) => !OF_ONE_NODE.includes(name))
  return {
    ...Object.fromEntries(settings.map(([name, value]) => [name, digest(value)])),
    secret: secrets.map(secretId).join(' '),
  }
}

/** The settings in which two nodes differ. Without a common root secret, only `secret` is returned. */
export function differingSettings(one: SettingDigests, other: SettingDigests): readonly string[] {
  const [oldest, others] = [one, other].map(({ secret = '' }) => secret.split(' ').at(-1))
  if (oldest !== others) return ['secret']
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => one[name] !== other[name]).toSorted()
}

/** JSON that does not depend on the order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
