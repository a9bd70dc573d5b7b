import type { ChildProcess } from 'node:child_process'

/** Kills a server as a crash does. Resolves when it has ended, also where it had ended before, or never began. */
export async function killed(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  await new Promise((resolve) => child.once('exit', resolve) && child.kill('SIGKILL'))
}
