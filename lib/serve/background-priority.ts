/**
 * Lowers the priority of the threads that hash passwords and collect garbage. Otherwise, on a busy machine, they take
 * the processor from the thread that handles requests. Reads of files and DNS use these threads too.
 */
import { readdir, readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

/** They get about a tenth of a processor that other threads need all the time. */
const NICENESS = 10
const NAMES = ['libuv-worker\n', 'V8Worker\n']

/** Has no effect where threads have no priority of their own, which is everywhere but on Linux. */
export async function lowerBackgroundPriority(): Promise<void> {
  const threads = '/proc/self/task'
  try {
    // Reading the folder starts all threads of libuv.
    for (const thread of await readdir(threads))
      if (NAMES.includes(await readFile(`${threads}/${thread}/comm`, 'utf8'))) setPriority(Number(thread), NICENESS)
  } catch {
    // Only speed under load depends on it.
  }
}
