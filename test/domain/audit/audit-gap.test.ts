/** While the store is away entries wait, but not for ever: what was lost is said in the trail and told to listeners. */
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import type { AuditEvent } from '../../../lib/domain/audit/events.ts'
import { StoreUnavailable } from '../../../lib/ports/store-unavailable.ts'
import { trailOn } from '../../support/audit.ts'

const WAITING_MAX = 10_000
const LOST = 25

it('entries beyond ten thousand are lost, the oldest first, and their number is an entry and an event', async () => {
  const storage = embeddedStorage()
  await storage.open()
  let isAway = true
  const append: typeof storage.audit.append = (at, entries, link) =>
    isAway ? Promise.reject(new StoreUnavailable('away')) : storage.audit.append(at, entries, link)
  const sent: AuditEvent[] = []
  const audit = trailOn(storage, { now: Date.now, log: { ...storage.audit, append }, notify: (one) => sent.push(one) })
  for (let index = 0; index < WAITING_MAX + LOST; index += 1)
    audit.note({ event: 'sign-in.succeeded', result: 'ok', user: `u-${index}` })
  await expect(audit.flush()).rejects.toThrow(StoreUnavailable)
  expect(sent).toHaveLength(WAITING_MAX + LOST)
  isAway = false
  await audit.flush()
  expect(sent.slice(WAITING_MAX + LOST)).toEqual([expect.objectContaining({ event: 'audit.gap', count: LOST })])
  const entries = []
  for await (const entry of audit.all()) entries.push(entry)
  expect(entries).toHaveLength(WAITING_MAX + 1)
  expect(entries[0]).toMatchObject({ event: 'audit.gap', detail: `${LOST} entries were lost while the store was away` })
  expect(entries[1]?.user).toBe(`u-${LOST}`)
  await storage.close()
})
