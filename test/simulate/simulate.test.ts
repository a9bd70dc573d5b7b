/** The simulation finds planted bugs and tells a short story, replays a seed, and finds nothing in the product. */
import { execFile } from 'node:child_process'

interface Ended {
  readonly code: number
  readonly text: string
}

const simulated = (...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const program = 'dist/test/simulate/main.js'
    const child = execFile(process.execPath, [program, ...args], (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, text: `${out}\n${err}` }),
    )
  })

describe('npm run simulate', () => {
  it.each([
    ['read-then-write', /broken: (?:code|refresh)-once/],
    ['lost-wake-up', /broken: notice-sent/],
    ['cached-revocation', /broken: (?:ended-access|barred)/],
    ['order-by-clock', /broken: (?:ended-access|code-once|refresh-once)/],
    ['forgotten-notice', /broken: notice-kept/],
  ])('finds %s, in fewer than 20 steps', async (bug, promise) => {
    const { code, text } = await simulated('--seed', '1', '--seeds', '10', '--hours', '0.3', '--bug', bug)
    expect(text).toMatch(promise)
    expect(code).toBe(1)
    const steps = text.match(/^ *\d+\. [\d.]+ s {2}/gm)?.length ?? 0
    expect(steps).toBeGreaterThan(0)
    expect(steps).toBeLessThan(20)
  })

  it('replays a seed', async () => {
    const digestOf = async (): Promise<string | undefined> =>
      /digest \w+/.exec((await simulated('--seed', '7', '--hours', '0.3')).text)?.[0]
    const [one, other] = await Promise.all([digestOf(), digestOf()])
    expect(one).toMatch(/digest \w{32}/)
    expect(other).toBe(one)
  })

  it('finds no broken promise', async () => {
    const { code, text } = await simulated('--seed', '101', '--seeds', '4', '--hours', '0.5')
    expect(`${code} ${text}`).toMatch(/^0 (?:seed \d+: .*\n){4}\s*$/)
  })
})
