import { mock } from 'node:test'
import { UNTOUCHED } from '../contract/nodes.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { watchCommands } from '../support/command-watch.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { startRedis } from '../support/redis-server.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'
import { words } from '../support/words.ts'

const LONG = 3_600_000
/** A family as the service writes it: about 300 bytes. */
const RECORD = 'x'.repeat(300)

const server = await startRedis()

const storage = patientRedis(server.url)

await storage.open()
stoppedAtEnd(storage)
beforeEach(() => server.admin.flushall())

/** What a node publishes to the others about its replacements, a quarter of a second later. */
const PUBLISHED = 'sso:n{'

/** The commands that the server is sent meanwhile, scripts' inner ones not counted, and their keys. */
async function sent(step: () => Promise<unknown>): Promise<(readonly [name: string, key: string])[]> {
  const calls: (readonly [string, string])[] = []
  const marked = Promise.withResolvers<void>()
  const watch = await watchCommands(server.port, ([name, text = ''], source) => {
    if (text === 'end of the step') marked.resolve()
    else if (source !== 'lua') calls.push([name, text])
  })
  await step()
  await server.admin.echo('end of the step')
  await marked.promise
  watch.close()
  return calls
}

describe('what the hot paths cost:', () => {
  const query = { family: 'f', clients: ['billing', 'api'], subject: { id: 'alice', session: 's' } }

  it('each step is the one command it needs', async () => {
    // The first use of a script on a connection sends its text; it is known from then on.
    await storage.families.replace('f', 'one', 'two', LONG)
    await storage.rates.hit('k', LONG)
    const { families, clients, subjects, rates, tokenState } = storage
    const steps: Record<string, () => Promise<unknown>> = {
      issue: () => families.issue('f', 'one', LONG),
      read: () => families.read('f'),
      replace: () => families.replace('f', 'one', 'two', LONG),
      revoke: () => families.revoke('f'),
      client: () => clients.find('billing'),
      subject: () => subjects.read('alice', 's'),
      hit: () => rates.hit('k', LONG),
      look: () => tokenState.look(query),
    }
    const costs: Record<string, string[]> = {}
    for (const [name, step] of Object.entries(steps))
      costs[name] = (await sent(step)).filter(([, key]) => !key.startsWith(PUBLISHED)).map(([command]) => command)
    expect(costs).toEqual({
      issue: ['SET'],
      read: ['GET'],
      replace: ['EVALSHA'],
      revoke: ['DEL'],
      client: ['GET'],
      subject: ['HMGET'],
      hit: ['EVALSHA'],
      look: ['HMGET', 'MGET'],
    })
  })

  it('a replacement is one GET and one SET inside the script', async () => {
    await storage.families.issue('f', 'one', LONG)
    await server.admin.config('RESETSTAT')
    await storage.families.replace('f', 'one', 'two', LONG)
    const stats = await server.admin.info('commandstats')
    for (const name of ['get', 'set', 'evalsha|eval'])
      expect(stats).toMatch(new RegExp(`^cmdstat_(${name}):calls=1,`, 'm'))
  })

  it('look is one round trip: all of it is sent before anything is answered', async () => {
    const proxy = await startProxy(server.port)
    const far = stoppedAtEnd(patientRedis(`redis://127.0.0.1:${proxy.port}`))
    await far.open()
    proxy.dropReplies()
    // No other connection's last command is MGET.
    await storage.families.revoke('f')
    const names = await sent(async () => {
      const look = far.tokenState.look(query).catch(() => undefined)
      await until(async () => /cmd=mget /.test(String(await server.admin.client('LIST'))))
      proxy.cut()
      await look
    })
    expect(names.map(([name]) => name)).toEqual(expect.arrayContaining(['HMGET', 'MGET']))
  })

  it('many replacements are published to the other nodes together, a quarter of a second after the first', async () => {
    const node = stoppedAtEnd(patientRedis(server.url))
    await node.open()
    const ids = Array.from({ length: 60 }, (_, index) => `f${index}`)
    for (const id of ids) await node.families.issue(id, 'one', LONG)
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      let key = ''
      const calls = await sent(async () => {
        for (const id of ids) await node.families.replace(id, 'one', 'two', LONG)
        // A record names the node that has written it.
        key = `${PUBLISHED}${/#[0-9a-f]{12}(.{4})/.exec((await server.admin.get('sso:f{f0}')) ?? '')?.[1]}}`
        mock.timers.tick(249)
        expect(await server.admin.exists(key)).toBe(0)
        mock.timers.tick(1)
        while ((await server.admin.exists(key)) === 0);
      })
      expect(calls.filter(([name]) => name.startsWith('EVAL'))).toHaveLength(60)
      expect(calls.filter(([name, written]) => name === 'SET' && written === key)).toHaveLength(1)
    } finally {
      mock.timers.reset()
    }
  })
})

