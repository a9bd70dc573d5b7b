/** `portico init` and the result in `portico serve`, in a separate folder. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { Ajv } from 'ajv'
import { emptyFolder, type Folder } from '../examples/process.ts'
import { freePort } from '../support/free-port.ts'

let folder: Folder
beforeEach(async () => {
  folder = emptyFolder()
})
afterEach(() => folder.remove())

const read = (name: string): Promise<string> => readFile(join(folder.path, name), 'utf8')
const portico = async (args: readonly string[], env = {}): Promise<{ code: number | null; output: string }> => {
  const run = folder.run('lib/cli/main.js', env, args)
  return { code: await run.ended, output: run.output() }
}

it('writes a secret that only the owner reads, another one in each folder, and every variable with its meaning', async () => {
  expect((await portico(['init'])).code).toBe(0)
  expect((await stat(join(folder.path, '.env'))).mode & 0o777).toBe(0o600)
  const text = await read('.env')
  const { PORTICO_SECRET: secret = '' } = parseEnv(text)
  expect(secret).toMatch(/^[\w-]{43}$/)
  for (const name of ['BASE_URL', 'REDIS_URL', 'TRUST_PROXY', 'WORKERS', 'SMTP_URL'])
    expect(text).toContain(`#${name}=`)
  expect(Object.keys(parseEnv(text))).toEqual(['PORTICO_SECRET'])
  const other = emptyFolder()
  await other.run('lib/cli/main.js', {}, ['init']).ended
  expect(await readFile(join(other.path, '.env'), 'utf8')).not.toContain(secret)
})

it('overwrites nothing, and reports it', async () => {
  await writeFile(join(folder.path, '.env'), 'PORT=1234\n')
  const { code, output } = await portico(['init', '--json'])
  expect(code).toBe(0)
  expect(output).toMatch(/"\.env",\s+"outcome": "kept"/)
  expect(await read('.env')).toBe('PORT=1234\n')
  const before = await read('portico.json')
  expect((await portico(['init'])).output).toContain('portico.json already exists')
  expect(await read('portico.json')).toBe(before)
})

it('names a schema that accepts what the service accepts, and reports what is wrong with the rest', async () => {
  await portico(['init'])
  const written = JSON.parse(await read('portico.json'))
  const schema = JSON.parse(await read(written.$schema))
  const isValid = new Ajv({ strict: false }).compile(schema)
  expect(isValid(written)).toBe(true)
  expect(isValid({ ...written, theme: { productName: 'Acme' }, lifetimes: { accessToken: 600 } })).toBe(true)
  expect(isValid({ ...written, lifetimes: { accessTokn: 600 } })).toBe(false)
  expect(schema.properties.lifetimes.properties.accessToken.description).toMatch(/\w/)
})

it('serve and the other commands read both files; a variable that is set wins', async () => {
  const [written, set] = [await freePort(), await freePort()]
  await portico(['init'])
  await writeFile(
    join(folder.path, '.env'),
    `${await read('.env')}\nPORT=${written}\nBASE_URL=http://localhost:${written}\n`,
  )
  await writeFile(
    join(folder.path, 'portico.json'),
    JSON.stringify({ $schema: './portico.schema.json', theme: { productName: 'Acme Sign-in' } }),
  )
  const first = folder.run('lib/cli/main.js', {}, ['serve'])
  await first.says(new RegExp(`Service {4}http://localhost:${written}\\n`))
  await first.says(/Password/)
  const page = await fetch(`http://localhost:${written}/nowhere`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('Acme Sign-in')
  expect((await portico(['user', 'list'])).output).toMatch(/admin/)
  first.signal('SIGTERM')
  await first.ended
  const second = folder.run('lib/cli/main.js', { PORT: String(set) }, ['serve'])
  await second.says(new RegExp(`Service {4}http://localhost:${written}\\n`))
  expect((await fetch(`http://localhost:${set}/health/ready`)).status).toBe(200)
  second.signal('SIGTERM')
  expect(await second.ended).toBe(0)
})

it('names the file that cannot be used', async () => {
  await writeFile(join(folder.path, 'portico.json'), '{ "theme": { "productNam": "x" } }')
  const { code, output } = await portico(['serve'])
  expect(code).toBe(2)
  expect(output).toMatch(/productNam.*portico\.json/)
})
