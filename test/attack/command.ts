/** `npm run attack` as it is typed, for tests. */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { heard, type Run } from '../examples/process.ts'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'

const campaigns: Run[] = []

/** Stops what a test that has run out of time has started. */
export function endCampaigns(): void {
  for (const run of campaigns.splice(0)) run.signal('SIGTERM')
}

export async function attack(...line: string[]): Promise<{ readonly code: number | null; readonly out: string }> {
  const env = { ...BARE_ENVIRONMENT, ...process.env }
  const run = heard(spawn(process.execPath, [resolve('dist/test/attack/main.js'), ...line], { env }))
  campaigns.push(run)
  return { code: await run.ended, out: run.output() }
}