describe('memory:', () => {
  it('a live family with a record of 300 bytes takes well under 560 bytes in all', async () => {
    const count = 5_000
    const before = await usedMemory()
    for (let from = 0; from < count; from += 500)
      await Promise.all(
        Array.from({ length: 500 }, async (_, index) => {
          const id = `${from + index}`.padStart(22, 'A')
          await storage.families.issue(id, 'a code', LONG)
          await storage.families.replace(id, 'a code', RECORD, LONG)
        }),
      )
    const each = ((await usedMemory()) - before) / count
    expect(await server.admin.memory('USAGE', `sso:f{${'0'.padStart(22, 'A')}}`)).toBeLessThan(500)
    expect(each).toBeLessThan(540)
  })

  it('what was counted, claimed, opened and signed in leaves nothing behind when its time is over', async () => {
    const life = 300
    await storage.families.issue('f', 'one', life)
    await storage.records.put('k', 'i', 'v', life)
    await storage.records.claim('k', 'j', 'v', life)
    await storage.rates.hit('k', life)
    await storage.sessions.write('s', 'base', life)
    await storage.sessions.join('s', 'billing', 'entry')
    await storage.sessions.move('s', 'moved')
    await storage.sessions.link('alice', { uid: 'u', key: 'moved', about: '' }, life)
    await storage.subjects.endSession('alice', 'u', life)
    await until(async () => {
      await storage.sessions.subjects(undefined, 10)
      // Published entries expire, too.
      return (await server.admin.keys('*')).every((key) => key.startsWith(PUBLISHED))
    })
  })

  it('dropping marks whose time is over drops nothing else of the subject', async () => {
    const { subjects } = storage
    await subjects.revoke('alice')
    await subjects.revokeClient('alice', 'billing')
    await subjects.endSession('alice', 'old', 50)
    await until(async () => {
      await subjects.endSession('alice', 'new', LONG)
      return !(await server.admin.hkeys('sso:s{alice}')).includes('xold')
    })
    expect(await server.admin.hkeys('sso:s{alice}')).toEqual(['g', 'cbilling', 'xnew'])
    expect(await subjects.read('alice', 'new', 'billing')).toEqual({
      ...UNTOUCHED,
      generation: 1,
      sessionEnded: true,
      clientGeneration: 1,
    })
  })

  it('every key ends by itself but those that are meant to stay', async () => {
    await storage.families.issue('f', 'one', LONG)
    await storage.families.replace('f', 'one', 'two', LONG)
    await storage.families.takeBack('f', 'one', 'two', LONG)
    await storage.records.put('k', 'i', 'v', LONG)
    await storage.rates.hit('k', LONG)
    await storage.sessions.write('s', 'base', LONG)
    await storage.sessions.link('alice', { uid: 'u', key: 's', about: '' }, LONG)
    await storage.subjects.endSession('alice', 'u', LONG)
    await storage.subjects.revoke('bob')
    await storage.clients.create({ id: 'billing', record: '{}', redirectUris: ['https://billing.example.com/'] })
    await storage.documents.replace('keys', 'k', undefined, 'v')
    await storage.audit.append(1, ['entry'], () => 'hash')
    await until(async () => (await server.admin.keys(`${PUBLISHED}*`)).length > 0)
    const lasting: string[] = []
    for (const key of await server.admin.keys('*')) if ((await server.admin.pttl(key)) === -1) lasting.push(key)
    expect(lasting.toSorted()).toEqual(words`
      sso:ae{a} sso:a{a} sso:ch{c} sso:ci{c} sso:cu{c}billing sso:c{c}billing sso:di{keys} sso:d{keys} sso:le{l}
      sso:li{l} sso:s{bob}
    `)
  })
})

it('a server that has forgotten the scripts is sent them again in the same call', async () => {
  await storage.families.issue('f', 'one', LONG)
  await storage.rates.hit('k', LONG)
  await storage.families.replace('f', 'one', 'two', LONG)
  await server.admin.script('FLUSH')
  expect(await storage.families.replace('f', 'two', 'three', LONG)).toBe('replaced')
  expect((await storage.rates.hit('k', LONG)).count).toBe(2)
})

async function usedMemory(): Promise<number> {
  return Number(/^used_memory:(\d+)/m.exec(await server.admin.info('memory'))?.[1])
}
