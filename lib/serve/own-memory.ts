/** What V8 and the C library must be told of memory before a process begins. */

/**
 * Larger blocks than this go back to the system when they are freed. Otherwise the C library learns from the first password that blocks
 * of 19 MiB are usual, and each thread that has hashed one keeps it.
 */
const GIVEN_BACK_BYTES = 1_048_576
/** Of the two halves of young objects, in MiB: V8 would let each grow to 16, most of which is garbage that waits. */
const YOUNG_HALF_MIB = 4

const BLOCKS = 'MALLOC_MMAP_THRESHOLD_'
const YOUNG = '--max-semi-space-size'

/**
 * Begins the process anew, as the same process, where it was started without these settings and can be told them. Returns where it has
 * them, or cannot have them. Workers inherit them.
 */
export function withOwnMemory({ env, execArgv, platform } = process): void {
  const flags = [...execArgv, env['NODE_OPTIONS'] ?? ''].join(' ')
  // With a channel to the process that started it, it would lose the channel.
  if (platform !== 'linux' || process.connected || (env[BLOCKS] !== undefined && flags.includes(YOUNG))) return
  const young = flags.includes(YOUNG) ? [] : [`${YOUNG}=${YOUNG_HALF_MIB}`]
  process.execve?.(process.execPath, [process.execPath, ...execArgv, ...young, ...process.argv.slice(1)], {
    [BLOCKS]: String(GIVEN_BACK_BYTES),
    ...definedOf(env),
  })
}

const definedOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
