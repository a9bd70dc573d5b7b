/** `npm run bench:ledger`: draws the README's pictures from the stored runs, like each full run. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DARK, LIGHT, ledgerPicture } from './ledger-picture.ts'
import { loadPicture } from './open-loop/load-picture.ts'
import { newestLoads } from './open-loop/load-results.ts'
import { keptRuns } from './results.ts'

/** Each file with its content. */
export function ledgerFiles(): Readonly<Record<string, string>> {
  const runs = keptRuns()
  const loads = newestLoads()
  return {
    'test/bench/ledger-light.svg': ledgerPicture(runs, LIGHT),
    'test/bench/ledger-dark.svg': ledgerPicture(runs, DARK),
    ...(loads.length === 0
      ? {}
      : {
          'test/bench/load-light.svg': loadPicture(loads, LIGHT),
          'test/bench/load-dark.svg': loadPicture(loads, DARK),
        }),
  }
}

export function drawLedger(): void {
  for (const [path, picture] of Object.entries(ledgerFiles())) writeFileSync(path, picture)
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) drawLedger()
