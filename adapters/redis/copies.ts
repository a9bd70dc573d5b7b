/**
 * Reads and restores the whole store, for backups. Redis has no snapshots, so entries are read at different times;
 * README.md lists the guarantees. Collections and subjects have no index, so SCAN is used on every master.
 */
import type { Redis } from 'ioredis'
import type { StoreCopies, StoredItem } from '../../lib/ports/copies.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { auditLog } from './audit-log.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import { documentStore } from './document-store.ts'
import type { Keys } from './keys.ts'
import { versionField, versionIn } from './subject-store.ts'

/** Number of entries per page, keys per SCAN step, and concurrent commands. */
const PAGE = 200
const SCANNED = 1_000
const AT_ONCE = 100

export function storeCopies(connection: Connection, keys: Keys): StoreCopies {
  const { read } = connection
  const [documents, audit] = [documentStore(connection, keys), auditLog(connection, keys)]
  const [lines, ends] = [keys.auditLines, keys.auditEnds]

  async function* keysLike(pattern: string): AsyncGenerator<readonly string[]> {
    for (const master of connection.masters()) {
      let cursor = '0'
      do {
        const [next, found] = await read('walking through the keys', () =>
          master.scan(cursor, 'MATCH', pattern, 'COUNT', SCANNED),
        )
        if (found.length > 0) yield found
        cursor = next
      } while (cursor !== '0')
    }
  }

  async function* allDocuments(): AsyncGenerator<StoredItem> {
    // SCAN can return a key twice.
    const collections = new Set<string>()
    for await (const found of keysLike(keys.every.collection))
      for (const key of found) collections.add(keys.collectionOf(key))
    for (const collection of [...collections].sort()) {
      let after: string | undefined
      do {
        const { documents: page } = await documents.list(collection, after, PAGE)
        for (const { id, value } of page) yield { kind: 'document', collection, id, value }
        after = page.at(-1)?.id
      } while (after !== undefined)
    }
  }

  async function* allClients(): AsyncGenerator<StoredItem> {
    for (let after = '-'; ; ) {
      const ids = await read('listing clients', (redis) =>
        redis.zrangebylex(keys.clientIds, after, '+', 'LIMIT', 0, PAGE),
      )
      for (const id of ids) {
        const [record, ...redirectUris] = await read('reading a client', (redis) =>
          run(redis, 'readClient', { client: keys.client(id), uris: keys.clientUris(id) }),
        )
        // Skip clients that were removed after their ids were listed.
        if (record !== undefined) yield { kind: 'client', id, record, redirectUris: redirectUris.sort() }
      }
      const last = ids.at(-1)
      if (last === undefined) return
      after = `(${last}`
    }
  }

  /** Returns where the copied audit log starts. Repeats the two reads if lines were trimmed between them. */
  async function auditStart(): Promise<Awaited<ReturnType<typeof audit.bounds>>> {
    for (;;) {
      const bounds = await audit.bounds()
      const [line] = bounds === undefined ? [] : await audit.read(undefined, 'newer', 1)
      if (bounds === undefined || line?.seq === bounds.first) return bounds
    }
  }

  async function* wholeAudit(): AsyncGenerator<StoredItem> {
    const bounds = await auditStart()
    if (bounds === undefined) {
      const [line = '0 '] = await read('reading the bounds of the audit log', (redis) => redis.hmget(ends, 'last'))
      const [seq, hash = ''] = (line ?? '0 ').split(' ')
      return yield { kind: 'audit-anchor', seq: Number(seq), hash }
    }
    yield { kind: 'audit-anchor', seq: bounds.first - 1, hash: bounds.hashBeforeFirst }
    for (let next = bounds.first; next <= bounds.last; ) {
      const page = (await audit.read(next, 'newer', PAGE)).filter(({ seq }) => seq <= bounds.last)
      if (page[0]?.seq !== next) throw new StoreUnavailable('reading the audit log: it was trimmed meanwhile')
      for (const line of page) yield { kind: 'audit-line', ...line }
      next += page.length
    }
  }

  async function* allVersions(): AsyncGenerator<StoredItem> {
    for await (const found of keysLike(keys.every.subject))
      for (const some of batches(found, AT_ONCE)) {
        const hashes = await Promise.all(
          some.map((key) => read('reading revocation versions', (redis) => redis.hgetall(key))),
        )
        for (const [place, fields] of hashes.entries())
          for (const [field, value] of Object.entries(fields)) {
            const of = versionIn(field)
            const subject = keys.subjectOf(some[place] as string)
            if (of !== undefined) yield { kind: 'version', subject, ...of, version: Number(value) }
          }
      }
  }

  /** The assignment of slots to masters. If it changes during the copy, SCAN can miss keys. */
  const slots = async (): Promise<string> =>
    connection.kind === 'cluster'
      ? JSON.stringify(await read('asking for the slots', (redis) => redis.cluster('SLOTS')))
      : ''

  const change = (step: string, key: string, ask: (redis: Redis) => Promise<unknown>) =>
    connection.write(step, key, ask)

  const put = async (item: Exclude<StoredItem, { kind: 'audit-anchor' | 'audit-line' }>): Promise<unknown> => {
    if (item.kind === 'client') {
      const { id, record, redirectUris } = item
      const named = {
        client: keys.client(id),
        uris: keys.clientUris(id),
        ids: keys.clientIds,
        holders: keys.uriHolders,
      }
      return change('putting a client', named.client, (redis) =>
        run(redis, 'putClient', { ...named, id, record }, redirectUris),
      )
    }
    if (item.kind === 'version') {
      const subject = keys.subject(item.subject)
      const field = versionField(item)
      return change('raising a version', subject, (redis) =>
        run(redis, 'raiseVersion', { subject, field, version: item.version }),
      )
    }
    const key = keys.documents(item.collection)
    await change('putting a document', key, (redis) => redis.hset(key, item.id, item.value))
    return change('putting a document', key, (redis) => redis.zadd(keys.documentIds(item.collection), 0, item.id))
  }

  const remove = async (found: readonly string[]): Promise<void> => {
    for (const some of batches(found, AT_ONCE))
      await Promise.all(some.map((key) => change('removing what was restored', key, (redis) => redis.unlink(key))))
  }

  return {
    async *readAll() {
      const before = await slots()
      yield* allDocuments()
      yield* allClients()
      yield* wholeAudit()
      yield* allVersions()
      if ((await slots()) !== before) throw new StoreUnavailable('slots of the cluster moved while it was read')
    },

    async isEmpty() {
      for await (const _ of keysLike(keys.every.key)) return false
      return true
    },

    async write(items) {
      const others = items.filter((item) => item.kind !== 'audit-anchor' && item.kind !== 'audit-line')
      for (const some of batches(others, AT_ONCE)) await Promise.all(some.map(put))
      const anchor = items.find(({ kind }) => kind === 'audit-anchor')
      const added = items.filter((item) => item.kind === 'audit-line')
      if (anchor === undefined && added.length === 0) return
      const { seq, hash } = anchor?.kind === 'audit-anchor' ? anchor : { seq: 0, hash: '' }
      const values = added.flatMap((line) => [line.seq, line.at, line.entry, line.hash])
      await change('putting lines of an audit log', lines, (redis) =>
        run(redis, 'putAudit', { lines, ends, first: seq, before: hash }, values),
      )
    },

    async clear(last) {
      const kept = [keys.documents(last), keys.documentIds(last)]
      for (const pattern of [keys.every.subject, keys.every.client, keys.every.clientUris])
        for await (const found of keysLike(pattern)) await remove(found)
      await remove([keys.clientIds, keys.uriHolders, lines, ends])
      for (const pattern of [keys.every.collection, keys.every.idsOfCollection])
        for await (const found of keysLike(pattern)) await remove(found.filter((key) => !kept.includes(key)))
      await remove(kept)
    },
  }
}

function* batches<T>(list: readonly T[], length: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += length) yield list.slice(start, start + length)
}
