/** `npm run attack` as it is typed, for tests. */
import { type Run, started } from '../examples/process.ts'

const campaigns: Run[] = []

/** Stops what a test that has run out of time has started. */
export function endCampaigns(): void {
  for (const run of campaigns.splice(0)) run.signal('SIGTERM')
}

export async function attack(...line: string[]): Promise<{ readonly code: number | null; readonly out: string }> {
  const run = started('test/attack/main.js', line, { env: process.env })
  campaigns.push(run)
  return { code: await run.ended, out: run.output() }
}
