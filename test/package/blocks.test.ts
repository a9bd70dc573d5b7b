/** Every block of the documents: TypeScript compiles with the package, JSON is valid settings, commands exist. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { COMMANDS } from '../../lib/cli/commands.ts'
import { parseArguments } from '../../lib/cli/terminal/command.ts'
import { readSource, sourceFiles } from '../structure/sources.ts'
import { freePort } from '../support/free-port.ts'
import { isUp } from './guide.ts'
import { MODULES, packedProject, run } from './packed-project.ts'

interface Block {
  readonly place: string
  readonly language: string
  readonly text: string
}

const { folder, inProject, install, node, started } = await packedProject()
/** The documents of the repository, as links from the README reach them. */
const DOCUMENTS = ['README.md', ...sourceFiles(['.github', 'policies', 'lib', 'adapters', 'examples', 'test'], 'md')]
const blocks: readonly Block[] = DOCUMENTS.flatMap((document) =>
  [...readSource(document).matchAll(/^ *```(\w+)\n([^]*?)^ *```$/gm)].map(([, language = '', text = ''], index) => ({
    place: `${document}, block ${index + 1}`,
    language,
    text,
  })),
)
const of = (language: string): readonly Block[] => blocks.filter((block) => block.language === language)

it('are of languages that are checked here or by a how-to, drawn, or shown', () =>
  expect(new Set(blocks.map(({ language }) => language))).toEqual(
    new Set(['ts', 'tsx', 'js', 'json', 'sh', 'sql', 'mermaid', 'text']),
  ))

it('ts compiles with the package, as strictly as possible', async () => {
  await install('@types/node')
  const files = await Promise.all(
    of('ts').map(async ({ text }, index) => {
      await writeFile(inProject(`block-${index}.ts`), text)
      return `block-${index}.ts`
    }),
  )
  const compilerOptions = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, types: ['node'] }
  await writeFile(inProject('package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(inProject('tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const { stdout } = await node(join(MODULES, 'typescript/bin/tsc')).catch((error: { stdout: string }) => error)
  expect([files.length > 5, stdout]).toEqual([true, ''])
})

/** `test` is what a test runner gives. */
const PROGRAMS = of('ts').filter(({ text }) => !/\btest\(/.test(text))

it.each(PROGRAMS)('ts runs: $place', async ({ text }) => {
  for (const [, name = ''] of text.matchAll(/adapters\/(ldap|smtp|prometheus)/g))
    await install({ ldap: 'ldapts', smtp: 'nodemailer', prometheus: 'prom-client' }[name] ?? '').catch(() => {})
  const port = await freePort()
  const password = "process.env['LDAP_BIND_PASSWORD'] = 'a password'\n"
  await writeFile(inProject('program.ts'), password + text.replaceAll('3000', String(port)))
  const program = started(folder, ['program.ts'], port)
  // A server keeps running; any other program ends.
  await Promise.race([program.ended, isUp(port, program).catch(() => {})])
  program.signal('SIGKILL')
  expect([0, null]).toContain(await program.ended)
})

it.each(of('js'))('js is a module: $place', async ({ text }) => {
  const file = join(folder, 'block.mjs')
  await writeFile(file, text)
  await run(process.execPath, ['--check', file])
})

it.each(of('json'))('json is valid settings: $place', async ({ text }) => {
  const schema = JSON.parse(
    await readFile(inProject('node_modules/portico-sso/dist/package/generated/portico.schema.json'), 'utf8'),
  )
  const validate = new Ajv({ strict: false }).compile(schema)
  validate(JSON.parse(text))
  expect(validate.errors).toBe(null)
})

it.each(of('sh'))('sh is a script of commands that exist: $place', async ({ text }) => {
  await run('bash', ['-n', '-c', text])
  const lines = text.replaceAll('\\\n', ' ').split('\n')
  for (const line of lines) {
    const [, words = ''] =
      /(?:^|npx |npm run |-- )portico(?:-sso|\.js)?(?: --silent)?(?: --)? ([^#|>&]+)/.exec(line) ?? []
    const argv = [...words.trim().matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word)
    if (argv.length === 0) continue
    const command = COMMANDS.find(({ name }) => `${argv.join(' ')} `.startsWith(`${name} `))
    expect([line, command?.name]).toEqual([line, expect.any(String)])
    expect(() => parseArguments(argv.slice(command?.name.split(' ').length), command?.options)).not.toThrow()
  }
})
