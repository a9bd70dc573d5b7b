import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { Cluster, Redis } from 'ioredis'

/**
 * The Lua scripts as typed commands with named arguments. This table defines the reply and the order of keys and
 * arguments; `test/adapters/lua-headers.test.ts` compares it with the script headers. ioredis sends only a script's
 * hash, and then its text if the server does not have the script (first use, SCRIPT FLUSH).
 */
const script =
  <Reply>() =>
  <const K extends string, const A extends string = never>(keys: readonly K[], args: readonly A[] = []) =>
    ({ keys, args }) as { readonly keys: readonly K[]; readonly args: readonly A[]; readonly reply?: Reply }

export const SCRIPTS = {
  replaceFamily: script<'replaced' | 'changed' | 'missing'>()(['family'], ['expected', 'next', 'ttlMs', 'attempt']),
  undoFamily: script<'undone' | 'refused' | 'left' | 'missing'>()(
    ['family'],
    ['expected', 'next', 'writer', 'leastSeconds'],
  ),
  readOrigin: script<[attempt: string, ageSeconds: number]>()(['family']),
  revokeSubject: script<number>()(['subject'], ['field']),
  raiseVersion: script<'raised' | 'higher'>()(['subject'], ['field', 'version']),
  endSession: script<'ended'>()(['subject'], ['keepMs']),
  hitWindow: script<[hits: number, leftMs: number]>()(['counter'], ['windowMs']),
  refundHit: script<'refunded' | 'nothing'>()(['counter']),
  createClient: script<['done'] | ['id-taken'] | ['redirect-uri-taken', uri: string, holder: string]>()(
    ['client', 'uris', 'ids', 'holders'],
    ['id', 'record'],
  ),
  replaceClient: script<['done'] | ['changed'] | ['missing'] | ['redirect-uri-taken', uri: string, holder: string]>()(
    ['client', 'uris', 'holders'],
    ['id', 'expected', 'next'],
  ),
  readClient: script<[record: string, ...uris: string[]] | []>()(['client', 'uris']),
  putClient: script<'put'>()(['client', 'uris', 'ids', 'holders'], ['id', 'record']),
  removeClient: script<'removed' | 'missing'>()(['client', 'uris', 'ids', 'holders'], ['id']),
  writeSession: script<'written'>()(['session'], ['base', 'ttlMs']),
  joinSession: script<['joined' | 'already', entry: string] | ['missing']>()(['session'], ['field', 'entry']),
  amendSession: script<'amended' | 'missing'>()(['session'], ['field', 'entry']),
  copySession: script<'copied'>()(['session'], ['ttlMs']),
  dropSession: script<'dropped' | 'changed' | 'missing'>()(['session'], ['sha1']),
  linkSession: script<'linked'>()(['list'], ['uid', 'line', 'ttlMs']),
  listSessions: script<string[]>()(['list']),
  indexSubject: script<number>()(['subjects', 'ends'], ['ttlMs', 'drop']),
  replaceDocument: script<'replaced' | 'changed'>()(['documents', 'ids'], ['id', 'expected', 'next']),
  pageDocuments: script<[total: number, ids: string[], values: (string | null)[]]>()(
    ['documents', 'ids'],
    ['from', 'limit'],
  ),
  putDeliveries: script<'put'>()(['deliveries', 'due', 'ledger']),
  releaseDeliveries: script<'released'>()(['deliveries', 'due'], ['now']),
  leaseDeliveries: script<string[]>()(['deliveries', 'due'], ['now', 'until', 'limit']),
  completeDelivery: script<'completed'>()(
    ['deliveries', 'due', 'ledger', 'ends'],
    ['id', 'state', 'dueAt', 'text', 'createdAt', 'keepMs'],
  ),
  dropDeliveries: script<number>()(['deliveries', 'ledger', 'ends'], ['limit']),
  appendAudit: script<['appended' | 'changed', last: string]>()(['lines', 'ends'], ['expected', 'last', 'seq']),
  putAudit: script<'put'>()(['lines', 'ends'], ['first', 'before']),
  trimAudit: script<'more' | 'done'>()(['lines', 'ends'], ['olderThan', 'limit']),
  putBounded: script<'put'>()(['order', 'texts', 'shares', 'last'], ['taken', 'total', 'perShare', 'since']),
  readBounded: script<[id: string, position: string, value: string][]>()(
    ['order', 'texts'],
    ['direction', 'from', 'limit'],
  ),
}

export type ScriptName = keyof typeof SCRIPTS
type NameIn<N extends ScriptName> = (typeof SCRIPTS)[N]['keys'][number] | (typeof SCRIPTS)[N]['args'][number]
type ReplyOf<N extends ScriptName> = NonNullable<(typeof SCRIPTS)[N]['reply']>
type Values<N extends ScriptName> = Readonly<Record<NameIn<N>, string | number>>
/** The commands that `defineScripts` adds. The type is local, so that it does not change the host's ioredis types. */
type Scripted = Redis & Readonly<Record<ScriptName, (...values: (string | number)[]) => Promise<unknown>>>

/** Converts a script's name to its file name: `replaceFamily` is in `replace-family.lua`. */
export const fileOf = (name: string): string => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.lua`

const compressed = readFileSync(new URL('./generated/scripts.json.br', import.meta.url))
const texts = JSON.parse(String(brotliDecompressSync(compressed))) as Readonly<Record<string, string>>
const commands = Object.entries(SCRIPTS).map(([name, { keys }]) => ({
  name,
  lua: texts[fileOf(name)] ?? '',
  numberOfKeys: keys.length,
}))

export function defineScripts(driver: Redis | Cluster): void {
  for (const { name, ...definition } of commands) driver.defineCommand(name, definition)
}

/** Runs a script. `more` contains the repeated arguments that follow the named ones. */
export function run<N extends ScriptName>(
  redis: Redis,
  name: N,
  values: Values<N>,
  more: readonly (string | number)[] = [],
): Promise<ReplyOf<N>> {
  const { keys, args } = SCRIPTS[name]
  const named = values as Readonly<Record<string, string | number>>
  const sent = [...keys, ...args].map((word) => named[word] as string | number)
  return (redis as Scripted)[name](...sent, ...more) as Promise<ReplyOf<N>>
}
