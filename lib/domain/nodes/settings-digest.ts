/**
 * What a node's configuration comes to, setting by setting, without its values: two nodes compare digests and can name the settings in
 * which they differ. The digests are keyed from the root secret: without it nobody can try passwords against them.
 */
import { createHmac } from 'node:crypto'
import type { Configuration } from '../../config/configuration.ts'
import { deriveKeys } from '../keys/derived-keys.ts'
import { secretId } from '../keys/seal.ts'

/** By setting, as at the top of the configuration. */
export type SettingDigests = Readonly<Record<string, string>>

const BYTES = 9
/** Each node has its own. */
const OF_ONE_NODE: readonly string[] = ['nodeName', 'secret'] satisfies (keyof Configuration)[]

/** @param secrets root secrets, newest first */
export function settingDigests(configuration: Configuration, secrets: readonly [string, ...string[]]): SettingDigests {
  // The oldest: while it is replaced, nodes that know the new one too have it in common with those that do not.
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

/** The settings in which two nodes differ. With no root secret in common nothing else can be compared. */
export function differingSettings(one: SettingDigests, other: SettingDigests): readonly string[] {
  const [oldest, others] = [one, other].map(({ secret = '' }) => secret.split(' ').at(-1))
  if (oldest !== others) return ['secret']
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => one[name] !== other[name]).toSorted()
}

/** JSON in which the order of keys says nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
