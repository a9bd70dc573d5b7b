/** What V8 and the C library must be told of memory before a process begins. */
import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { setFlagsFromString } from 'node:v8'

const C_LIBRARY = {
  // Larger blocks go back to the system when they are freed. Otherwise the C library learns from the first password that blocks of 19 MiB
  // are usual, and each thread that has hashed one keeps it.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  // And they come from it in huge pages, where it has them: in small ones a hash takes half as much time again.
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  // Threads that now and then compile or collect keep no memory of their own.
  MALLOC_ARENA_MAX: '1',
} as const

/** Of the two halves of young objects each grows to 8 MiB, not 16. */
const YOUNG = '--max-semi-space-size'
const YOUNG_MIB = 8

/**
 * Begins the process anew, as the same process, where it was started without these settings and can be told them. Returns where it has
 * them, or cannot have them; what the operator has set counts. Workers inherit them.
 */
export function withOwnMemory(): void {
  const { env, execArgv, platform, execPath, argv } = process
  // A process with a channel to the one that started it would lose the channel.
  if (platform !== 'linux' || process.connected || env.MALLOC_MMAP_THRESHOLD_ !== undefined) return
  // Where there is no /proc, Node does not know where it is; and what cannot be begun anew would end.
  if (!isAbsolute(execPath) || !existsSync(execPath)) return
  const given = [...execArgv, env.NODE_OPTIONS ?? ''].join(' ')
  const flags = given.includes(YOUNG) ? [] : [`${YOUNG}=${YOUNG_MIB}`]
  const kept = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  process.execve?.(execPath, [execPath, ...execArgv, ...flags, ...argv.slice(1)], {
    ...C_LIBRARY,
    ...Object.fromEntries(kept),
  })
}

/**
 * From now on the heap is collected when it is 1.8 times what was alive. V8 would wait longer, and garbage that waits is most of what a
 * process has after load. Not from the start on: while a process starts nearly nothing is garbage, and collecting it takes time.
 */
export const collectSooner = (): void => setFlagsFromString('--heap-growing-percent=80')
