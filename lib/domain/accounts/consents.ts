import type { DocumentStore } from '../../ports/documents.ts'
import { changeDocument, readDocument } from '../documents.ts'

/** Scopes that a user has granted to a client. */
export interface Consent {
  readonly clientId: string
  readonly scopes: readonly string[]
  /** Milliseconds since the epoch. */
  readonly firstAt: number
  readonly lastAt: number
}

/** The client that the consent is for; `createdAt` is in milliseconds since the epoch. */
export interface ConsentedClient {
  readonly clientId: string
  readonly createdAt: number
}

/** Remembered consents, stored as one document per user. */
export type Consents = ReturnType<typeof consents>

const COLLECTION = 'consents'
type Kept = Omit<Consent, 'clientId'>
type Remembered = Readonly<Record<string, Kept>>

export function consents(documents: DocumentStore, now: () => number) {
  const read = async (subject: string): Promise<Remembered> =>
    (await readDocument<Remembered>(documents, COLLECTION, subject)) ?? {}
  const of = (remembered: Remembered, clientId: string): Kept | undefined =>
    Object.hasOwn(remembered, clientId) ? remembered[clientId] : undefined
  const current = (remembered: Remembered, { clientId, createdAt }: ConsentedClient): Kept | undefined => {
    const known = of(remembered, clientId)
    return known !== undefined && known.firstAt >= createdAt ? known : undefined
  }
  return {
    /** Ignores consent given to an earlier client that had the same ID and was decommissioned. */
    scopes: async (subject: string, client: ConsentedClient): Promise<readonly string[]> =>
      current(await read(subject), client)?.scopes ?? [],
    async remember(subject: string, client: ConsentedClient, scopes: readonly string[]): Promise<void> {
      const { clientId } = client
      await changeDocument<Remembered>(documents, COLLECTION, subject, (remembered = {}) => {
        const known = current(remembered, client)
        return {
          ...remembered,
          [clientId]: {
            scopes: [...new Set([...(known?.scopes ?? []), ...scopes])],
            firstAt: known?.firstAt ?? now(),
            lastAt: now(),
          },
        }
      })
    },
    async forget(subject: string, clientId: string): Promise<'forgotten' | 'missing'> {
      const { before, after } = await changeDocument<Remembered>(documents, COLLECTION, subject, (remembered = {}) => {
        if (of(remembered, clientId) === undefined) return 'keep'
        const { [clientId]: _gone, ...rest } = remembered
        return Object.keys(rest).length === 0 ? undefined : rest
      })
      return after === before ? 'missing' : 'forgotten'
    },
    async list(subject: string): Promise<readonly Consent[]> {
      return Object.entries(await read(subject)).map(([clientId, consent]) => ({ clientId, ...consent }))
    },
  }
}
