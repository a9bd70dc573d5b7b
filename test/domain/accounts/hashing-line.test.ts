/** The queue of hashing (D-G14): bounded, known users first, nothing for callers that have gone. */
import { type Caller, hashingLine, inLine } from '../../../lib/domain/accounts/factors/hashing-line.ts'

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

const placeOf = (line: ReturnType<typeof hashingLine>, caller: Caller, signal?: AbortSignal) => {
  const place = line.enter(caller, signal)
  if (place === 'full') throw new Error('full')
  return place
}

it('known users come before unknown ones, two at a time of one user', async () => {
  const [line, { begun, work, end }] = [hashingLine(SETTINGS), works()]
  const all = [
    placeOf(line, 'unknown').run(work('first')),
    placeOf(line, 'unknown').run(work('stranger')),
    placeOf(line, { sub: 'a' }).run(work('a1')),
    placeOf(line, { sub: 'a' }).run(work('a2')),
    placeOf(line, { sub: 'a' }).run(work('a3')),
    placeOf(line, { sub: 'b' }).run(work('b1')),
  ]
  for (const name of ['first', 'a1', 'a2', 'b1', 'stranger', 'a3']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['first', 'a1', 'a2', 'b1', 'stranger', 'a3'])
})

it('it reports its length, and each caller that it turned away', () => {
  let turnedAway = 0
  const line = hashingLine(SETTINGS, () => {
    turnedAway += 1
  })
  const entered = Array.from({ length: 50 }, () => line.enter('unknown')).filter((place) => place !== 'full')
  expect([line.length(), turnedAway]).toEqual([entered.length, 50 - entered.length])
  for (const place of entered) place.leave()
  expect(line.length()).toBe(0)
})

it('it is full when serving it would take too long, for unknown users first', () => {
  const line = hashingLine(SETTINGS)
  const entered = Array.from({ length: 50 }, () => line.enter('unknown')).filter((place) => place !== 'full')
  expect(entered).toHaveLength(11)
  expect(line.enter('unknown')).toBe('full')
  expect(line.enter({ sub: 'a' })).not.toBe('full')
  for (const place of [entered[0], entered[0], entered[1]]) place?.leave()
  expect(line.enter('unknown')).not.toBe('full')
  expect(line.enter('unknown')).toBe('full')
})

it('a caller that hangs up or leaves while waiting is not hashed, and the next one is', async () => {
  const [line, { begun, work, end }] = [hashingLine(SETTINGS), works()]
  const hangsUp = new AbortController()
  const first = placeOf(line, 'unknown').run(work('first'))
  const gone = placeOf(line, 'unknown', hangsUp.signal).run(work('gone'))
  const place = placeOf(line, 'unknown')
  const left = place.run(work('left'))
  const next = placeOf(line, 'unknown').run(work('next'))
  hangsUp.abort()
  place.leave()
  await expect(gone).rejects.toMatchObject({ status: 503 })
  await expect(left).rejects.toMatchObject({ status: 503 })
  await end('first')
  await end('next')
  expect(await Promise.all([first, next])).toEqual(['first', 'next'])
  expect(begun).toEqual(['first', 'next'])
  const late = placeOf(line, 'unknown', AbortSignal.abort()).run(work('late'))
  await expect(late).rejects.toMatchObject({ status: 503 })
})

it('a piece of work in a full line, or of one who has gone, is 503', async () => {
  const full = hashingLine({ ...SETTINGS, longestMs: -1 })
  const signal = new AbortController().signal
  await expect(inLine(full, 'unknown', signal)(async () => 1)).rejects.toMatchObject({ status: 503 })
  await expect(inLine(hashingLine(SETTINGS), 'unknown', AbortSignal.abort())(async () => 1)).rejects.toMatchObject({
    status: 503,
  })
  expect(await inLine(undefined, 'unknown', signal)(async () => 1)).toBe(1)
})
