/** The figures of a run by their names in the list, and the verdicts on their targets. */
import { type Spread, spread } from './load.ts'
import { ROWS, type Row, type RowName, type Unit } from './targets.ts'

export interface Figure {
  readonly name: string
  readonly unit: Unit
  readonly median: number
  readonly spread: Pick<Spread, 'min' | 'max'>
  /** The maximum; null: no target. */
  readonly target: number | null
}

export type Verdict = 'met' | 'within its spread' | 'MISSED' | 'no target'

/** A target is missed only if the best round exceeds it: the spread may come from the machine. */
export function check({ median, spread: { min }, target }: Pick<Figure, 'median' | 'spread' | 'target'>): Verdict {
  if (target === null) return 'no target'
  if (median <= target) return 'met'
  return min <= target ? 'within its spread' : 'MISSED'
}

export interface FigureBook {
  /** @param values one per round */
  note(name: RowName, values: readonly number[]): Figure
  /** @throws if it was not noted */
  of(name: string): Spread
  /** In the order of the list. */
  all(): readonly Figure[]
  /** Names of the list without a figure. */
  missing(): readonly string[]
}

export function figureBook(): FigureBook {
  const found = new Map<string, Figure>()
  return {
    note(name, values) {
      if (values.length === 0 || values.some((value) => !Number.isFinite(value)))
        throw new Error(`${name}: no figure came out: ${values.join(' ')}`)
      const row: Row | undefined = ROWS.find((entry) => entry.name === name)
      if (row === undefined) throw new Error(`there is no row ${name}`)
      const { median, min, max } = spread(values)
      const figure: Figure = { name, unit: row.unit, median, spread: { min, max }, target: row.target ?? null }
      found.set(name, figure)
      return figure
    },
    of(name) {
      const figure = found.get(name)
      if (figure === undefined) throw new Error(`${name} has not been measured`)
      return { median: figure.median, ...figure.spread }
    },
    all: () => ROWS.flatMap(({ name }) => found.get(name) ?? []),
    missing: () => ROWS.map(({ name }) => name).filter((name) => !found.has(name)),
  }
}
