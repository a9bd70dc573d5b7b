/** The stored runs of 30 minutes, one file for each store and day. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rounded } from '../report.ts'
import type { LoadResult } from './load-run.ts'
import type { LoadStoreName } from './load-store.ts'

const FOLDER = 'test/bench/results'

export interface KeptLoad extends LoadResult {
  readonly date: string
  /** Product, version and settings for durability. */
  readonly store: string
  readonly machine: string
  /** That everything shared: store, service and generator. */
  readonly processors: number
  readonly minutes: number
}

/** A second run on a day replaces the first. @returns the file */
export function keepLoad(store: LoadStoreName, run: KeptLoad, folder = FOLDER): string {
  const file = `${folder}/load-${store}-${run.date}.json`
  const { points, ...rest } = run
  const lines = points.map((point) => JSON.stringify(point, rounded)).join(',\n    ')
  const head = JSON.stringify(rest, rounded, 2).replace(/\n\}$/, '')
  writeFileSync(file, `${head},\n  "points": [\n    ${lines}\n  ]\n}\n`)
  return file
}

/** The newest run of each store. */
export function newestLoads(folder = FOLDER): readonly KeptLoad[] {
  const newest = new Map<string, string>()
  for (const name of readdirSync(folder).sort()) {
    const store = /^load-(\w+)-\d{4}-\d\d-\d\d\.json$/.exec(name)?.[1]
    if (store !== undefined) newest.set(store, name)
  }
  return [...newest.values()].map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as KeptLoad)
}
