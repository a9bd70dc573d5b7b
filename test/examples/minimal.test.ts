/** The smallest host: its pages stay as they were, and users can sign in. */
import { connect } from 'node:net'
import { person } from '../support/actors.ts'
import { freePort } from '../support/free-port.ts'
import { send } from '../support/http.ts'
import type { Node } from '../support/idp.ts'
import { relyingParty } from '../support/relying-party.ts'
import { emptyFolder } from './process.ts'

const BILLING = {
  client_id: 'billing',
  client_type: 'public',
  redirect_uris: ['http://localhost:4000/callback'],
} as const

const folder = emptyFolder()

const port = await freePort()

const run = folder.run('examples/minimal/main.js', { PORT: String(port) })

await run.says(/\/me$/m)

describe('the minimal example', () => {
  it('answers its own page, and 404 where neither it nor the service has one', async () => {
    expect(await (await fetch(`http://localhost:${port}/`)).text()).toBe('The app answers as before.\n')
    expect((await fetch(`http://localhost:${port}/nowhere`)).status).toBe(404)
  })

  it('signs users in from its own list', async () => {
    const { origin } = new URL(`http://localhost:${port}`)
    const issuer = `${origin}/sso`
    const pathOf = (address: string): string =>
      address.startsWith(`${origin}/`) ? address.slice(origin.length) : `/sso${address}`
    const node = {
      issuer,
      port,
      mountPath: '/sso',
      send: (address, message = {}) => send(port, pathOf(address), message),
    } as Node
    const alice = person(node, { username: 'alice@example.com', password: 'portico' })
    const tokens = await alice.signIn(relyingParty(node, { ...BILLING, redirect_uris: [...BILLING.redirect_uris] }), {
      scope: 'openid email',
    })
    expect((await relyingParty(node, BILLING).userinfo(tokens.access_token)).json()).toEqual({
      sub: 'u-alice',
      email: 'alice@example.com',
      email_verified: true,
    })
  })
  it('ends when it is asked to, though a browser holds a connection that it opened ahead', async () => {
    const ahead = connect(port, 'localhost')
    await new Promise((resolve) => ahead.once('connect', resolve))
    const closed = new Promise((resolve) => ahead.once('close', resolve))
    run.signal('SIGTERM')
    expect(await run.ended).toBe(0)
    await closed
  })
})
