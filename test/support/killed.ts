import type { ChildProcess } from 'node:child_process'

/** Kills a server like a crash. Resolves after its end, also if it ended before or never started. */
export async function killed(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  await new Promise((resolve) => child.once('exit', resolve) && child.kill('SIGKILL'))
}
