/**
 * How much longer the processors take for the same work than where nobody else wants them: what shares a core, its caches or its
 * frequency with another program is slower, also by processor time. So a limit in milliseconds holds on a machine that does other things.
 */

/** What such work looks like: records read and looked at. */
const RECORDS = Array.from({ length: 400 }, (_, index) =>
  JSON.stringify({ event: 'sign-in.succeeded', user: `u-${index}`, client: `app-${index}`, at: index, changes: {} }),
)
const ROUNDS = 40
/** Processor time of all rounds on a quiet machine of the kind on which the limits were set, in milliseconds. */
const QUIET_MS = 16

/** 1 on a quiet machine; never less, so that a faster one allows no more. */
export function slowdown(): number {
  const before = process.cpuUsage()
  let found = 0
  for (let round = 0; round < ROUNDS; round += 1)
    for (const text of RECORDS) if ((JSON.parse(text) as { at: number }).at === round) found += 1
  const { user, system } = process.cpuUsage(before)
  return found === ROUNDS ? Math.max(1, (user + system) / 1000 / QUIET_MS) : Number.NaN
}
