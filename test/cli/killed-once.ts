/** A command that is killed in the middle of its work. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'

const STEP_MS = 5

/** Kills `portico …` as soon as the state is reached. The process is stopped during the check. */
export async function killedOnce(
  line: readonly string[],
  env: NodeJS.ProcessEnv,
  isSo: () => Promise<boolean>,
): Promise<void> {
  const child = spawn(process.execPath, [resolve('dist/lib/cli/main.js'), ...line], {
    stdio: 'ignore',
    env: { ...BARE_ENVIRONMENT, ...env },
  })
  const closed = once(child, 'close')
  for (;;) {
    child.kill('SIGSTOP')
    if (await isSo()) break
    if (child.exitCode !== null) throw new Error('the process has ended by itself')
    child.kill('SIGCONT')
    await after(STEP_MS)
  }
  child.kill('SIGKILL')
  await closed
  if (child.signalCode !== 'SIGKILL') throw new Error('the process has ended before it was killed')
}
