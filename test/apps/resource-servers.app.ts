/**
 * Resource servers. They sign no user in: programs bring the access tokens of other clients. Dovecot, unmodified, with
 * the block of its client pasted unchanged, introspects each. An API of Spring has its block, too. Libraries for APIs
 * verify them by signature.
 */
import { join } from 'node:path'
import { person } from '../support/actors.ts'
import { altered } from '../support/altered.ts'
import { ALICE, BOB, CONF, CONF2 } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { type RelyingParty, relyingParty, type TokenSet } from '../support/relying-party.ts'
import { until } from '../support/until.ts'
import { API_LIBRARIES, acceptsToken } from './apis.ts'
import { greeting, imapSignIn, MECHANISMS } from './imap.ts'
import { INSTALLED } from './install.ts'
import { APPS } from './libraries.ts'
import { answers, appFolder, runApp } from './process.ts'
import { type App, type Plan, startWorld, type World } from './world.ts'

const SCOPE = 'openid email offline_access'
const PROGRAM = { ...CONF, scopes: [...(CONF.scopes ?? []), 'mail'] }

let world: World
let program: RelyingParty
beforeAll(async () => {
  world = await startWorld({ options: { clients: [PROGRAM, CONF2], scopes: { mail: {} } } })
  program = relyingParty(world.idp, PROGRAM)
})
afterAll(() => world?.close())

/** @param follow the remark of the block that is followed */
const startDovecot = (follow = ''): Promise<App> =>
  world.start({
    format: 'dovecot',
    callback: '/none',
    installed: 'own',
    around: { 'dovecot.mjs': 'dovecot.mjs' },
    variables: () => ({ FOLLOW: follow }),
    build: [process.execPath, 'dovecot.mjs'],
    command: (_, folder) => ['/usr/sbin/dovecot', '-F', '-c', join(folder, 'dovecot.conf')],
    ready: greeting,
  })
const tokensOf = (client = program, scope = SCOPE): Promise<TokenSet> => person(world.idp).signIn(client, { scope })

describe('Dovecot', () => {
  let app: App
  beforeAll(async () => {
    app = await startDovecot()
  })

  describe.each(MECHANISMS)('by %s', (mechanism) => {
    const signIn = (token: string, user: string = ALICE.sub) => imapSignIn(app, mechanism, user, token)

    it('opens the mailbox of the user', async () => {
      const { access_token } = await tokensOf()
      await expect(signIn(access_token)).resolves.toEqual({ outcome: 'OK' })
      // It writes that down in its own time.
      await until(async () => app.output().includes(`Login: user=<${ALICE.sub}>, method=${mechanism}`))
    })

    it('opens only the documents of their owner', async () => {
      const { access_token } = await tokensOf()
      await expect(signIn(access_token, BOB.sub)).resolves.toMatchObject({ outcome: 'NO [AUTHENTICATIONFAILED]' })
    })

    it('refuses a token that was revoked, names where to get another, and accepts that one', async () => {
      const [first, second] = [await tokensOf(), await tokensOf()]
      await expect(signIn(first.access_token)).resolves.toMatchObject({ outcome: 'OK' })
      await program.revoke(first.access_token)
      await expect(signIn(first.access_token)).resolves.toEqual({
        outcome: 'NO [AUTHENTICATIONFAILED]',
        ...(mechanism === 'XOAUTH2'
          ? { challenge: expect.objectContaining({ status: '401' }) }
          : {
              challenge: expect.objectContaining({
                status: 'invalid_token',
                'openid-configuration': `${world.idp.issuer}/.well-known/openid-configuration`,
              }),
            }),
      })
      await expect(signIn(second.access_token)).resolves.toMatchObject({ outcome: 'OK' })
    })

    it('refuses what is no access token', async () => {
      const { refresh_token, id_token } = await tokensOf()
      for (const token of [refresh_token, id_token, 'nonsense'])
        await expect(signIn(token)).resolves.toMatchObject({ outcome: 'NO [AUTHENTICATIONFAILED]' })
    })
  })
})

