/** The queue of hashing (D-G14): bounded, known users first, nothing for callers that have gone. */
import { type Caller, hashingQueue, inQueue } from '../../../lib/domain/accounts/factors/hashing-queue.ts'

const SETTINGS = { concurrent: 1, longestMs: 100, expectedMs: 10 }

/** Work that ends on command, and reports when it has begun. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name)
        ends.set(name, () => resolve(name))
      }),
    async end(name: string): Promise<void> {
      await new Promise((resolve) => setImmediate(resolve))
      ends.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

type Queue = ReturnType<typeof hashingQueue>
const STAYS = new AbortController().signal
const runIn = (queue: Queue, caller: Caller, work: () => Promise<string>, signal = STAYS) =>
  queue.run(caller, signal, (inTurn) => inTurn(work))

/** Takes a place of the queue, if there is one, until it is released. */
const hold = (queue: Queue, caller: Caller) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { release: () => resolve(), outcome: queue.run(caller, STAYS, () => promise) }
}

it('known users come before unknown ones, two at a time of one user', async () => {
  const [queue, { begun, work, end }] = [hashingQueue(SETTINGS), works()]
  const all = [
    runIn(queue, 'unknown', work('first')),
    runIn(queue, 'unknown', work('stranger')),
    runIn(queue, { sub: 'a' }, work('a1')),
    runIn(queue, { sub: 'a' }, work('a2')),
    runIn(queue, { sub: 'a' }, work('a3')),
    runIn(queue, { sub: 'b' }, work('b1')),
  ]
  for (const name of ['first', 'a1', 'a2', 'b1', 'stranger', 'a3']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['first', 'a1', 'a2', 'b1', 'stranger', 'a3'])
})

it('it reports its length and each rejected caller', async () => {
  let turnedAway = 0
  const queue = hashingQueue(SETTINGS, () => {
    turnedAway += 1
  })
  const held = Array.from({ length: 50 }, () => hold(queue, 'unknown'))
  expect(queue.length() + turnedAway).toBe(50)
  for (const { release } of held) release()
  const outcomes = await Promise.all(held.map(({ outcome }) => outcome))
  expect([outcomes.filter((outcome) => outcome === 'full').length, queue.length()]).toEqual([turnedAway, 0])
})

it('it is full when serving it would take too long, for unknown users first', async () => {
  const queue = hashingQueue(SETTINGS)
  const held = Array.from({ length: 50 }, () => hold(queue, 'unknown'))
  expect(queue.length()).toBe(11)
  expect(await hold(queue, 'unknown').outcome).toBe('full')
  hold(queue, { sub: 'a' })
  expect(queue.length()).toBe(12)
  for (const place of [held[0], held[0], held[1]]) place?.release()
  await Promise.all([held[0]?.outcome, held[1]?.outcome])
  expect(queue.length()).toBe(10)
  hold(queue, 'unknown')
  expect(await hold(queue, 'unknown').outcome).toBe('full')
})

it('a caller that hangs up or stops waiting is not hashed, and the next one is', async () => {
  const [queue, { begun, work, end }] = [hashingQueue(SETTINGS), works()]
  const hangsUp = new AbortController()
  const first = runIn(queue, 'unknown', work('first'))
  const gone = runIn(queue, 'unknown', work('gone'), hangsUp.signal)
  let left = Promise.resolve('')
  await queue.run('unknown', STAYS, async (inTurn) => {
    left = inTurn(work('left'))
    left.catch(() => {})
  })
  const next = runIn(queue, 'unknown', work('next'))
  hangsUp.abort()
  await expect(gone).rejects.toMatchObject({ status: 503 })
  await expect(left).rejects.toMatchObject({ status: 503 })
  await end('first')
  await end('next')
  expect(await Promise.all([first, next])).toEqual(['first', 'next'])
  expect(begun).toEqual(['first', 'next'])
  const late = runIn(queue, 'unknown', work('late'), AbortSignal.abort())
  await expect(late).rejects.toMatchObject({ status: 503 })
})

it('work in a full queue, or of a caller who has gone, is 503', async () => {
  const full = hashingQueue({ ...SETTINGS, longestMs: -1 })
  await expect(inQueue(full, 'unknown', STAYS)(async () => 1)).rejects.toMatchObject({ status: 503 })
  await expect(inQueue(hashingQueue(SETTINGS), 'unknown', AbortSignal.abort())(async () => 1)).rejects.toMatchObject({
    status: 503,
  })
  expect(await inQueue(undefined, 'unknown', STAYS)(async () => 1)).toBe(1)
})
