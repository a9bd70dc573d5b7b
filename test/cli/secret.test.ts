/** `portico secret …`: the root secret is changed in three steps, each of which waits for the former. */
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { totpContext } from '../../lib/domain/accounts/factors/embedded-factors.ts'
import { factorRecords } from '../../lib/domain/accounts/factors/factor-record.ts'
import { seal, secretId } from '../../lib/domain/keys/seal.ts'
import type { RootSecretsView } from '../../lib/domain/management/root-secrets.ts'
import { ALICE, ROOT_SECRET } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { newFolder } from '../support/new-folder.ts'
import { type Printed, portico } from './portico.ts'

const OLD = ROOT_SECRET
const NEW = 'the secret that is used from now on 0123456789'
const [OLD_ID, NEW_ID] = [secretId(OLD), secretId(NEW)]
const WEEK_MS = 7 * 86_400_000
/** A little more than a node may be silent. */
const UNSEEN_MS = 61_000
const TOTP = Buffer.from('a secret of 20 bytes')
const SETS = ['service', 'secrets'] as const

const ISSUER = 'http://localhost:3999'

let idp: Idp
const file = (): string => join(folder, 'portico.sqlite')
const start = async (secret: readonly string[]): Promise<Idp> =>
  startIdp({ options: { storage: embeddedStorage({ file: file() }), baseUrl: ISSUER, secret } })
const folder = newFolder()

const secret = (line: readonly string[], secrets: readonly string[]): Promise<Printed> =>
  portico(['secret', ...line], { BASE_URL: ISSUER, PORTICO_DATA: folder, PORTICO_SECRET: secrets.join() })
const view = async (secrets: readonly string[]): Promise<RootSecretsView> =>
  JSON.parse((await secret(['status', '--json'], secrets)).out) as RootSecretsView
const keyDocument = async (): Promise<string> => (await idp.portico.storage.documents.read('keys', 'signing')) ?? ''

/** The nodes that are not there any more were last seen so long ago. */
async function forget(ms: number): Promise<void> {
  const { documents } = idp.portico.storage
  const text = await documents.read(...SETS)
  const record = JSON.parse(text ?? '') as { readonly sets: readonly { readonly seenAt: number; ids: string[] }[] }
  const sets = record.sets.map((set) => (set.ids[0] === NEW_ID ? set : { ...set, seenAt: Date.now() - ms }))
  await documents.replace(...SETS, text, JSON.stringify({ ...record, sets }))
}

it('first all nodes accept the new one: while one lacks it, it seals nothing', async () => {
  idp = await start([OLD])
  const sealed = await seal([OLD]).seal(TOTP, 'authenticator', totpContext(ALICE.sub))
  await factorRecords(idp.portico.storage.documents).change(ALICE.sub, (record) => {
    const recovery = { hashes: ['x'], madeAt: Date.now() }
    return ['done', { ...record, totp: { sealed, addedAt: Date.now(), lastStep: 0 }, recovery }]
  })
  const { secrets } = await view([NEW, OLD])
  expect(secrets).toMatchObject([
    { id: NEW_ID, sealed: { 'signing-keys': 0, authenticator: 0 }, retirement: { may: 'in-use' } },
    {
      id: OLD_ID,
      nodes: 'use',
      sealed: { 'signing-keys': 1, authenticator: 1 },
      recoveryCodes: 1,
      retirement: { may: 'after-nodes' },
    },
  ])
  const before = await keyDocument()
  for (const line of [
    ['secret', 'reseal'],
    ['keys', 'rotate'],
  ])
    expect(
      await portico(line, { BASE_URL: ISSUER, PORTICO_DATA: folder, PORTICO_SECRET: `${NEW},${OLD}` }),
    ).toMatchObject({ code: 1, err: expect.stringContaining('nothing was changed') })
  expect(await keyDocument()).toBe(before)
  await idp.stop()
})

it('then all use it: what the old one has sealed is sealed again, and opens with the new one alone', async () => {
  idp = await start([NEW, OLD])
  const begun = Date.now()
  await forget(UNSEEN_MS)
  expect((await view([NEW, OLD])).secrets[1]).toMatchObject({ nodes: 'accept', retirement: { may: 'after-reseal' } })
  expect(await secret(['reseal'], [NEW, OLD])).toEqual({
    code: 0,
    out: 're-encrypted: 1 keys, 1 authenticator apps',
    err: '',
  })
  expect((await secret(['reseal'], [NEW, OLD])).out).toBe('re-encrypted: 0 keys, 0 authenticator apps')
  const { totp } = (await factorRecords(idp.portico.storage.documents).read(ALICE.sub)) ?? {}
  expect(await seal([NEW]).open(totp?.sealed ?? '', 'authenticator', totpContext(ALICE.sub))).toEqual(TOTP)
  const kid = idp.portico.keys.list()[0]?.kid
  await idp.portico.keys.rotate()
  expect(idp.portico.keys.list().map((key) => key.kid)).toContain(kid)

  const [, old] = (await view([NEW, OLD])).secrets
  expect(old?.retirement.may).toBe('at')
  const { at = 0 } = (old?.retirement ?? {}) as { readonly at?: number }
  // A week after the minute in which a node may be silent.
  expect(at).toBeGreaterThanOrEqual(begun - UNSEEN_MS + 60_000 + WEEK_MS)
  expect(at).toBeLessThanOrEqual(Date.now() + WEEK_MS)
  const { out } = await secret(['status'], [NEW, OLD])
  expect(out).toContain(`can be removed on ${new Date(at).toISOString().slice(0, 10)}`)
  expect(out).toContain('the recovery codes for 1 users')
  for (const one of [NEW, OLD]) expect(out).not.toContain(one)
})

it('then the old one may go, on the day that was named', async () => {
  await forget(WEEK_MS + UNSEEN_MS)
  expect((await secret(['status'], [NEW, OLD])).out).toContain('can be removed now')
  await idp.stop()
  idp = await start([NEW])
  expect((await idp.send('/health/ready')).status).toBe(200)
  await idp.stop()
})
