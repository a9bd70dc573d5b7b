/**
 * The root secret IDs of the running nodes, which can differ while the secret is being changed. If only another node
 * can verify a value, it is not treated as forged. Instead, this node responds with 503, so the caller can retry
 * (D-T7).
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { DocumentStore } from '../../ports/documents.ts'
import { errorFields, type Logger } from '../../ports/logger.ts'
import { unavailable } from '../denial-error.ts'
import { changeDocument, readDocument } from '../documents.ts'
import { secretId } from './seal.ts'

/** The root secrets of one or more nodes that share a configuration. */
export interface SecretSet {
  /** IDs of the root secrets; the one in use comes first. */
  readonly ids: readonly string[]
  /** The first start and the last heartbeat of any node with these secrets, in milliseconds since the epoch. */
  readonly since: number
  readonly seenAt: number
}

export type SecretRegistry = ReturnType<typeof secretRegistry>

/** Used when this node cannot verify a value that another node may have issued. */
export type OtherSecrets = Pick<SecretRegistry, 'assertNoneUnknown'>

const PLACE = ['service', 'secrets'] as const
const BEAT_MS = 15_000
/** Nodes with the same secrets share an entry. To save writes, an entry more recent than this is not rewritten. */
const FRESH_MS = 10_000
/** A node counts as stopped after this time without a heartbeat. */
export const RUNNING_MS = 60_000
const CACHE_MS = 2_000
/** After this time, every node has seen a new record: any older cached copy has expired, and the record was reread. */
const HEARD_MS = CACHE_MS + 500
const SETS_MAX = 20

export const isRunningSet = ({ seenAt }: SecretSet, now: number): boolean => now < seenAt + RUNNING_MS

/** Whether at least one running node lacks the secret with this ID and therefore cannot open values sealed under it. */
export const isLackedByNodes = (sets: readonly SecretSet[], id: string, now: number): boolean =>
  sets.some((set) => isRunningSet(set, now) && !set.ids.includes(id))

const UNKNOWN_HERE =
  'another node is using a root secret that this node lacks; values signed with it cause a 503 here until both nodes have both secrets'
const UNKNOWN_THERE =
  "another node lacks this node's root secret; values signed here cause a 503 there until both nodes have both secrets"

interface Stored {
  readonly sets: readonly SecretSet[]
}

export async function readSecretSets(documents: Pick<DocumentStore, 'read'>): Promise<readonly SecretSet[]> {
  return (await readDocument<Stored>(documents, ...PLACE))?.sets ?? []
}

/** Reads at most once every two seconds, regardless of the number of requests. A failed read is retried. */
function cachedSets(documents: Pick<DocumentStore, 'read'>): () => Promise<readonly SecretSet[]> {
  let look: Promise<readonly SecretSet[]> | undefined
  let lookedAt = -Infinity
  return () => {
    if (look === undefined || performance.now() >= lookedAt + CACHE_MS) {
      lookedAt = performance.now()
      const begun = readSecretSets(documents)
      look = begun
      begun.catch(() => {
        if (look === begun) look = undefined
      })
    }
    return look
  }
}

export function secretRegistry(
  documents: Pick<DocumentStore, 'read' | 'replace'>,
  secrets: readonly string[],
  now: () => number,
  logger: Logger,
) {
  const ids = secrets.map(secretId)
  const name = ids.join()
  const known = cachedSets(documents)
  let timer: NodeJS.Timeout | undefined
  let said = ''

  const others = (sets: readonly SecretSet[]): readonly SecretSet[] =>
    sets.filter((set) => set.ids.join() !== name && isRunningSet(set, now()))
  const unknownId = (sets: readonly SecretSet[]): string | undefined =>
    others(sets)
      .flatMap((set) => set.ids)
      .find((id) => !ids.includes(id))
  const lacks = (sets: readonly SecretSet[]): boolean => others(sets).some((set) => !set.ids.includes(ids[0] as string))

  const report = (sets: readonly SecretSet[]): void => {
    const unknown = unknownId(sets)
    const state = unknown ?? (lacks(sets) ? 'lacks' : '')
    if (state === said) return
    said = state
    if (unknown !== undefined) logger.warn({ code: 'root-secret-unknown', secret: unknown }, UNKNOWN_HERE)
    else if (state === 'lacks') logger.warn({ code: 'root-secret-not-shared', secret: ids[0] }, UNKNOWN_THERE)
    else logger.info({ code: 'root-secrets-complete' }, 'this node has the root secrets of all nodes')
  }

  const note = async (): Promise<{ readonly sets: readonly SecretSet[]; readonly since: number }> => {
    let since = 0
    const { after } = await changeDocument<Stored>(documents, ...PLACE, ({ sets } = { sets: [] }) => {
      const at = now()
      const own = sets.find((set) => set.ids.join() === name)
      since = own !== undefined && isRunningSet(own, at) ? own.since : at
      if (own !== undefined && own.since === since && at < own.seenAt + FRESH_MS) return 'keep'
      const rest = sets.filter((set) => set !== own).toSorted((a, b) => b.seenAt - a.seenAt)
      return { sets: [{ ids, since, seenAt: at }, ...rest].slice(0, SETS_MAX) }
    })
    return { sets: after?.sets ?? [], since }
  }

  const hasUnknown = async (): Promise<boolean> => unknownId(await known()) !== undefined
  return {
    /**
     * Records this node's secrets before their first use. If a running node lacks the secret in use here, waits long
     * enough for that node to read the record.
     */
    async announce(): Promise<void> {
      const { sets, since } = await note()
      report(sets)
      if (lacks(sets)) await pause(Math.min(HEARD_MS, Math.max(0, since + HEARD_MS - now())))
    },
    /** Whether a running node has a secret that this node lacks. The data is at most two seconds old. */
    hasUnknown,
    /** @throws DenialError temporarily_unavailable 503 if another node may have issued a value unknown to this node */
    async assertNoneUnknown(): Promise<void> {
      if (await hasUnknown())
        throw unavailable('not_ready', 'it may be of a node with another root secret, which this node lacks')
    },
    isRunning: async (id: string): Promise<boolean> =>
      (await known()).some((set) => set.ids.includes(id) && isRunningSet(set, now())),
    start(): void {
      timer ??= setInterval(() => {
        note().then(
          ({ sets }) => report(sets),
          (error: unknown) =>
            logger.info(
              { code: 'root-secrets-unwritten', ...errorFields(error) },
              "failed to write this node's root secret IDs",
            ),
        )
      }, BEAT_MS).unref()
    },
    stop(): void {
      clearInterval(timer)
    },
  }
}
