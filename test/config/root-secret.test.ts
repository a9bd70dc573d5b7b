/** The root secret: configured, or made once and kept. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { obtainRootSecret } from '../../lib/config/root-secret.ts'
import { newFolder } from '../support/new-folder.ts'
import { SECRET } from './issues.ts'

let root = ''
beforeEach(() => {
  root = newFolder()
})

const local = () => ({ configured: [], dataFolder: join(root, 'data'), isLocalhost: true })

it('takes what is configured, in its order, and writes nothing', async () => {
  const secrets = [SECRET, SECRET.toLowerCase()]
  expect(await obtainRootSecret({ ...local(), configured: secrets })).toEqual({ secrets, origin: 'configured' })
  expect(await readdir(root)).toEqual([])
})

it('makes one for localhost and keeps it, for its owner alone', async () => {
  const made = await obtainRootSecret(local())
  expect(made.origin).toBe('made')
  expect(made.secrets[0]).toMatch(/^[\w-]{43}$/)
  expect((await stat(join(root, 'data', 'secret'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(root, 'data'))).mode & 0o777).toBe(0o700)
  expect(await readFile(join(root, 'data', 'secret'), 'utf8')).toBe(`${made.secrets[0]}\n`)
  expect(await obtainRootSecret(local())).toEqual({ secrets: made.secrets, origin: 'kept' })
})

it('gives concurrently starting processes the same one', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => obtainRootSecret(local())))
  expect(new Set(all.map(({ secrets }) => secrets[0])).size).toBe(1)
  expect(all.filter(({ origin }) => origin === 'made')).toHaveLength(1)
  expect(await readdir(join(root, 'data'))).toEqual(['secret'])
})

it('makes one for this process alone when there is no folder', async () => {
  const one = await obtainRootSecret({ ...local(), dataFolder: ':memory:' })
  const other = await obtainRootSecret({ ...local(), dataFolder: undefined })
  expect([one.origin, other.origin]).toEqual(['passing', 'passing'])
  expect(one.secrets).not.toEqual(other.secrets)
  expect(await readdir(root)).toEqual([])
})

it('requires one anywhere else', async () => {
  const refused = obtainRootSecret({ ...local(), isLocalhost: false })
  await expect(refused).rejects.toMatchObject({ name: 'ConfigError', issues: [{ code: 'E1003', path: 'secret' }] })
  expect(await readdir(root)).toEqual([])
})

it('creates none for a running service with another one, and takes the stored one', async () => {
  const beside = { ...local(), isBesideService: true }
  for (const request of [beside, { ...beside, dataFolder: ':memory:' }])
    await expect(obtainRootSecret(request)).rejects.toMatchObject({ name: 'ConfigError', issues: [{ code: 'E1003' }] })
  expect(await readdir(root)).toEqual([])
  const { secrets } = await obtainRootSecret(local())
  expect(await obtainRootSecret(beside)).toEqual({ secrets, origin: 'kept' })
})

const damaged = [
  ['empty', ''],
  ['cut short', 'abcdefgh\n'],
] as const
it.each(damaged)('refuses a kept one that is %s rather than make another', async (_, content) => {
  await obtainRootSecret(local())
  await writeFile(join(root, 'data', 'secret'), content)
  const refused = obtainRootSecret(local())
  const issue = { code: 'E1003', origin: join(root, 'data', 'secret') }
  await expect(refused).rejects.toMatchObject({ name: 'ConfigError', issues: [issue] })
  await expect(refused).rejects.not.toThrow(/abcdefgh/)
})
