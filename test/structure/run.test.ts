/** The output of `npm test`, and its exit code. */
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

interface Ended {
  readonly status: number | null
  readonly lines: readonly string[]
}

function run(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Ended {
  const { status, stdout } = spawnSync(process.execPath, ['test/run.ts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...variables },
  })
  return { status, lines: stdout.trimEnd().split('\n') }
}

describe('npm test -- --list', () => {
  const listed = (...args: readonly string[]): readonly string[] => run([...args, '--list']).lines

  it('prints the files of a lane, and runs nothing', () => {
    const [core, all, extended, timing] = [
      listed(),
      listed('--lane', 'all'),
      listed('--lane', 'all', '--except-core'),
      listed('--lane', 'timing'),
    ]
    expect(core).toContain('test/structure/run.test.ts')
    expect([...core, ...extended].toSorted()).toEqual(all.toSorted())
    expect(all.filter((path) => timing.includes(path))).toEqual([])
    expect(timing.every((path) => path.startsWith('test/timing/'))).toBe(true)
  })
})

describe('a run', () => {
  const seed = { TEST_SEED: '7' }

  it('of a path and a name runs those tests, and ends with 0', () => {
    const { status, lines } = run(['test/policies/pkce', '-t', 'S256'], seed)
    expect(lines).toContain('seed 7, 1 files')
    expect(lines.some((line) => /^ +1\/1 +\d+\.\d s ok {3}test\/policies\/pkce\.test \(\d+\)$/.test(line))).toBe(true)
    expect(lines.at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/)
    expect(status).toBe(0)
  })

  it('of a name that no test has ends with 1: nothing has passed', () => {
    const { status, lines } = run(['test/policies/pkce', '-t', 'no test is named so'], seed)
    expect([status, lines.at(-1)]).toEqual([1, '0 passed, 0 failed'])
  })

  it('without its programs runs the other files, names what was not run and what installs it, and ends with 1', () => {
    // Without apt-get and redis-server on the path, as on another kind of machine.
    const bare = { PATH: dirname(process.execPath), CHROMIUM_PATH: '/nowhere/chromium' }
    const { status, lines } = run(['test/policies/pkce', 'test/adapters/redis.test.ts', 'test/browser/portal.test'], {
      ...seed,
      ...bare,
    })
    const text = lines.join('\n')
    expect(text).toContain('Missing: redis-server, Chromium. On Debian, as root: apt-get install')
    expect(text).toContain('redis-server chromium-headless-shell fonts-liberation')
    expect(text).toContain('not run: test/adapters/redis.test.ts (needs redis-server)')
    expect(text).toContain('not run: test/browser/portal.test.ts (needs Chromium)')
    expect(lines.at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/)
    expect(status).toBe(1)
  })

  it('of a path that no file has is an error that names it', () => {
    const { status, lines } = run(['test/nowhere'])
    expect([status, lines[0], lines.at(-1)]).toEqual([
      1,
      'No test file begins with test/nowhere.',
      '0 passed, 1 failed',
    ])
  })
})
