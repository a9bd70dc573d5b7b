/** `portico texts check` as an operator runs it who adds a language. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../support/new-folder.ts'
import { type Printed, porticoProcess } from './portico.ts'

const folder = newFolder()

const give = (name: string, content: unknown): void =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
const check = (...more: readonly string[]): Promise<Printed> =>
  porticoProcess(['texts', 'check', ...more], { BASE_URL: 'http://localhost:3000', PORTICO_TEXTS: folder })

it('reports missing and invalid texts, the invalid first', async () => {
  give('it.json', { signIn: { title: 'Entra', submit: 'Entra' }, selectAcount: {} })
  const { code, out } = await check('it')
  expect(code).toBe(1)
  expect(out).toMatch(/^it {2}from a file, .*it\.json\n {4}for users: \d+ texts are missing and shown in English\n/)
  const lines = out.split('\n').slice(3)
  expect(lines.slice(0, 2)).toEqual([
    '    signIn.title: parameters: takes {client}, not nothing',
    '    selectAcount: unknown: no page has this text',
  ])
  expect(lines).toContain('    signIn.forgot: missing: “Forgot your password?”')
  expect(out).not.toContain('signIn.submit')
})

it('other words in a language that is built in need not be all', async () => {
  give('en.json', { signIn: { submit: 'Come in' } })
  expect(await check('en')).toMatchObject({ code: 0, out: expect.stringContaining('for users: complete') })
})

it('gives data for a machine', async () => {
  const { out } = await check('it', '--json')
  const { languages } = JSON.parse(out) as { languages: readonly Record<string, unknown>[] }
  expect(languages).toEqual([
    expect.objectContaining({
      locale: 'it',
      builtIn: false,
      file: join(folder, 'it.json'),
      missing: expect.any(Number),
    }),
  ])
})

it('an unsupported language and a file that is no JSON are reported plainly', async () => {
  expect(await check('xx')).toMatchObject({ code: 1, err: expect.stringContaining('put xx.json in the folder') })
  give('it.json', '{ "signIn": { "submit": "Entra", } }')
  const { code, err } = await check()
  expect(code).not.toBe(0)
  expect(err).toMatch(/it\.json.*line 1, column 32/)
})
