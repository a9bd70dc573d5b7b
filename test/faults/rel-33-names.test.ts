/** REL-33: host names of receivers that do not resolve, or only slowly. No request waits for them. */
import { createSocket } from 'node:dgram'
import { promises as dns } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import { type NameLookup, nameLookup } from '../../lib/domain/sessions/name-lookup.ts'
import { person } from '../support/actors.ts'
import { startIdp } from '../support/idp.ts'
import { everywhere, stateOf } from '../support/logout-caller.ts'
import { logoutClient, startSink } from '../support/logout-sinks.ts'
import { relyingParty, type TokenSet } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const HERE = [{ address: '127.0.0.1', family: 4 }]

/** A name server that takes every question and answers none. */
async function blackHole(): Promise<{ readonly resolver: dns.Resolver; readonly close: () => void }> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve)
  })
  const resolver = new dns.Resolver({ timeout: 400, tries: 2 })
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`])
  return { resolver, close: () => socket.close() }
}

describe('REL-33: a resolver that is a black hole', () => {
  it('questions without an answer fail, hold few places of the system, and keep no other name waiting', async () => {
    const hole = await blackHole()
    let [now, most] = [0, 0]
    const silence = Promise.withResolvers<void>()
    const system: NameLookup = async (hostname) => {
      if (hostname === 'localhost') return lookup(hostname, { all: true })
      most = Math.max(most, (now += 1))
      await silence.promise
      now -= 1
      throw Object.assign(new Error('no answer'), { code: 'EAI_AGAIN' })
    }
    const find = nameLookup({
      system,
      direct: async (hostname) =>
        hostname === 'known.example'
          ? HERE
          : (await hole.resolver.resolve4(hostname)).map((address) => ({ address, family: 4 })),
    })
    const dead = Array.from({ length: 50 }, (_, index) =>
      find(`dead-${index}.example`).then(
        () => 'found',
        (error: NodeJS.ErrnoException) => error.code,
      ),
    )
    expect(await find('known.example')).toEqual(HERE)
    silence.resolve()
    expect(await Promise.all(dead)).not.toContain('found')
    expect(most).toBeLessThanOrEqual(2)
    expect((await find('localhost')).length).toBeGreaterThan(0)
    hole.close()
  })

  it('a name server that responds in time is trusted, also when it reports no record; a slow one is superseded, and asked once', async () => {
    const [asked, askedDirectly]: [string[], string[]] = [[], []]
    const silence = Promise.withResolvers<void>()
    const find = nameLookup({
      system: async (hostname) => {
        asked.push(hostname)
        if (hostname.startsWith('slow')) await silence.promise
        if (hostname.startsWith('none')) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
        return [{ address: '10.0.0.1', family: 4 }]
      },
      direct: async (hostname) => {
        askedDirectly.push(hostname)
        if (hostname === 'slow-none') throw new Error('no')
        return HERE
      },
    })
    await expect(find('none')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect((await find('hosts-file'))[0]?.address).toBe('10.0.0.1')
    expect(await Promise.all([find('slow'), find('slow')])).toEqual([HERE, HERE])
    const late = find('slow-none')
    await until(() => askedDirectly.includes('slow-none'))
    silence.resolve()
    expect((await late)[0]?.address).toBe('10.0.0.1')
    expect(asked).toEqual(['none', 'hosts-file', 'slow', 'slow-none'])
  })

  it('fifty clients without a name: the logout answers, the good one is notified, users can sign in', async () => {
    const sink = await startSink()
    const clients = [
      ...Array.from({ length: 50 }, (_, index) =>
        logoutClient(`dead-${index}`, { backchannel_logout_uri: `https://dead-${index}.nowhere.invalid/` }),
      ),
      logoutClient('good', { backchannel_logout_uri: sink.url }),
    ]
    const idp = await startIdp({ options: { clients } })
    const alice = person(idp)
    let tokens: TokenSet | undefined
    for (const client of clients.toReversed()) tokens ??= await alice.signIn(relyingParty(idp, client))
    for (const client of clients) await alice.open(relyingParty(idp, client), { prompt: 'none' })
    const [answer] = await Promise.all([
      everywhere(idp, tokens?.access_token ?? ''),
      person(idp).signIn(relyingParty(idp, logoutClient('good'))),
    ])
    expect(answer.json().notifications).toContainEqual(
      expect.objectContaining({ client_id: 'good', status: 'delivered' }),
    )
    expect(sink.notices).toHaveLength(1)
    expect(await stateOf(alice, relyingParty(idp, logoutClient('good')))).toBe('login_required')
  })
})
