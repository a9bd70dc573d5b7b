import type { DocumentStore } from '../ports/documents.ts'

/** What a person has allowed a client. */
export interface Consent {
  readonly clientId: string
  readonly scopes: readonly string[]
  /** Milliseconds since the epoch. */
  readonly firstAt: number
  readonly lastAt: number
}

/** Remembered consents: one document a person. */
export interface Consents {
  scopes(subject: string, clientId: string): Promise<readonly string[]>
  remember(subject: string, clientId: string, scopes: readonly string[]): Promise<void>
  forget(subject: string, clientId: string): Promise<'forgotten' | 'missing'>
  list(subject: string): Promise<readonly Consent[]>
}

const COLLECTION = 'consents'
type Remembered = Readonly<Record<string, Omit<Consent, 'clientId'>>>

export function consents(documents: DocumentStore, now: () => number): Consents {
  const read = async (subject: string): Promise<{ text: string | undefined; remembered: Remembered }> => {
    const text = await documents.read(COLLECTION, subject)
    return { text, remembered: text === undefined ? {} : JSON.parse(text) as Remembered }
  }
  const replace = async (subject: string, change: (remembered: Remembered) => Remembered | undefined): Promise<'replaced' | 'nothing'> => {
    for (;;) {
      const { text, remembered } = await read(subject)
      const next = change(remembered)
      if (next === undefined) return 'nothing'
      if (await documents.replace(COLLECTION, subject, text, JSON.stringify(next)) === 'replaced') return 'replaced'
    }
  }
  const of = (remembered: Remembered, clientId: string): Omit<Consent, 'clientId'> | undefined =>
    (Object.hasOwn(remembered, clientId) ? remembered[clientId] : undefined)
  return {
    scopes: async (subject, clientId) => of((await read(subject)).remembered, clientId)?.scopes ?? [],
    async remember(subject, clientId, scopes) {
      await replace(subject, (remembered) => {
        const known = of(remembered, clientId)
        return { ...remembered, [clientId]: { scopes: [...new Set([...known?.scopes ?? [], ...scopes])], firstAt: known?.firstAt ?? now(), lastAt: now() } }
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
