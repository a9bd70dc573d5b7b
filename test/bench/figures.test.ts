/** Figures and verdicts, the list of rows, and the stored results of a run. */
import { newFolder } from '../support/new-folder.ts'
import { check, figureBook } from './figures.ts'
import { figureLine } from './report.ts'
import { keep, keptRuns } from './results.ts'
import { ROWS, type RowName } from './targets.ts'

describe('a target', () => {
  it.each([
    { values: [0.3, 0.31, 0.35], verdict: 'met' },
    { values: [0.3, 0.36, 0.5], verdict: 'met' },
    { values: [0.36, 0.37, 0.4], verdict: 'within its spread' },
    { values: [0.361, 0.37, 0.4], verdict: 'MISSED' },
    { values: [0.361], verdict: 'MISSED' },
  ])('of 0.36 is $verdict by rounds of $values', ({ values, verdict }) => {
    const figure = figureBook().note('refresh', values)
    expect(figure.target).toBe(0.36)
    expect(check(figure)).toBe(verdict)
    expect(figureLine(figure)).toMatch(new RegExp(`^refresh +.*at most 0\\.36: ${verdict}$`))
  })

  it('that is none is never missed', () => expect(check(figureBook().note('refresh (floor)', [99]))).toBe('no target'))
})

describe('the figures of a run', () => {
  it('come in the order of the list, and those that are not there are named', () => {
    const book = figureBook()
    book.note('JWKS', [2, 1, 3])
    book.note('refresh', [1, 2])
    expect(book.all()).toEqual([
      { name: 'refresh', unit: '×', median: 1.5, spread: { min: 1, max: 2 }, target: 0.36 },
      { name: 'JWKS', unit: '×', median: 2, spread: { min: 1, max: 3 }, target: 1.1 },
    ])
    expect(book.missing()).toHaveLength(ROWS.length - 2)
    expect(book.of('JWKS')).toEqual({ median: 2, min: 1, max: 3 })
    expect(() => book.of('discovery')).toThrow('discovery has not been measured')
  })

  it.each([
    { name: 'of no row', row: 'speed' as RowName, values: [1] },
    { name: 'of no round', row: 'refresh' as RowName, values: [] },
    { name: 'that is no number', row: 'refresh' as RowName, values: [1, NaN] },
  ])('$name are refused', ({ row, values }) => expect(() => figureBook().note(row, values)).toThrow(row))

  it('have names that --only can take, each once', () => {
    const names = ROWS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => name.includes(','))).toEqual([])
  })
})

it('every run is kept, a second one of the same day next to the first', async () => {
  const folder = newFolder()
  const machine = { processors: '2 x any', memory: '1 GiB', node: 'v24.7.0', redis: '7.0.0' }
  const run = (date: string, ...values: number[]) => ({
    machine: { date, ...machine },
    figures: [figureBook().note('refresh', values)],
  })
  const files = ['2026-12-02', '2026-12-01', ...Array<string>(10).fill('2026-12-02')].map((date, turn) =>
    keep(run(date, turn), folder),
  )
  expect(files.slice(0, 4)).toEqual(
    ['2026-12-02', '2026-12-01', '2026-12-02-2', '2026-12-02-3'].map((name) => `${folder}/${name}.json`),
  )
  expect(keptRuns(folder).map(({ figures }) => figures[0]?.median)).toEqual([1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})
