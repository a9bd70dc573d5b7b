/** Times of `portico-sso/testing`, from the package as it is packed, in a process that does nothing else. */
import { writeFile } from 'node:fs/promises'
import { packedProject } from '../package/packed-project.ts'

const PROGRAM = `
const times = {}
const timed = async (name, work) => {
  const start = performance.now()
  const done = await work()
  times[name] = performance.now() - start
  return done
}
const options = { users: [{ username: 'alice' }, { username: 'bob' }], clients: [{ client_id: 'billing' }] }
const first = await timed('first', async () => (await import('portico-sso/testing')).startIdp(options))
await timed('signIn', () => first.signIn('alice', 'billing'))
const { startIdp } = await import('portico-sso/testing')
const second = await timed('second', () => startIdp(options))
await timed('hundred', async () => {
  for (let count = 0; count < 100; count += 1) await second.signIn('bob', 'billing')
})
await timed('month', () => second.travel('31d'))
await timed('stop', () => Promise.all([first.stop(), second.stop()]))
console.log(JSON.stringify(times))
`

/** Milliseconds. The first sign-in is part of a first test, which may take 1.5 s. */
const LIMITS = { first: 1_000, signIn: 500, second: 150, hundred: 5_000, month: 5_000, stop: 1_000 }

it('starts in a second, then in 150 ms; signs in 100 times in five seconds', async () => {
  const { inProject, node } = await packedProject()
  await writeFile(inProject('times.mjs'), PROGRAM)
  const times = JSON.parse((await node('times.mjs')).stdout) as Readonly<Record<string, number>>
  const over = Object.entries(LIMITS).filter(([name, most]) => !((times[name] ?? Number.NaN) < most))
  expect(over.map(([name]) => `${name}: ${times[name]} ms`)).toEqual([])
})
