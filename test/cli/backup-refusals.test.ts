/** Obstacles to a backup or a restore: each has a separate message, and nothing is written. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPortico, type StoredItem } from '../../lib/index.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { newFolder } from '../support/new-folder.ts'
import { killedOnce } from './killed-once.ts'
import { ends, type Printed, portico } from './portico.ts'
import { storeIn, usedBy, variablesOf, withStore } from './used-store.ts'

const PASSPHRASE = 'four words, or a few more of them'
const ISSUER = 'https://id.example.com'
const SEALED_BYTES = 65_536 + 16
/** In some twenty pieces. */
const DOCUMENTS = 30_000

let places = 0

const data = (name: string): string => join(folder, name)
const environment = (name: string, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv =>
  variablesOf(data(name), { BASE_URL: ISSUER, PORTICO_BACKUP_SECRET: PASSPHRASE, ...env })
const cli = (name: string, line: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Printed> =>
  portico(line, environment(name, env))

const folder = newFolder()

const file = join(folder, 'whole.backup')

await withStore(data('source'), async (source) => {
  await usedBy(source, ISSUER)
  const items = Array.from({ length: DOCUMENTS }, (_, index): StoredItem => {
    return { kind: 'document', collection: 'consents', id: `u-${index}`, value: randomBytes(30).toString('base64') }
  })
  await source.copies?.write(items)
})
expect(await cli('source', ['backup', file])).toMatchObject({ code: 0, out: '' })
const whole = readFileSync(file)

const headerBytes: number = whole.indexOf('\n') + 1

describe('a backup is refused', () => {
  it('without a passphrase, with a short one, and with one given twice', async () => {
    const line = ['backup', join(folder, 'none.backup')]
    const none = await cli('source', line, { PORTICO_BACKUP_SECRET: '' })
    expect(none).toMatchObject(ends(1, /^set PORTICO_BACKUP_SECRET, or .*16 characters/))
    const short = await cli('source', line, { PORTICO_BACKUP_SECRET: 'fifteen letters' })
    expect(short).toMatchObject(ends(1, /PORTICO_BACKUP_SECRET.*16 characters or more/))
    expect(short.err).not.toContain('fifteen')
    writeFileSync(join(folder, 'passphrase'), `${PASSPHRASE}\n`)
    const twice = await cli('source', line, { PORTICO_BACKUP_SECRET_FILE: join(folder, 'passphrase') })
    expect(twice).toMatchObject({ code: 1, err: expect.stringContaining('E1007') })
    expect(readdirSync(folder)).not.toContain('none.backup')
  })

  it('where there is a file, which stays as it is, and in a folder that is none; no draft is left', async () => {
    const taken = join(folder, 'taken')
    writeFileSync(taken, 'mine')
    expect(await cli('source', ['backup', taken])).toEqual({
      code: 1,
      out: '',
      err: `${taken} is there already; a backup replaces no file`,
    })
    expect(readFileSync(taken, 'utf8')).toBe('mine')
    const nowhere = join(folder, 'nowhere', 'file')
    expect(await cli('source', ['backup', nowhere])).toMatchObject({
      code: 1,
      err: `${nowhere} cannot be written: ENOENT`,
    })
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

const replaced = (start: number, bytes: Buffer): Buffer =>
  Buffer.concat([whole.subarray(0, start), bytes, whole.subarray(start + bytes.length)])

interface Refused {
  readonly what: string
  readonly sentence: RegExp
  readonly bytes?: () => Buffer
  readonly env?: NodeJS.ProcessEnv
}

describe('a restore is refused, and the store is as empty as before:', () => {
  const flipped = (at: number): Buffer => replaced(at, Buffer.from([(whole[at] ?? 0) ^ 1]))
  const edited = (from: RegExp, to: string): Buffer => Buffer.from(whole.toString('latin1').replace(from, to), 'latin1')
  const CASES: readonly Refused[] = [
    {
      what: 'another passphrase',
      sentence: /^PORTICO_BACKUP_SECRET is not the passphrase/,
      env: { PORTICO_BACKUP_SECRET: `${PASSPHRASE}!` },
    },
    {
      what: 'another root secret',
      sentence: /^the backup was made with another root secret/,
      env: { PORTICO_SECRET: 'another root secret that is as long as it must be' },
    },
    {
      what: 'another issuer',
      sentence: /^the backup is from https:\/\/id\.example\.com, but BASE_URL is https:\/\/other\.example/,
      env: { BASE_URL: 'https://other.example' },
    },
    {
      what: 'cut off at a piece',
      sentence: /^the backup was cut off after piece 2$/,
      bytes: () => whole.subarray(0, headerBytes + 2 * SEALED_BYTES),
    },
    {
      what: 'a bit flipped in a later piece',
      sentence: /^the backup was changed: piece 6 is not the one/,
      bytes: () => flipped(headerBytes + 5 * SEALED_BYTES + 5),
    },
    {
      what: 'a first line with another salt',
      sentence: /^PORTICO_BACKUP_SECRET is not the passphrase of this backup, or its first line was changed$/,
      bytes: () => edited(/"salt":"(..)(..)/, '"salt":"$2$1'),
    },
    {
      what: 'a later format',
      sentence: /^the backup has format 2, of a later release; this one reads 1$/,
      bytes: () => edited(/"portico_backup":1/, '"portico_backup":2'),
    },
    {
      what: 'costs beyond all measure',
      sentence: /^this is no backup of portico/,
      bytes: () => edited(/"memory_kib":65536/, '"memory_kib":99999999'),
    },
    ...['"memory_kib":262145', '"passes":7', '"lanes":9'].map((cost) => ({
      what: `costs above the limit: ${cost}`,
      sentence: /^this is no backup of portico/,
      bytes: () => edited(new RegExp(cost.replace(/\d+/, '\\d+')), cost),
    })),
    {
      what: 'any other file',
      sentence: /^this is no backup of portico/,
      bytes: () => Buffer.from('PK\x03\x04 something else\n'),
    },
  ]
  it.each(CASES)('$what', async ({ sentence, bytes = () => whole, env = {} }) => {
    const name = `empty-${(places += 1)}`
    const damaged = join(folder, `${name}.backup`)
    writeFileSync(damaged, bytes())
    const printed = await cli(name, ['restore', damaged], env)
    expect(printed).toMatchObject({ code: 1, out: '', err: expect.stringMatching(sentence) })
    expect(printed.err.split('\n')).toHaveLength(1)
    expect(await withStore(data(name), async ({ copies }) => copies?.isEmpty())).toBe(true)
  })

  it('no such file', async () => {
    const missing = join(folder, 'missing')
    expect(await cli('empty-0', ['restore', missing])).toMatchObject({
      code: 1,
      err: `${missing} cannot be read: ENOENT`,
    })
  })

  it('a store in which anything is', async () =>
    expect(await cli('source', ['restore', file])).toEqual({
      code: 1,
      out: '',
      err: 'the store is in use or was: a backup is restored into an empty one; nothing was changed',
    }))
})

it('under another issuer it is restored when that is what is asked for', async () => {
  const printed = await cli('moved', ['restore', file, '--new-issuer'], { BASE_URL: 'https://other.example' })
  expect(printed).toMatchObject({ code: 0, err: expect.stringContaining('all users must sign in again') })
})

it('a restore that was killed leaves a store on which no service starts, until it is begun again', async () => {
  mkdirSync(data('killed'), { mode: 0o700 })
  const storage = storeIn(data('killed'))
  await storage.open()
  const restored = async (): Promise<number> => (await storage.documents.list('consents', undefined, 1)).total ?? 0
  await killedOnce(['restore', file], environment('killed'), async () => (await restored()) > 0)
  expect(await restored()).toBeLessThan(DOCUMENTS)

  const options = { baseUrl: ISSUER, secret: ROOT_SECRET, clients: [], accounts: [] }
  await expect(createPortico({ ...options, storage: storeIn(data('killed')) })).rejects.toThrow(
    /restore into this store/,
  )
  expect(await cli('killed', ['backup', join(folder, 'half.backup')])).toMatchObject(
    ends(1, /^a restore into this store is under way, or was broken off/),
  )
  expect(await cli('killed', ['restore', file])).toMatchObject(
    ends(1, /^a restore into this store was begun at 2.*Z and has not finished: .*--start-over/),
  )
  expect(await cli('killed', ['restore', file, '--start-over'])).toMatchObject({ code: 0 })
  expect(await restored()).toBe(DOCUMENTS)
  await storage.close()
  await (await createPortico({ ...options, storage: storeIn(data('killed')) })).close()
})
