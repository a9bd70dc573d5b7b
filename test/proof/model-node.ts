/**
 * A node of the service in front of the model store: the ports that tokens rest on, every operation a step of the
 * schedule. A step may go wrong in every way that a network has: it is not done, it is done and the answer is lost, or
 * it is done later than its caller waits.
 */
import type { FamilyStore } from '../../lib/ports/families.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import type { TokenState, TokenStateQuery } from '../../lib/ports/token-state.ts'
import type { Outcome, Stage } from './explorer.ts'
import { modelResolution, type Resolution, type ResolutionOptions } from './model-resolution.ts'
import type { ModelStore } from './model-store.ts'

export interface ModelOptions extends ResolutionOptions {
  /** `side-by-side`: as in a cluster, where family, client and subject live apart. */
  readonly look?: 'together' | 'side-by-side'
  /** All actors on one node, or each on its own. */
  readonly nodes?: 'one' | 'each'
}

const lost = (): never => {
  throw new StoreUnavailable('no answer came', true)
}

interface Steps {
  /** Looks at keys. */
  ask<T>(what: string, keys: readonly string[], answer: () => T): Promise<T>
  /** Changes what a key holds. */
  change<T>(what: string, key: string, act: () => T, late?: 'may-come-late'): Promise<T>
}

/** @param rest the ports that no schedule is about */
export function modelService(
  store: ModelStore,
  stage: Stage,
  rest: Storage,
  options: ModelOptions = {},
): (actor: string) => Storage {
  const resolution = modelResolution(store, stage, options)
  return (actor) => {
    const node = options.nodes === 'one' ? 'the node' : actor
    const steps = stepsOf(stage, actor, node, resolution, options.nodes === 'one')
    const { ask, change } = steps
    return {
      ...rest,
      name: 'model',
      families: familiesOf(store, resolution, steps, actor, node),
      tokenState: { look: (query) => lookUp(store, resolution, steps, node, query, options.look ?? 'together') },
      subjects: {
        read: (id, session = '', client = '') =>
          ask('read marks', [`subject ${id}`], () => store.subjectState(id, session, client)),
        revoke: (id) => change('revoke subject', `subject ${id}`, () => store.revokeSubject(id)),
        revokeClient: (id, client) =>
          change('withdraw access', `subject ${id}`, () => store.revokeSubjectClient(id, client)),
        changeRoles: (id) => change('change roles', `subject ${id}`, () => store.changeSubjectRoles(id)),
        endSession: (id, session) => change('end session', `subject ${id}`, () => store.endSession(id, session)),
        revokeSession: (id, session) =>
          change('revoke session', `subject ${id}`, () => store.revokeSession(id, session)),
      },
      clients: {
        ...rest.clients,
        find: (id) => ask('find client', [`client ${id}`], () => store.findClient(id)),
        create: (entry) => change('create client', `client ${entry.id}`, () => store.createClient(entry)),
        replace: (expected, entry) =>
          change('replace client', `client ${entry.id}`, () => store.replaceClient(expected, entry)),
      },
    }
  }
}

function stepsOf(stage: Stage, actor: string, node: string, resolution: Resolution, isShared: boolean): Steps {
  async function step<T>(
    what: string,
    reads: readonly string[],
    writes: readonly string[],
    ways: readonly Outcome[],
    perform: (outcome: Outcome) => T,
  ): Promise<T> {
    // What others may conclude about this node's attempts depends on when its questions are completed.
    const paces = isShared ? [`pace ${node}`] : resolution.openFamilies(node).map((family) => `open ${family}`)
    const answered = resolution.question(node)
    try {
      return await stage.take({
        actor,
        what,
        reads,
        writes: [...writes, ...paces],
        outcomes: ['answered', ...ways],
        perform,
      })
    } finally {
      answered()
    }
  }
  return {
    ask: (what, keys, answer) =>
      step(what, keys, [], ['not-done'], (outcome) => (outcome === 'not-done' ? lost() : answer())),
    change: (what, key, act, late) =>
      step(what, [key], [key], ['not-done', 'answer-lost', ...(late ? ['late' as const] : [])], (outcome) => {
        if (outcome === 'late') {
          void stage.take({
            actor: `${actor}, late`,
            what: `${what}, late`,
            reads: [key],
            writes: [key],
            outcomes: ['answered'],
            perform: act,
          })
        }
        if (outcome === 'late' || outcome === 'not-done') return lost()
        const answer = act()
        return outcome === 'answer-lost' ? lost() : answer
      }),
  }
}

function familiesOf(
  store: ModelStore,
  resolution: Resolution,
  { ask, change }: Steps,
  actor: string,
  node: string,
): FamilyStore {
  const keyOf = (id: string): string => `family ${id}`
  return {
    issue: (id, record) => change('issue', keyOf(id), () => store.issue(id, record)),
    async read(id) {
      if (!resolution.isCalm(node, id)) await resolution.calm(node, id)
      return ask('read family', [keyOf(id)], () => store.read(id))
    },
    async replace(id, expected, next) {
      if (!resolution.isCalm(node, id)) await resolution.calm(node, id)
      const attempt = resolution.begin(node, id)
      try {
        const answer = await change(
          'replace',
          keyOf(id),
          () => store.replace(id, expected, next, attempt),
          'may-come-late',
        )
        resolution.answered(attempt)
        return answer
      } catch (error) {
        void resolution.doubt(attempt, actor, expected, next)
        throw error
      }
    },
    async takeBack(id, expected, next) {
      await Promise.all(resolution.reopen(node, id).map((attempt) => resolution.doubt(attempt, actor, expected, next)))
    },
    async resolved(id) {
      for (;;) {
        if (!resolution.isCalm(node, id)) await resolution.calm(node, id)
        const uncertain = await ask('resolved?', [keyOf(id), `open ${id}`, `pace ${node}`], () =>
          resolution.uncertain(node, id),
        )
        if (uncertain.length === 0) return
        await resolution.over(uncertain)
      }
    },
    revoke: (id) => change('revoke family', keyOf(id), () => store.revoke(id)),
  }
}

async function lookUp(
  store: ModelStore,
  resolution: Resolution,
  { ask }: Steps,
  node: string,
  { family, clients = [], subject }: TokenStateQuery,
  how: 'together' | 'side-by-side',
): Promise<TokenState> {
  if (family !== undefined && !resolution.isCalm(node, family)) await resolution.calm(node, family)
  const parts: readonly { readonly keys: readonly string[]; readonly answer: () => Partial<TokenState> }[] = [
    {
      keys: family === undefined ? [] : [`family ${family}`],
      answer: () => ({ family: family === undefined ? undefined : store.read(family) }),
    },
    { keys: clients.map((id) => `client ${id}`), answer: () => ({ clients: clients.map(store.findClient) }) },
    {
      keys: subject === undefined ? [] : [`subject ${subject.id}`],
      answer: () => ({ subject: subject && store.subjectState(subject.id, subject.session, subject.client ?? '') }),
    },
  ]
  const asked =
    how === 'side-by-side'
      ? await Promise.all(
          parts.map(({ keys, answer }) =>
            keys.length === 0 ? answer() : ask(`look at ${keys.join(' ')}`, keys, answer),
          ),
        )
      : await ask(
          'look',
          parts.flatMap(({ keys }) => keys),
          () => parts.map(({ answer }) => answer()),
        )
  return Object.assign({}, ...asked) as TokenState
}
