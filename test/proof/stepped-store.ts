/** A real store whose every call is a step of the schedule, and what each call did, for a reader. */
import { PORTS } from '../../lib/domain/storage-with.ts'
import type { ClientEntry } from '../../lib/ports/clients.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import type { TokenStateQuery } from '../../lib/ports/token-state.ts'
import { callTexts } from '../contract/calls.ts'
import { type StoreCall, storageAround } from '../support/watched-storage.ts'
import type { Footprint, Stage } from './explorer.ts'

/** A line of a story; `at` counts the steps before it. */
export interface Line {
  readonly at: number
  readonly actor: string
  /** Undefined: a response of the service. */
  readonly call?: string
  /** Undefined: the call begins. */
  readonly outcome?: string
}

/** A store that does not respond for this long never will. */
const HANGS_AFTER_MS = 30_000
/** No request needs as many: one that repeats a step that is never done does not end. */
const MOST_STEPS = 200

const READING = /^(?:read|find|list|holderOf)/
/** What tokens rest on: the order of other calls does not matter to the promises. */
const STEPS = ['families', 'tokenState', 'subjects', 'clients'] as const

/** What the call touches. */
export function footprintOf({ port, method, given }: StoreCall): Footprint {
  if (port === 'tokenState') {
    const { family, clients = [], subject } = given[0] as TokenStateQuery
    const families = family === undefined ? [] : [`families ${family}`]
    const subjects = subject === undefined ? [] : [`subjects ${subject.id}`]
    return { reads: [...families, ...clients.map((id) => `clients ${id}`), ...subjects], writes: [] }
  }
  const entry = given.find((one) => typeof one === 'object') as Partial<ClientEntry> | undefined
  const keys = [`${port} ${entry?.id ?? given[0]}`]
  return { reads: keys, writes: READING.test(method) ? [] : keys }
}

export function steppedStores(stage: Stage) {
  const { call: textOf, shown } = callTexts()
  const lines: Line[] = []
  let failed = false
  const note = (actor: string, call: string, outcome?: string): void =>
    void lines.push({ at: stage.story().length, actor, call, ...(outcome === undefined ? {} : { outcome }) })

  async function perform(actor: string, one: StoreCall, make: () => unknown): Promise<unknown> {
    const text = textOf(one)
    if (stage.story().length > MOST_STEPS) throw new Error(`no end after ${MOST_STEPS} calls; the last one: ${text}`)
    note(actor, text)
    const name = `${one.port}.${one.method}`
    try {
      const value = await inTime(name, make)
      note(actor, name, `returns ${shown(value)}`)
      return value
    } catch (error) {
      failed = true
      note(actor, name, `throws ${shown(error)}`)
      throw error
    }
  }
  return {
    lines: lines as readonly Line[],
    /** Whether a call threw. */
    hasFailed: () => failed,
    ofActor: (actor: string, storage: Storage): Storage =>
      storageAround(storage, PORTS, (one, make) =>
        STEPS.includes(one.port as (typeof STEPS)[number])
          ? stage.take({
              actor,
              what: `${one.port}.${one.method}`,
              ...footprintOf(one),
              outcomes: ['answered'],
              perform: () => perform(actor, one, make),
            })
          : stage.aside(() => perform(actor, one, make)),
      ),
  }
}

async function inTime(name: string, make: () => unknown): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${name} did not end within 30 s`)), HANGS_AFTER_MS)
  try {
    return await Promise.race([promise, make()])
  } finally {
    clearTimeout(timer)
  }
}
