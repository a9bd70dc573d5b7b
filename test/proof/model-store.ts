/**
 * A store in a few maps, for the part of the ports that tokens rest on: each function below is one indivisible step, as
 * in `adapters/redis/scripts`. A node's records and actions around these steps are in `model-node.ts`.
 */
import type { ClientClaim, ClientEntry } from '../../lib/ports/clients.ts'
import type { SubjectState } from '../../lib/ports/subjects.ts'

/** One try of a node to replace a family's record. */
export interface Attempt {
  readonly node: string
  readonly family: string
}

interface Kept {
  readonly record: string
  /** Which attempt put it there, while that can still be rolled back. */
  readonly origin?: Attempt
}

export type ModelStore = ReturnType<typeof modelStore>

export function modelStore() {
  const families = new Map<string, Kept>()
  const marks = new Map<string, number>()
  const clients = new Map<string, string>()
  const mark = (name: string): number => marks.get(name) ?? 0
  const raise = (name: string): number => {
    marks.set(name, mark(name) + 1)
    return mark(name)
  }
  return {
    issue(id: string, record: string): void {
      families.set(id, { record })
    },
    read: (id: string): string | undefined => families.get(id)?.record,
    originOf: (id: string): Attempt | undefined => families.get(id)?.origin,
    /** As replace-family.lua */
    replace(id: string, expected: string, next: string, origin: Attempt): 'replaced' | 'changed' | 'missing' {
      const kept = families.get(id)
      if (kept === undefined) return 'missing'
      if (kept.record !== expected) return 'changed'
      families.set(id, { record: next, origin })
      return 'replaced'
    },
    /** As undo-family.lua: the blank makes a late arrival of the replacement find another record than it expects. */
    undo(id: string, expected: string, next: string, origin: Attempt, mark = ' '): void {
      const kept = families.get(id)
      if (kept === undefined) return
      const made = kept.record === next && kept.origin === origin
      if (made || kept.record === expected) families.set(id, { ...(made ? {} : kept), record: expected + mark })
    },
    revoke(id: string): void {
      families.delete(id)
    },
    subjectState: (id: string, session: string, client: string): SubjectState => ({
      generation: mark(id),
      sessionEnded: mark(`${id} session ${session}`) > 0,
      clientGeneration: mark(`${id} client ${client}`),
      sessionRevoked: mark(`${id} tokens of ${session}`) > 0,
      rolesGeneration: mark(`${id} roles`),
    }),
    revokeSubject: (id: string): number => raise(id),
    revokeSubjectClient: (id: string, client: string): number => raise(`${id} client ${client}`),
    changeSubjectRoles: (id: string): number => raise(`${id} roles`),
    endSession: (id: string, session: string): void => void raise(`${id} session ${session}`),
    revokeSession(id: string, session: string): void {
      raise(`${id} session ${session}`)
      raise(`${id} tokens of ${session}`)
    },
    findClient: (id: string): string | undefined => clients.get(id),
    createClient({ id, record }: ClientEntry): ClientClaim {
      clients.set(id, record)
      return { outcome: 'done' }
    },
    replaceClient(expected: string, { id, record }: ClientEntry) {
      if (clients.get(id) === undefined) return { outcome: 'missing' } as const
      if (clients.get(id) !== expected) return { outcome: 'changed' } as const
      clients.set(id, record)
      return { outcome: 'done' } as const
    },
  }
}
