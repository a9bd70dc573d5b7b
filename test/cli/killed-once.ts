/** A command that is killed in the middle of its work. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'

const STEP_MS = 5

/** Kills a process as soon as the state is there. It stands still while that is looked at, so that it has not gone on meanwhile. */
export async function killedOnce(child: ChildProcess, isSo: () => Promise<boolean>): Promise<void> {
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
}
