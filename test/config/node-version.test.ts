/** On a Node that is too old, one sentence reports it at every entry point, instead of a SyntaxError. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { nodeVersionIssue, runtimeIssue } from '../../lib/config/node-version.ts'

it.each(['24.7.0', '24.21.0', '25.0.0', '26.1.0-nightly'])('Node %s is taken', (version) =>
  expect(nodeVersionIssue(version)).toBeUndefined(),
)

it.each(['18.20.8', '20.20.2', '22.22.0', '24.6.0'])('Node %s is not', (version) =>
  expect(nodeVersionIssue(version)).toBe(`portico-sso needs Node 24.7 or later; this is Node ${version}`),
)

it('a runtime without crypto.argon2 is refused by name, one with it is taken', () => {
  const deno = { ...process.versions, deno: '2.9.6' }
  expect(runtimeIssue({}, deno)).toContain('crypto.argon2, which Deno 2.9.6 does not have')
  expect(runtimeIssue({ argon2: () => undefined }, deno)).toBeUndefined()
})

it('package.json has the same', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly engines: { readonly node: string }
  }
  expect(nodeVersionIssue('1.0.0')).toContain(`Node ${engines.node.replace('>=', '')} or later`)
})

interface Found {
  readonly version: string
  readonly line: readonly [program: string, ...args: string[]]
}

/** Empty where an ES module cannot be required, so that the package cannot be. */
const versionOf = (...[program, ...args]: Found['line']): string =>
  spawnSync(program, [...args, '-p', 'process.features.require_module ? process.versions.node : ""'], {
    encoding: 'utf8',
  }).stdout.trim()

/** This Node, made to look older, and the older ones that are on this machine. */
function olderNodes(): readonly Found[] {
  const installed = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  const lines: readonly Found['line'][] = [
    [process.execPath, '--import', resolve('dist/test/support/older-node.js')],
    ...installed.filter(existsSync).map((program): Found['line'] => [program]),
  ]
  const found = lines.map((line) => ({ line, version: versionOf(...line) }))
  return [...new Map(found.map((one) => [one.version, one])).values()].filter(
    ({ version }) => version !== '' && nodeVersionIssue(version) !== undefined,
  )
}

const WAYS_IN: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['the command line', ['dist/lib/cli/main.js', 'client', 'list']],
  ['the reference deployment', ['dist/examples/reference/main.js']],
  ['import', ['--input-type=module', '-e', "import 'portico-sso'"]],
  ['require', ['-e', "require('portico-sso')"]],
]

describe.each(olderNodes())('Node $version', ({ version, line: [program, ...args] }) => {
  it.each(WAYS_IN)('is refused by %s, which names the required version (1)', (name, rest) => {
    const { status, stdout, stderr } = spawnSync(program, [...args, ...rest], { encoding: 'utf8' })
    const sentence = `portico-sso needs Node 24.7 or later; this is Node ${version}`
    const isProgram = rest[0]?.startsWith('dist/') === true
    expect([name, status, stdout]).toEqual([name, 1, ''])
    if (isProgram) expect(stderr).toBe(`${sentence}\n`)
    else expect(stderr).toContain(`Error: ${sentence}\n`)
  })
})
