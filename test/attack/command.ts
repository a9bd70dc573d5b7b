/** `npm run attack` as it is typed, for tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'

const campaigns: ChildProcess[] = []

/** Stops what a test that has run out of time has started. */
export function endCampaigns(): void {
  for (const child of campaigns.splice(0)) child.kill()
}

export function attack(...line: string[]): Promise<{ readonly code: number | null; readonly out: string }> {
  const child = spawn(process.execPath, [resolve('dist/test/attack/main.js'), ...line], {
    env: { ...BARE_ENVIRONMENT, ...process.env },
  })
  campaigns.push(child)
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      out += String(chunk)
    })
  return new Promise((done) => child.once('close', (code) => done({ code, out })))
}
