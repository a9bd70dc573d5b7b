/**
 * The documents with parts that are generated from code, from a program's file, or from a measurement. `npm run docs`
 * writes them. With `-- --check` it lists outdated ones instead, and exits with 1.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUDGET_TABLE } from './policy-table.ts'
import { API } from './tables/api.ts'
import { APPS_AND_FORMATS } from './tables/apps.ts'
import { ATTACKS } from './tables/attacks.ts'
import { COMMAND_LIST } from './tables/commands.ts'
import { DEPENDENCIES } from './tables/dependencies.ts'
import { EVENTS } from './tables/events.ts'
import { FINDING_LIST } from './tables/findings.ts'
import { LANES_TABLE } from './tables/lanes.ts'
import { LOAD } from './tables/load.ts'
import { type Parts, withParts } from './tables/parts.ts'
import { ENDPOINTS_AND_ERRORS } from './tables/protocol.ts'
import { READMES } from './tables/readmes.ts'
import { SCALE } from './tables/scale.ts'
import { SECURITY_CLAUSES } from './tables/security-clauses.ts'
import { SETTINGS, VARIABLES } from './tables/settings.ts'
import { HOST_PAGE, MINIMAL } from './tables/snippets.ts'
import { SIZING, SPEED } from './tables/speed.ts'
import { STYLE_CLASSES } from './tables/style-classes.ts'

export const WRITTEN: Readonly<Record<string, Parts>> = {
  'README.md': MINIMAL,
  '.github/SECURITY.md': { ...DEPENDENCIES, ...ATTACKS },
  'examples/README.md': APPS_AND_FORMATS,
  'test/apps/README.md': READMES,
  'examples/deploy/README.md': SIZING,
  'examples/reference/README.md': VARIABLES,
  'lib/cli/README.md': COMMAND_LIST,
  'lib/cli/doctor/README.md': FINDING_LIST,
  'lib/config/README.md': SETTINGS,
  'lib/compose/README.md': API,
  'lib/domain/audit/README.md': EVENTS,
  'lib/protocol/endpoints/README.md': ENDPOINTS_AND_ERRORS,
  'lib/web/pages/README.md': { ...STYLE_CLASSES, ...HOST_PAGE },
  'policies/README.md': BUDGET_TABLE,
  'policies/SECURITY-CLAUSES.md': SECURITY_CLAUSES,
  'test/README.md': LANES_TABLE,
  'test/bench/README.md': { ...SPEED, ...LOAD, ...SCALE },
}

function main(check: boolean): void {
  for (const [path, parts] of Object.entries(WRITTEN)) {
    const present = readFileSync(path, 'utf8')
    const wanted = withParts(present, parts)
    if (wanted === present) continue
    if (!check) writeFileSync(path, wanted)
    console.log(check ? `${path} is out of date: npm run docs` : `${path} written`)
    if (check) process.exitCode = 1
  }
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  main(process.argv.includes('--check'))
