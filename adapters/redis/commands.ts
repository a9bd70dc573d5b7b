import { readFileSync } from 'node:fs'
import type { Cluster, Redis } from 'ioredis'

/**
 * The Lua scripts as typed commands with named arguments. This table gives the order of keys and arguments;
 * `test/adapters/lua-headers.test.ts` compares it with the script headers. ioredis sends a script by its hash, and its
 * text if the server does not have it (first use, SCRIPT FLUSH).
 */
function script<const K extends string, const A extends string = never>(
  file: string,
  keys: readonly K[],
  args: readonly A[] = [],
) {
  return { file, keys, args }
}

export const SCRIPTS = {
  replaceFamily: script('replace-family', ['family'], ['expected', 'next', 'ttlMs', 'attempt']),
  undoFamily: script('undo-family', ['family'], ['expected', 'next', 'writer', 'leastSeconds']),
  readOrigin: script('read-origin', ['family']),
  revokeSubject: script('revoke-subject', ['subject'], ['field']),
  raiseVersion: script('raise-version', ['subject'], ['field', 'version']),
  endSession: script('end-session', ['subject'], ['keepMs']),
  hitWindow: script('hit-window', ['counter'], ['windowMs']),
  refundHit: script('refund-hit', ['counter']),
  createClient: script('create-client', ['client', 'uris', 'ids', 'holders'], ['id', 'record']),
  replaceClient: script('replace-client', ['client', 'uris', 'holders'], ['id', 'expected', 'next']),
  readClient: script('read-client', ['client', 'uris']),
  putClient: script('put-client', ['client', 'uris', 'ids', 'holders'], ['id', 'record']),
  removeClient: script('remove-client', ['client', 'uris', 'ids', 'holders'], ['id']),
  writeSession: script('write-session', ['session'], ['base', 'ttlMs']),
  joinSession: script('join-session', ['session'], ['field', 'entry']),
  amendSession: script('amend-session', ['session'], ['field', 'entry']),
  copySession: script('copy-session', ['session'], ['ttlMs']),
  dropSession: script('drop-session', ['session'], ['sha1']),
  linkSession: script('link-session', ['list'], ['uid', 'line', 'ttlMs']),
  listSessions: script('list-sessions', ['list']),
  indexSubject: script('index-subject', ['subjects', 'ends'], ['ttlMs', 'drop']),
  replaceDocument: script('replace-document', ['documents', 'ids'], ['id', 'expected', 'next']),
  pageDocuments: script('page-documents', ['documents', 'ids'], ['from', 'limit']),
  putDeliveries: script('put-deliveries', ['deliveries', 'due', 'ledger']),
  releaseDeliveries: script('release-deliveries', ['deliveries', 'due'], ['now']),
  leaseDeliveries: script('lease-deliveries', ['deliveries', 'due'], ['now', 'until', 'limit']),
  settleDelivery: script(
    'settle-delivery',
    ['deliveries', 'due', 'ledger', 'ends'],
    ['id', 'state', 'dueAt', 'text', 'createdAt', 'keepMs'],
  ),
  dropDeliveries: script('drop-deliveries', ['deliveries', 'ledger', 'ends'], ['limit']),
  appendAudit: script('append-audit', ['lines', 'ends'], ['expected', 'last', 'seq']),
  putAudit: script('put-audit', ['lines', 'ends'], ['first', 'before']),
  trimAudit: script('trim-audit', ['lines', 'ends'], ['olderThan', 'limit']),
  putBounded: script('put-bounded', ['order', 'texts', 'shares', 'last'], ['taken', 'total', 'perShare', 'since']),
  readBounded: script('read-bounded', ['order', 'texts'], ['direction', 'from', 'limit']),
}

export interface Replies {
  replaceFamily: 'replaced' | 'changed' | 'missing'
  undoFamily: 'undone' | 'refused' | 'left' | 'missing'
  readOrigin: [attempt: string, ageSeconds: number]
  revokeSubject: number
  raiseVersion: 'raised' | 'higher'
  endSession: 'ended'
  hitWindow: [hits: number, leftMs: number]
  refundHit: 'refunded' | 'nothing'
  createClient: ['done'] | ['id-taken'] | ['redirect-uri-taken', uri: string, holder: string]
  replaceClient: ['done'] | ['changed'] | ['missing'] | ['redirect-uri-taken', uri: string, holder: string]
  readClient: [record: string, ...uris: string[]] | []
  putClient: 'put'
  removeClient: 'removed' | 'missing'
  writeSession: 'written'
  joinSession: ['joined' | 'already', entry: string] | ['missing']
  amendSession: 'amended' | 'missing'
  copySession: 'copied'
  dropSession: 'dropped' | 'changed' | 'missing'
  linkSession: 'linked'
  listSessions: string[]
  indexSubject: number
  replaceDocument: 'replaced' | 'changed'
  pageDocuments: [total: number, ids: string[], values: (string | null)[]]
  putDeliveries: 'put'
  releaseDeliveries: 'released'
  leaseDeliveries: string[]
  settleDelivery: 'settled'
  dropDeliveries: number
  appendAudit: ['appended' | 'changed', last: string]
  putAudit: 'put'
  trimAudit: 'more' | 'done'
  putBounded: 'put'
  readBounded: [id: string, position: string, value: string][]
}

export type ScriptName = keyof typeof SCRIPTS
type NameIn<N extends ScriptName> = (typeof SCRIPTS)[N]['keys'][number] | (typeof SCRIPTS)[N]['args'][number]
type Values<N extends ScriptName> = Readonly<Record<NameIn<N>, string | number>>
/** The commands that `defineScripts` adds. A local type, so that the host's types of ioredis do not change. */
type Scripted = Redis & Readonly<Record<ScriptName, (...values: (string | number)[]) => Promise<unknown>>>

const texts = Object.entries(SCRIPTS).map(([name, { file, keys }]) => ({
  name,
  lua: readFileSync(new URL(`./scripts/${file}.lua`, import.meta.url), 'utf8'),
  numberOfKeys: keys.length,
}))

export function defineScripts(driver: Redis | Cluster): void {
  for (const { name, ...definition } of texts) driver.defineCommand(name, definition)
}

/** Runs a script; `more` are the repeated arguments after the named ones. */
export function run<N extends ScriptName>(
  redis: Redis,
  name: N,
  values: Values<N>,
  more: readonly (string | number)[] = [],
): Promise<Replies[N]> {
  const { keys, args } = SCRIPTS[name]
  const named = values as Readonly<Record<string, string | number>>
  const sent = [...keys, ...args].map((word) => named[word] as string | number)
  return (redis as Scripted)[name](...sent, ...more) as Promise<Replies[N]>
}
