/** `npm run bench:ledger`: draws the README's pictures from the stored runs, like each full `npm run bench`. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DARK, LIGHT, ledgerPicture } from './ledger-picture.ts'
import { keptRuns } from './results.ts'

/** Each file with its content. */
export function ledgerFiles(): Readonly<Record<string, string>> {
  const runs = keptRuns()
  return {
    'test/bench/ledger-light.svg': ledgerPicture(runs, LIGHT),
    'test/bench/ledger-dark.svg': ledgerPicture(runs, DARK),
  }
}

export function drawLedger(): void {
  for (const [path, picture] of Object.entries(ledgerFiles())) writeFileSync(path, picture)
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) drawLedger()
