/** Help, version, and unknown commands. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { DEFAULT_SCOPES, PER_MINUTE } from '../../lib/cli/commands/client-options.ts'
import { COMMANDS } from '../../lib/cli/commands.ts'
import { parseArguments } from '../../lib/cli/terminal/command.ts'
import { DEFAULT_UPSTREAM } from '../../lib/domain/clients/blocks/gate-values.ts'
import { newFolder } from '../support/new-folder.ts'
import { ends, portico } from './portico.ts'

const EXAMPLE = /^ {2}portico .+$/m

it('the overview lists every command, at most 70 columns wide', async () => {
  const { code, out } = await portico('help', {})
  expect(code).toBe(0)
  for (const { name } of COMMANDS) expect(out).toContain(`\n  ${name} `)
  expect(out.split('\n').filter((line) => line.length > 70)).toEqual([])
})

it.each(COMMANDS.map(({ name }) => name))('%s: at most 70 columns, and an example with valid options', async (name) => {
  const { code, out } = await portico(`help ${name}`, {})
  expect(code).toBe(0)
  expect((await portico(`${name} --help`, {})).out).toBe(out)
  expect(
    out
      .replace(EXAMPLE, '')
      .split('\n')
      .filter((line) => line.length > 70),
  ).toEqual([])
  const words = (EXAMPLE.exec(out)?.[0] ?? '').trim().split(' ').slice(1)
  expect(words.join(' ')).toMatch(new RegExp(`^${name}(?: |$)`))
  const options = COMMANDS.find((command) => command.name === name)?.options
  expect(() => parseArguments(words.slice(name.split(' ').length), options)).not.toThrow()
})

it.each([
  ['clint list', ends(2, 'unknown command: clint list. Did you mean client list? ')],
  ['client lst', ends(2, 'unknown command: client lst. Did you mean client list? ')],
  ['--frobnicate', ends(2, 'unknown command: --frobnicate. portico --help')],
  ['help nothing at all', ends(2, 'unknown command: nothing at. portico')],
  ['client show', ends(2, 'client id\n\nUsage: portico client show ID\nportico help client show shows')],
  ['client', ends(2, '  client rotate-secret ')],
  ['client --help', { code: 0, out: expect.stringContaining('  client rotate-secret ') }],
  ['--version', { code: 0, out: expect.stringMatching(/^portico \d+\.\d+\.\d+\S*(?: \(commit [0-9a-f]{12}\))?$/) }],
])('%s', async (line, printed) => expect(await portico(line, {})).toMatchObject(printed))

it('prints the defaults that commands use', async () => {
  const { out } = await portico('help client create', {})
  expect(out).toContain(`default: ${DEFAULT_SCOPES.join(',')}\n`)
  expect(out).toContain(`default: ${DEFAULT_UPSTREAM}\n`)
  expect(out).toContain(`default: ${PER_MINUTE}\n`)
})

it('a reader that closes the pipe ends the command quietly', () => {
  const program = `'${process.execPath}' '${resolve('dist/lib/cli/main.js')}' app list`
  const { stdout, stderr } = spawnSync('sh', ['-c', `${program} | head -n 1`], { cwd: newFolder(), encoding: 'utf8' })
  expect([stdout.split('\n').length, stderr]).toEqual([2, ''])
})
