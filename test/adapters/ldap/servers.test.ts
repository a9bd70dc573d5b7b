/** Failures of servers and networks: no password is sent to the wrong server, and no failure counts as a result. */
import { type LdapDirectory, type LdapDirectorySettings, ldapDirectory } from '../../../adapters/ldap/index.ts'
import { freePort } from '../../support/free-port.ts'
import { selfSigned } from '../../support/logout-certificate.ts'
import { recordingProxy } from '../../support/recording-proxy.ts'
import { BASE, SEARCHER, type Slapd, startSlapd, user } from '../../support/slapd.ts'
import { until } from '../../support/until.ts'

const ALICE = { username: 'alice', password: 'correct horse' }
const LDIF = user(ALICE.username, ALICE.password)
const CERTIFICATE = selfSigned('127.0.0.1')
const OTHER_HOST = selfSigned('ldap.example.com')
/** An ExtendedResponse: yes. */
const CONSENT = '300c02010178070a010004000400'
const SUBJECT = 'ldap-00000000-0000-4000-8000-000000000000'
const MISTAKEN = { username: 'alice', password: 'wrong' }

const open: { close(): Promise<void> }[] = []
const plain = await startSlapd({ ldif: LDIF })

const secure = await startSlapd({ ldif: LDIF, certificate: CERTIFICATE })
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

function directoryAt(url: LdapDirectorySettings['url'], more: Partial<LdapDirectorySettings> = {}): LdapDirectory {
  // The longest that the adapter accepts.
  const account = { bindDn: SEARCHER.dn, bindPassword: SEARCHER.password, timeoutSeconds: 8 }
  const directory = ldapDirectory({ url, kind: 'openldap', base: BASE, ...account, ...more })
  open.push(directory)
  return directory
}

describe('with TLS', () => {
  const ca = CERTIFICATE.cert

  it.each(['ldaps', 'StartTLS'])('%s: users are checked, and the way shows no password', async (how) => {
    const startTls = how === 'StartTLS'
    const proxy = await recordingProxy((startTls ? secure.port : secure.tlsPort) ?? 0)
    const directory = directoryAt(`${startTls ? 'ldap' : 'ldaps'}://127.0.0.1:${proxy.port}`, { startTls, ca })
    const alice = await directory.authenticate(ALICE)
    expect(alice).toMatchObject({ preferred_username: 'alice' })
    expect(await directory.authenticate(MISTAKEN)).toBeUndefined()
    expect(await directory.find(alice?.sub ?? '')).toEqual(alice)
    // The pooled connection is broken, and its replacement has TLS too.
    await secure.crash()
    await secure.start()
    expect(await directory.authenticate(ALICE)).toEqual(alice)
    for (const secret of [ALICE.password, SEARCHER.password, 'alice']) expect(proxy.sent()).not.toContain(secret)
    expect(proxy.sent().length).toBeGreaterThan(500)
  })

  it.each<[string, () => Promise<Slapd>, Partial<LdapDirectorySettings>, RegExp]>([
    ['a certificate of another authority', async () => secure, { ca: selfSigned('127.0.0.1').cert }, /TLS: .*CERT/],
    ['a certificate of no known authority', async () => secure, {}, /TLS: .*CERT/],
    [
      'a certificate of another host',
      () => startSlapd({ ldif: LDIF, certificate: OTHER_HOST }),
      { ca: OTHER_HOST.cert },
      /TLS: ERR_TLS_CERT_ALTNAME_INVALID/,
    ],
    ['no StartTLS', async () => plain, { ca }, /StartTLS: the server does not offer it/],
  ])('%s: it is a failure, and nothing but the wish for TLS is sent', async (_, started, more, reason) => {
    const slapd = await started()
    try {
      for (const startTls of slapd.tlsPort === undefined ? [true] : [true, false]) {
        const proxy = await recordingProxy((startTls ? slapd.port : slapd.tlsPort) ?? 0)
        const directory = directoryAt(`${startTls ? 'ldap' : 'ldaps'}://127.0.0.1:${proxy.port}`, { startTls, ...more })
        await expect(directory.authenticate(ALICE)).rejects.toThrow(reason)
        await expect(directory.find(SUBJECT)).rejects.toThrow(reason)
        for (const secret of [ALICE.password, SEARCHER.password]) expect(proxy.sent()).not.toContain(secret)
        expect(proxy.binds()).toBe(0)
        expect(proxy.sent()).not.toBe('')
      }
    } finally {
      if (slapd !== plain && slapd !== secure) await slapd.stop()
    }
  })
})

it('what comes along with the consent to TLS is not read: it was put there on the way', async () => {
  const another = Buffer.from('300c02010161070a010004000400', 'hex')
  const proxy = await recordingProxy(secure.port, (answer) =>
    answer.toString('hex') === CONSENT ? Buffer.concat([answer, another]) : answer,
  )
  const directory = directoryAt(proxy.url, { startTls: true, ca: CERTIFICATE.cert })
  await expect(directory.authenticate(ALICE)).rejects.toThrow(/StartTLS/)
  expect(proxy.sent().length).toBe(31)
})

