import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}
interface Script {
  readonly url: string
  readonly functions: readonly { readonly functionName: string; readonly ranges: readonly Range[] }[]
}

/** Runs the test files in a separate process, with V8's coverage. */
const RUN = `
import { runFile } from './dist/test/runner/run-file.js'
for (const path of process.argv.slice(1)) {
  const { failureMessage } = await runFile(path, { maxConcurrency: 1 })
  if (failureMessage !== null) throw new Error(path + ' fails')
}`

function coverage(): readonly Script[] {
  const folder = mkdtempSync(join(tmpdir(), 'policy-coverage-'))
  try {
    const tests = globSync('dist/test/policies/**/*.test.js').map((path) => resolve(path))
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', RUN, ...tests], {
      encoding: 'utf8',
      env: { ...process.env, NODE_V8_COVERAGE: folder },
    })
    if (status !== 0) throw new Error(stderr)
    const [report = ''] = readdirSync(folder)
    return (JSON.parse(readFileSync(join(folder, report), 'utf8')) as { readonly result: readonly Script[] }).result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

it('the tables of test/policies reach every function and branch of every rule', () => {
  const scripts = new Map(coverage().map((script) => [script.url, script]))
  const rules = globSync('dist/policies/**/*.js')
  expect(rules.length).toBeGreaterThan(60)
  const missed = rules.flatMap((rule) => {
    const text = readFileSync(rule, 'utf8')
    const script = scripts.get(pathToFileURL(resolve(rule)).href)
    if (script === undefined) return [`${rule}: not loaded`]
    return script.functions
      .flatMap(({ ranges }) => ranges)
      .filter(({ count }) => count === 0)
      .map(({ startOffset, endOffset }) => `${rule}: ${text.slice(startOffset, Math.min(endOffset, startOffset + 80))}`)
  })
  expect(missed).toEqual([])
})