describe('with the scope of its remark', () => {
  it('opens mailboxes to mail programs alone', async () => {
    const app = await startDovecot('scope')
    const [ofProgram, other] = [
      await tokensOf(program, `${SCOPE} mail`),
      await tokensOf(relyingParty(world.idp, CONF2)),
    ]
    const signIn = ({ access_token }: TokenSet) => imapSignIn(app, 'OAUTHBEARER', ALICE.sub, access_token)
    await expect(signIn(ofProgram)).resolves.toMatchObject({ outcome: 'OK' })
    await expect(signIn(other)).resolves.toMatchObject({ outcome: 'NO [AUTHENTICATIONFAILED]' })
  })
})

describe('with the address of the user, as another remark has it', () => {
  it('opens the mailbox of that name alone, and not with a token that was revoked', async () => {
    const app = await startDovecot('address')
    const { access_token } = await tokensOf()
    const signIn = (user: string) => imapSignIn(app, 'OAUTHBEARER', user, access_token)
    await expect(signIn(ALICE.email)).resolves.toMatchObject({ outcome: 'OK' })
    await expect(signIn('bob@example.com')).resolves.toMatchObject({ outcome: 'NO [AUTHENTICATIONFAILED]' })
    await program.revoke(access_token)
    // It finds no name in the answer, and takes that for an internal error.
    await expect(signIn(ALICE.email)).resolves.toMatchObject({ outcome: 'NO [UNAVAILABLE]' })
  })
})

it('an API of Spring accepts access tokens, and neither ID tokens, changed ones nor none', async () => {
  const [plan] = APPS.filter(({ format }) => format === 'spring')
  const app = await world.start(plan as Plan)
  const { access_token, id_token } = await tokensOf()
  const who = async (token: string) => {
    const response = await fetch(`${app.origin}/api/who`, { headers: { authorization: `Bearer ${token}` } })
    return [response.status, await response.text()]
  }
  expect(await who(access_token)).toEqual([200, ALICE.sub])
  for (const token of [id_token, altered(access_token), '']) expect(await who(token)).toEqual([401, ''])
})

describe.each(API_LIBRARIES)('an API with %s', (library) => {
  const accepts = (token: string, variables = {}): Promise<boolean> =>
    acceptsToken(library, token, { ISSUER: world.idp.issuer, ...variables })

  it('accepts ID tokens without an audience', async () => {
    const { access_token, id_token } = await tokensOf()
    await expect(accepts(id_token)).resolves.toBe(true)
    await expect(accepts(access_token)).resolves.toBe(true)
  })

  it('accepts only access tokens with the line of the page', async () => {
    const { access_token, id_token } = await tokensOf()
    await expect(accepts(id_token, { FIXED: '1' })).resolves.toBe(false)
    await expect(accepts(access_token, { FIXED: '1' })).resolves.toBe(true)
  })
})

it('PyJWT refuses every token if neither an audience nor its absence is stated', async () => {
  const { access_token } = await tokensOf()
  await expect(acceptsToken('PyJWT', access_token, { ISSUER: world.idp.issuer, BARE: '1' })).resolves.toBe(false)
})

describe.each([
  {
    how: 'with issuer-uri alone',
    property: 'spring.security.oauth2.resourceserver.jwt.issuer-uri',
    access: 401,
    id: 200,
  },
  { how: 'with the line of the page', property: 'fixed', access: 200, id: 401 },
])('the resource server of Spring $how', ({ property, access, id }) => {
  it(`responds to access tokens with ${access}, and to ID tokens with ${id}`, async () => {
    const [port, tokens, ISSUER] = [await freePort(), await tokensOf(), world.idp.issuer]
    const origin = `http://127.0.0.1:${port}`
    const jar = join(INSTALLED, 'spring-api/target/app-1.jar')
    const { stop } = await runApp({
      folder: appFolder('spring-api', '.', {}),
      env: { ...process.env, ISSUER },
      command: ['java', '-jar', jar, `--server.port=${port}`, `--${property}=${ISSUER}`],
      ready: () => answers(origin),
    })
    const statusOf = async (token: string): Promise<number> =>
      (await fetch(origin, { headers: { Authorization: `Bearer ${token}` } })).status
    await expect(statusOf(tokens.access_token)).resolves.toBe(access)
    await expect(statusOf(tokens.id_token)).resolves.toBe(id)
    await stop()
  })
})
