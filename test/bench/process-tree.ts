/** Processor time and memory of a process and its descendants, from Linux's `/proc`. */
import { readdirSync, readFileSync } from 'node:fs'

export interface Use {
  /** User and system, in microseconds; counted in ticks of ten milliseconds, so a round must be long. */
  readonly processorTime: number
  /** Bytes in memory now (RSS); shared pages count in each process. */
  readonly resident: number
  /** Peak bytes (VmHWM): the sum of each process's own peak. */
  readonly peak: number
}

/** `USER_HZ` is 100 on every Linux that Node supports. */
const TICK_MICROSECONDS = 10_000

/** `/proc/PID/stat`. The program's name is in parentheses and can contain any character, parentheses too. */
export function parseStat(text: string): { readonly parent: number; readonly processorTime: number } {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [parent, user, system] = [1, 11, 12].map((place) => Number(fields[place]))
  if (parent === undefined || user === undefined || system === undefined || Number.isNaN(parent + user + system))
    throw new Error(`not a line of /proc/PID/stat: ${text}`)
  return { parent, processorTime: (user + system) * TICK_MICROSECONDS }
}

/** `/proc/PID/status`. A zombie process has no memory. */
export function parseStatus(text: string): Pick<Use, 'resident' | 'peak'> {
  const bytes = (name: string): number => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0)
  return { resident: bytes('VmRSS'), peak: bytes('VmHWM') }
}

/** The process and its live descendants. */
export function useOfTree(root: number): Use {
  const parents = new Map<number, number>()
  const times = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = read(name, 'stat')
    if (stat === undefined) continue
    const { parent, processorTime } = parseStat(stat)
    parents.set(Number(name), parent)
    times.set(Number(name), processorTime)
  }
  if (!times.has(root)) throw new Error(`there is no process ${root}`)
  const belongs = (pid: number | undefined): boolean => pid !== undefined && (pid === root || belongs(parents.get(pid)))
  const tree = [...times].filter(([pid]) => belongs(pid))
  const memory = tree.map(([pid]) => parseStatus(read(pid, 'status') ?? ''))
  return {
    processorTime: sum(tree.map(([, time]) => time)),
    resident: sum(memory.map(({ resident }) => resident)),
    peak: sum(memory.map(({ peak }) => peak)),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Undefined: the process ended meanwhile. */
function read(pid: number | string, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
