/** The README's pictures: each shows the stored runs, and has a text description. */
import { readFileSync } from 'node:fs'
import { contrastRatio, READABLE_CONTRAST } from '../../lib/config/checks/contrast.ts'
import { ledgerFiles } from './ledger.ts'
import { DARK, LIGHT, ledgerPicture } from './ledger-picture.ts'
import { type KeptRun, keptRuns } from './results.ts'
import { ROWS } from './targets.ts'

it.each(Object.entries(ledgerFiles()))('%s is that of the runs in results/: npm run bench:ledger', (path, picture) =>
  expect(readFileSync(path, 'utf8')).toBe(picture),
)

it('every kept run has figures of a name, median, spread and target', () => {
  const runs = keptRuns()
  expect(runs.length).toBeGreaterThan(0)
  const names: readonly string[] = ROWS.map(({ name }) => name)
  for (const figure of runs.flatMap(({ figures }) => figures)) {
    expect(figure).toEqual({
      name: expect.any(String),
      unit: expect.any(String),
      median: expect.any(Number),
      spread: { min: expect.any(Number), max: expect.any(Number) },
      target: figure.target === null ? null : expect.any(Number),
    })
    expect(names).toContain(figure.name)
  }
})

const run = (date: string, refresh: number, floor?: number): KeptRun => ({
  machine: { date, processors: '', memory: '', node: '', redis: '' },
  figures: [
    { name: 'refresh', unit: '×', median: refresh, spread: { min: refresh - 0.05, max: refresh + 0.05 }, target: 0.36 },
    ...(floor === undefined
      ? []
      : [
          {
            name: 'refresh (floor)',
            unit: '×' as const,
            median: floor,
            spread: { min: floor, max: floor },
            target: null,
          },
        ]),
  ],
})

describe('the picture', () => {
  it('writes the newest figures in words', () => {
    const picture = ledgerPicture([run('2026-12-01', 0.5), run('2026-12-02', 0.4, 0.3)], LIGHT)
    expect(picture).toContain('<title id="title">')
    expect(picture).toMatch(/<desc id="desc">Newest of 2 full runs: refresh 0\.40 \(floor 0\.30\)\./)
    expect(picture).toMatch(/>2026-12-01<.*>2026-12-02</s)
    expect(picture).toContain('not measured yet')
  })

  it('is drawn for one run, and for none refused', () => {
    expect(ledgerPicture([run('2026-12-01', 0.5)], LIGHT)).not.toMatch(/NaN|undefined|Infinity/)
    expect(() => ledgerPicture([], LIGHT)).toThrow('no run')
  })

  it('loads nothing, runs nothing, and has no text that is too small', () => {
    const picture = ledgerPicture(keptRuns(), DARK)
    expect(picture).not.toMatch(/<script|@import|url\(|href/)
    for (const [, size] of picture.matchAll(/font-size:(\d+)px/g)) expect(Number(size)).toBeGreaterThanOrEqual(11)
  })

  it.each([
    { name: 'light', colours: LIGHT },
    { name: 'dark', colours: DARK },
  ])('can be read in $name', ({ colours: { ground, panel, text, faint, ours, floor } }) => {
    for (const behind of [ground, panel])
      for (const colour of [text, faint, ours, floor])
        expect(contrastRatio(colour, behind)).toBeGreaterThanOrEqual(READABLE_CONTRAST)
  })
})
