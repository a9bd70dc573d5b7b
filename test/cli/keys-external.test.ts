/** `portico keys …` where an external signer keeps the keys: it lists them, changes nothing, and creates no key. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { ExternalSigner } from '../../lib/index.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { newFolder } from '../support/new-folder.ts'
import { ends, portico } from './portico.ts'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x = '', y = '' } = privateKey.export({ format: 'jwk' })
const signer: ExternalSigner = {
  kid: 'hsm-1',
  publicJwk: { x, y },
  previous: [{ kid: 'hsm-0', x, y }],
  sign: async (data) => sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
}

it.each([
  ['from the beginning', false],
  ['after keys in the store', true],
])('%s', async (_name, hadOwn) => {
  const folder = newFolder()
  const storage = () => embeddedStorage({ file: join(folder, 'portico.sqlite') })
  const first = await startIdp({ options: { storage: storage(), ...(hadOwn ? {} : { signer }) } })
  await first.stop()
  const { issuer } = first
  const idp = await startIdp({ issuer, options: { storage: storage(), signer } })
  const env = { BASE_URL: issuer, PORTICO_DATA: folder, PORTICO_SECRET: ROOT_SECRET }
  const own = () => idp.portico.storage.documents.read('keys', 'signing')
  const before = await own()
  expect(before !== undefined).toBe(hadOwn)
  const listed = await portico(['keys', 'list', '--json'], env)
  expect(listed).toMatchObject(ends(0, /an external signer keeps the signing keys/))
  expect(JSON.parse(listed.out)).toEqual([
    { kid: 'hsm-1', state: 'current' },
    { kid: 'hsm-0', state: 'previous' },
  ])
  for (const more of [[], ['--compromised', '--yes']])
    expect(await portico(['keys', 'rotate', ...more], env)).toMatchObject(
      ends(1, /rotate them there; nothing was changed/),
    )
  expect(await own()).toBe(before)
  await idp.stop()
})
