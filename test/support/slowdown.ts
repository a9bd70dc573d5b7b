/**
 * The factor by which the same work takes longer than on an idle machine. Another program on the same core, cache or
 * clock slows it down, even by processor time. With this factor, limits in milliseconds hold on a busy machine too.
 */

/** Typical work: records that are parsed and searched. */
const RECORDS = Array.from({ length: 400 }, (_, index) =>
  JSON.stringify({ event: 'sign-in.succeeded', user: `u-${index}`, client: `app-${index}`, at: index, changes: {} }),
)
const ROUNDS = 40
/** Processor time of all rounds on an idle reference machine, in milliseconds. */
const QUIET_MS = 16

/** 1 on an idle machine; never less, so that a faster machine does not tighten the limits. */
export function slowdown(): number {
  const before = process.cpuUsage()
  let found = 0
  for (let round = 0; round < ROUNDS; round += 1)
    for (const text of RECORDS) if ((JSON.parse(text) as { at: number }).at === round) found += 1
  const { user, system } = process.cpuUsage(before)
  return found === ROUNDS ? Math.max(1, (user + system) / 1000 / QUIET_MS) : Number.NaN
}
