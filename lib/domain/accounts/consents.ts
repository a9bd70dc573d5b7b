import type { DocumentStore } from '../../ports/documents.ts'
import { readRecord, writeRecord } from '../stored-record.ts'

/** What a user has allowed a client. */
export interface Consent {
  readonly clientId: string
  readonly scopes: readonly string[]
  /** Milliseconds since the epoch. */
  readonly firstAt: number
  readonly lastAt: number
}

/** The client that consent is given to. `createdAt` in milliseconds since the epoch. */
export interface ConsentedClient {
  readonly clientId: string
  readonly createdAt: number
}

/** Remembered consents: one document per user. */
export interface Consents {
  /** What was allowed to this very client: an earlier one with the same id, decommissioned since, does not count. */
  scopes(subject: string, client: ConsentedClient): Promise<readonly string[]>
  remember(subject: string, client: ConsentedClient, scopes: readonly string[]): Promise<void>
  forget(subject: string, clientId: string): Promise<'forgotten' | 'missing'>
  list(subject: string): Promise<readonly Consent[]>
}

const COLLECTION = 'consents'
type Remembered = Readonly<Record<string, Omit<Consent, 'clientId'>>>

export function consents(documents: DocumentStore, now: () => number): Consents {
  const read = async (subject: string): Promise<{ text: string | undefined; remembered: Remembered }> => {
    const text = await documents.read(COLLECTION, subject)
    return { text, remembered: text === undefined ? {} : readRecord<Remembered>(text) }
  }
  const replace = async (
    subject: string,
    change: (remembered: Remembered) => Remembered | undefined,
  ): Promise<'replaced' | 'nothing'> => {
    for (;;) {
      const { text, remembered } = await read(subject)
      const next = change(remembered)
      if (next === undefined) return 'nothing'
      if ((await documents.replace(COLLECTION, subject, text, writeRecord(next))) === 'replaced') return 'replaced'
    }
  }
  const of = (remembered: Remembered, clientId: string): Omit<Consent, 'clientId'> | undefined =>
    Object.hasOwn(remembered, clientId) ? remembered[clientId] : undefined
  const current = (
    remembered: Remembered,
    { clientId, createdAt }: ConsentedClient,
  ): Omit<Consent, 'clientId'> | undefined => {
    const known = of(remembered, clientId)
    return known !== undefined && known.firstAt >= createdAt ? known : undefined
  }
  return {
    scopes: async (subject, client) => current((await read(subject)).remembered, client)?.scopes ?? [],
    async remember(subject, client, scopes) {
      const { clientId } = client
      await replace(subject, (remembered) => {
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
    async forget(subject, clientId) {
      const outcome = await replace(subject, (remembered) => {
        if (of(remembered, clientId) === undefined) return undefined
        const { [clientId]: _gone, ...rest } = remembered
        return rest
      })
      return outcome === 'replaced' ? 'forgotten' : 'missing'
    },
    async list(subject) {
      return Object.entries((await read(subject)).remembered).map(([clientId, consent]) => ({ clientId, ...consent }))
    },
  }
}