describe('a server', () => {
  it('that is silent is no verdict: what asks it fails while it still is, and nothing is left over', async () => {
    const proxy = await recordingProxy(plain.port)
    const directory = directoryAt(proxy.url, { timeoutSeconds: 1 })
    expect(await directory.authenticate(ALICE)).toBeDefined()
    proxy.hold()
    const tries = [ALICE, MISTAKEN, { username: 'absent', password: 'wrong' }]
    const answers = await Promise.allSettled([
      ...tries.map((login) => directory.authenticate(login)),
      directory.find(SUBJECT),
    ])
    expect(answers.map(({ status }) => status)).toEqual(tries.concat(ALICE).map(() => 'rejected'))
    for (const answer of answers) expect(String((answer as PromiseRejectedResult).reason)).not.toMatch(/alice|absent/)
    proxy.release()
    await until(async () => (await directory.authenticate(ALICE))?.preferred_username === 'alice')
    await directory.close()
    await until(async () => proxy.connections().now === 0)
  })

  it('that dies in the middle is no verdict either', async () => {
    const proxy = await recordingProxy(plain.port)
    const directory = directoryAt(proxy.url)
    expect(await directory.authenticate(ALICE)).toBeDefined()
    proxy.hold()
    const underway = Promise.allSettled([directory.authenticate(ALICE), directory.authenticate(MISTAKEN)])
    await until(async () => proxy.searches() === 2)
    await plain.crash()
    proxy.release()
    for (const { status } of await underway) expect(status).toBe('rejected')
    await expect(directory.authenticate(ALICE)).rejects.toThrow(/^ldap: 127\.0\.0\.1:\d+: /)
    await plain.start()
    expect(await directory.authenticate(ALICE)).toBeDefined()
    expect(await directory.authenticate(MISTAKEN)).toBeUndefined()
  })

  it('that hung up in a pause is asked again immediately', async () => {
    const proxy = await recordingProxy(plain.port)
    const directory = directoryAt(proxy.url)
    expect(await directory.authenticate(ALICE)).toBeDefined()
    await plain.crash()
    await plain.start()
    expect(await directory.authenticate(ALICE)).toBeDefined()
  })
})

describe('of several servers', () => {
  it('another takes over when the first dies, and the first is not waited for again and again', async () => {
    const [first, second] = [await recordingProxy(plain.port), await recordingProxy(secure.port)]
    const warnings: object[] = []
    const logger = { info: () => {}, warn: (fields: object) => void warnings.push(fields), error: () => {} }
    const directory = directoryAt([first.url, second.url], { timeoutSeconds: 2, logger })
    expect(await directory.authenticate(ALICE)).toBeDefined()
    expect([first.binds() > 0, second.binds()]).toEqual([true, 0])
    first.hold()
    expect(await directory.authenticate(ALICE)).toMatchObject({ preferred_username: 'alice' })
    expect(warnings).toContainEqual({
      code: 'ldap-unavailable',
      server: `127.0.0.1:${first.port}`,
      reason: 'no response in time',
    })
    const asked = first.sent()
    expect(await directory.authenticate(MISTAKEN)).toBeUndefined()
    expect(await directory.authenticate(ALICE)).toBeDefined()
    expect([first.sent(), warnings]).toEqual([asked, [expect.objectContaining({ reason: 'no response in time' })]])
  })

  it('one that is not there costs nothing', async () => {
    const directory = directoryAt([`ldap://127.0.0.1:${await freePort()}`, plain.url])
    expect(await directory.authenticate(ALICE)).toBeDefined()
    expect(await directory.authenticate(MISTAKEN)).toBeUndefined()
  })

  it('none: it says so', async () => {
    const nowhere = async (): Promise<string> => `ldap://127.0.0.1:${await freePort()}`
    const directory = directoryAt([await nowhere(), await nowhere()])
    await expect(directory.authenticate(ALICE)).rejects.toThrow('connect: ECONNREFUSED')
  })
})

it('200 concurrent sign-ins, a fifth with wrong passwords: each outcome is right, over 64 connections at most', async () => {
  const proxy = await recordingProxy(plain.port)
  const directory = directoryAt(proxy.url)
  const logins = Array.from({ length: 200 }, (_, at) => (at % 5 === 0 ? MISTAKEN : ALICE))
  const answers = await Promise.all(logins.map((login) => directory.authenticate(login)))
  expect(answers.map((answer) => answer?.preferred_username)).toEqual(
    logins.map((login) => (login === ALICE ? 'alice' : undefined)),
  )
  expect(proxy.connections().most).toBeLessThanOrEqual(64)
  expect(proxy.connections().most).toBeGreaterThan(10)
  // Those that search are kept, the others are gone.
  await until(async () => proxy.connections().now <= 10)
  await directory.close()
  await until(async () => proxy.connections().now === 0)
  await expect(directory.authenticate(ALICE)).rejects.toThrow('closed')
})
