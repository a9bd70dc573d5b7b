/** A real adapter, step by step: what tokens rest on waits for its turn, then goes to the store as it would anyway. */
import type { Storage } from '../../lib/ports/storage.ts'
import type { Stage } from './explorer.ts'

/** @param rest the ports that no schedule is about */
export function stepwise(storage: Storage, rest: Storage, stage: Stage, actor: string): Storage {
  const { families, tokenState, subjects, clients } = storage
  const ask = <T>(what: string, reads: readonly string[], perform: () => Promise<T>): Promise<T> =>
    stage.take({ actor, what, reads, writes: [], outcomes: ['answered'], perform })
  const change = <T>(what: string, key: string, perform: () => Promise<T>): Promise<T> =>
    stage.take({ actor, what, reads: [key], writes: [key], outcomes: ['answered'], perform })
  return {
    ...rest, name: storage.name,
    families: {
      issue: (id, record, ttlMs) => change('issue', `family ${id}`, () => families.issue(id, record, ttlMs)),
      read: (id) => ask('read family', [`family ${id}`], () => families.read(id)),
      replace: (id, expected, next, ttlMs) => change('replace', `family ${id}`, () => families.replace(id, expected, next, ttlMs)),
      takeBack: (id, expected, next, ttlMs) => change('take back', `family ${id}`, () => families.takeBack(id, expected, next, ttlMs)),
      settled: (id) => ask('settled?', [`family ${id}`], () => families.settled(id)),
      revoke: (id) => change('revoke family', `family ${id}`, () => families.revoke(id)),
    },
    tokenState: {
      look: (query) => ask('look', [
        ...(query.family === undefined ? [] : [`family ${query.family}`]), ...(query.clients ?? []).map((id) => `client ${id}`),
        ...(query.subject === undefined ? [] : [`subject ${query.subject.id}`]),
      ], () => tokenState.look(query)),
    },
    subjects: {
      read: (id, session, client) => ask('read marks', [`subject ${id}`], () => subjects.read(id, session, client)),
      revoke: (id) => change('revoke subject', `subject ${id}`, () => subjects.revoke(id)),
      revokeClient: (id, client) => change('withdraw access', `subject ${id}`, () => subjects.revokeClient(id, client)),
      endSession: (id, session, keepMs) => change('end session', `subject ${id}`, () => subjects.endSession(id, session, keepMs)),
    },
    clients: {
      ...clients,
      find: (id) => ask('find client', [`client ${id}`], () => clients.find(id)),
      replace: (expected, entry) => change('replace client', `client ${entry.id}`, () => clients.replace(expected, entry)),
    },
  }
}
