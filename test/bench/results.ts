/** The stored full runs, one file each: no file is overwritten. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Figure } from './figures.ts'
import { type Machine, rounded } from './report.ts'

const FOLDER = 'test/bench/results'

export interface KeptRun {
  readonly machine: Machine
  readonly figures: readonly Figure[]
}

/** A second run on a day gets `-2`, a third `-3`. @returns the file */
export function keep<R extends KeptRun>(run: R, folder = FOLDER): string {
  mkdirSync(folder, { recursive: true })
  const fileOf = (turn: number): string => `${folder}/${run.machine.date}${turn === 1 ? '' : `-${turn}`}.json`
  let turn = 1
  while (existsSync(fileOf(turn))) turn += 1
  writeFileSync(fileOf(turn), `${JSON.stringify(run, rounded, 2)}\n`)
  return fileOf(turn)
}

/** In chronological order. */
export function keptRuns(folder = FOLDER): readonly KeptRun[] {
  return readdirSync(folder)
    .map((name) => ({ name, parts: /^(\d{4}-\d\d-\d\d)(?:-(\d+))?\.json$/.exec(name) }))
    .filter(({ parts }) => parts !== null)
    .map(({ name, parts }) => ({ name, day: parts?.[1] ?? '', turn: Number(parts?.[2] ?? 1) }))
    .sort((a, b) => a.day.localeCompare(b.day) || a.turn - b.turn)
    .map(({ name }) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as KeptRun)
}
