/** Plays a scenario in every order, keeps the history of each, and has it checked. */
import type { Storage } from '../../lib/ports/storage.ts'
import { type Exploration, explore, type Outcome, type Stage } from './explorer.ts'
import { artefactHash, type Entry } from './history.ts'
import { checkHistory, type Violation } from './history-checker.ts'
import { ACTORS, type Actor, type Given } from './scenarios.ts'
import { type Deed, type Ground, newWorld, type Tokens } from './world.ts'

export interface Play {
  readonly given: Given
  readonly actors: readonly Actor[]
  readonly offline?: boolean
  /** How many steps may go wrong, and in which ways. */
  readonly mishaps?: number
  readonly ways?: readonly Outcome[]
  readonly orders?: 'different' | 'all'
  readonly isReal?: boolean
  /** Receives every violation. @default throws the first one */
  readonly found?: (violation: ViolationFound) => void
  /** Receives every history. */
  readonly seen?: (history: readonly Entry[]) => void
}

/** The stores of one run: one that acts immediately, for before and after; and a stepwise one for each actor. */
export interface Stores {
  readonly atOnce: Storage
  /** Another node that acts immediately: asked before and after, for it could remember what was there before. */
  readonly beside?: Storage
  readonly stepByStep: (actor: string) => Storage
}

/** The order that shows a violation, and what is wrong with it. */
export class ViolationFound extends Error {
  override readonly name = 'ViolationFound'
  constructor(
    readonly violations: readonly Violation[],
    readonly story: readonly string[],
    readonly history: readonly Entry[],
  ) {
    super(
      [
        ...violations.map(
          ({ invariant, what, entries }) =>
            `${invariant}: ${what}\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join('\n')}`,
        ),
        'after',
        ...story,
      ].join('\n'),
    )
  }
}

/** @throws ViolationFound at the first order in which an invariant does not hold */
export function play(
  { given, actors, offline = true, seen, found, ...ways }: Play,
  ground: Ground,
  storesFor: (stage: Stage) => Stores,
): Promise<Exploration> {
  return explore(async (stage) => {
    const { atOnce, beside, stepByStep } = storesFor(stage)
    const history: Entry[] = []
    const given_: Tokens[] = []
    // Before the first step and after the last one, time goes on all the same.
    let before = -1_000
    let later = 1_000_000

    const keep = (entry: Omit<Entry, 'node' | 'start' | 'end'>, node: string, start: number, end: number): void =>
      void history.push({ ...entry, node, start, end })
    const once = async (deed: Deed, tick: () => number, node: Storage = atOnce): Promise<Tokens | undefined> => {
      const { entry, tokens } = await deed(node)
      keep(entry, node === atOnce ? 'at once' : 'beside', tick(), tick())
      if (tokens !== undefined) given_.push(tokens)
      return tokens
    }
    const world = newWorld(ground, { offline })
    const { code, entry: birth } = await world.begin(atOnce)
    keep(birth, 'at once', (before += 1), (before += 1))
    const early = () => (before += 1)
    if (given !== 'code') await once(world.redeem(code), early)
    if (given === 'rotated') await once(world.refresh(given_[0]?.refresh ?? ''), early)
    const lookAtAll = async (tick: () => number): Promise<void> => {
      for (const node of beside === undefined ? [atOnce] : [atOnce, beside])
        for (const { access, refresh } of given_)
          for (const token of [access, refresh])
            if (token !== undefined) await once(world.introspect(token), tick, node)
    }
    if (beside !== undefined) await lookAtAll(early)
    const broken = history.find(({ status }) => status >= 400)
    if (broken !== undefined) throw new Error(`before the first step: ${JSON.stringify(broken)}`)
    const scene = { world, code, tokens: [...given_] }

    actors.forEach((name, index) => {
      const actor = `${name} #${index + 1}`
      const storage = stepByStep(actor)
      stage.act(() =>
        ACTORS[name](async (deed) => {
          const { result, start, end } = await stage.request(actor, () => deed(storage))
          keep(result.entry, actor, start, end)
          if (result.tokens !== undefined) given_.push(result.tokens)
          return result
        }, scene),
      )
    })

    return async () => {
      const tick = () => (later += 1)
      await lookAtAll(tick)
      // What was revoked stays revoked when the client comes back (D-C5).
      if (actors.includes('disable') || actors.includes('disable, enable')) await once(world.enable, tick)
      const wonWith = new Set(
        history
          .filter(({ op, status }) => (op === 'redeem' || op === 'refresh') && status === 200)
          .map(({ artefact }) => artefact),
      )
      if (!wonWith.has(birth.artefact)) await once(world.redeem(code), tick)
      for (const { refresh } of [...given_])
        if (refresh !== undefined && !isUsed(history, refresh)) await once(world.refresh(refresh), tick)
      await lookAtAll(tick)
      seen?.(history)
      const violations = checkHistory(history)
      if (violations.length === 0) return
      const violation = new ViolationFound(violations, stage.story(), history)
      if (found === undefined) throw violation
      found(violation)
    }
  }, ways)
}

const isUsed = (history: readonly Entry[], token: string): boolean =>
  history.some(({ op, status, artefact }) => op === 'refresh' && status === 200 && artefact === artefactHash(token))
