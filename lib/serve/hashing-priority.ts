/**
 * Lowers the priority of the threads that hash passwords. Otherwise, on a busy machine, they take the processor from
 * the thread that handles requests. Reads of files and DNS use these threads too.
 */
import { readdir, readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

/** They get about a tenth of a processor that other threads need all the time. */
const NICENESS = 10

/** Has no effect where threads have no priority of their own, which is everywhere but on Linux. */
export async function lowerHashingPriority(): Promise<void> {
  const threads = '/proc/self/task'
  try {
    // Reading the folder starts all of these threads.
    for (const thread of await readdir(threads))
      if ((await readFile(`${threads}/${thread}/comm`, 'utf8')) === 'libuv-worker\n')
        setPriority(Number(thread), NICENESS)
  } catch {
    // Only speed under load depends on it.
  }
}
