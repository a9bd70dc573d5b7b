/**
 * What users and apps do while a service is upgraded, at every node in turn, and whether each got the right result: no
 * user is refused or signed out, and nothing works twice.
 */
import type { ConfigurationInput } from '../../lib/index.ts'
import { type Person, person } from '../support/actors.ts'
import { ALICE, BOB } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import type { Node } from '../support/idp.ts'
import { everywhere } from '../support/logout-caller.ts'
import { remote } from '../support/logout-processes.ts'
import { logoutClient, type Sink } from '../support/logout-sinks.ts'
import { type RelyingParty, relyingParty, type TokenSet } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const EVERY_MS = 60
const FAMILIES = 6
const OFFLINE = { scope: 'openid offline_access' }
const ADMINISTRATOR = { ...ALICE, roles: ['sso:admin'] }

/** What both versions read. */
export const settingsFor = (sink: Sink): Pick<ConfigurationInput, 'clients' | 'accounts' | 'rateLimits'> => ({
  clients: [logoutClient('app'), logoutClient('peer', { backchannel_logout_uri: sink.url })],
  accounts: [ADMINISTRATOR, BOB],
  rateLimits: false,
})

export interface Load {
  /** The failures so far. */
  readonly failures: readonly string[]
  readonly sent: () => number
  /** Resolves when this many more were sent. */
  sendsMore(count: number): Promise<void>
  /** Ends it; every participant sends once more to every open node. */
  finish(): Promise<void>
}

/** @param open ports of the nodes that take requests now */
export async function startLoad(issuer: string, open: () => readonly number[], sink: Sink): Promise<Load> {
  let [turn, sent, logouts] = [0, 0, 0]
  const failures: string[] = []
  const node: Node = {
    ...remote({ issuer, port: 0 }),
    send(address, message) {
      const ports = open()
      const port = ports[(turn += 1) % ports.length] as number
      return remote({ issuer, port }).send(address, message)
    },
  }
  const [app, peer] = ['app', 'peer'].map((id) => relyingParty(node, logoutClient(id))) as [RelyingParty, RelyingParty]
  const alice = person(node)
  const administrator = person(node, ADMINISTRATOR)

  const expectStatus = (what: string, answer: Answer, wanted: number): Answer | undefined => {
    if (answer.status === wanted) return answer
    failures.push(`${what}: ${answer.status} ${answer.text.replace(/\s+/g, ' ').slice(0, 160)}`)
    return undefined
  }
  const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    sent += 1
    await work().catch((error: Error) => failures.push(`${what}: ${error.message.slice(0, 300)}`))
  }
  const families: { tokens: TokenSet; busy: boolean }[] = []
  for (let count = 0; count < FAMILIES; count += 1)
    families.push({ tokens: await alice.signIn(app, OFFLINE), busy: false })

  const entry = await administrator.browser.visit('/admin/')
  if (entry.at === 'page')
    await administrator.browser.submit(entry, { username: ADMINISTRATOR.username, password: ADMINISTRATOR.password })

  const refresh = async (): Promise<void> => {
    const family = families.find(({ busy }) => !busy)
    if (family === undefined) return
    family.busy = true
    const answer = expectStatus('refresh', await app.refresh(family.tokens.refresh_token), 200)
    if (answer !== undefined) family.tokens = answer.json() as TokenSet
    // Least recently used first.
    families.push(...families.splice(families.indexOf(family), 1))
    family.busy = false
  }
  const newest = (): string => families.at(-1)?.tokens.access_token ?? ''
  const atBoth = (use: (node: Node) => Promise<Answer>): Promise<readonly Answer[]> =>
    Promise.all([...open(), ...open()].map((port) => use(remote({ issuer, port }))))
  const once = (what: string, answers: readonly Answer[]): void => {
    const worked = answers.filter(({ status }) => status === 200).length
    const refused = answers.filter(({ status }) => status === 400 || status === 503).length
    if (worked > 1 || worked + refused !== answers.length)
      failures.push(`${what}: ${answers.map(({ status }) => status).join(' ')}`)
  }
  const signedIn = async (who: Person, at: RelyingParty): Promise<void> => {
    const { url } = await who.open(at, { prompt: 'none' })
    if (!new URL(url).searchParams.has('code')) failures.push(`signed out: ${url}`)
  }
  const WORKS: Readonly<Record<string, () => Promise<unknown>>> = {
    refresh,
    introspect: async () => {
      const answer = expectStatus('introspect', await app.introspect(newest()), 200)
      if (answer !== undefined && answer.json().active !== true) failures.push('introspect: not active')
    },
    'refresh again': refresh,
    userinfo: async () => expectStatus('userinfo', await app.userinfo(newest()), 200),
    exchange: async () => void (await alice.signIn(app)),
    'code used twice': async () => {
      const grant = await alice.authorize(app)
      once('code used twice', await atBoth((at) => app.exchange(grant, {}, { node: at })))
    },
    'token used twice': async () => {
      const { refresh_token } = await alice.signIn(app, OFFLINE)
      once('token used twice', await atBoth((at) => app.refresh(refresh_token, {}, { node: at })))
    },
    panel: async () => {
      const { answer } = await administrator.browser.visit('/admin/')
      if (!answer.text.includes(ADMINISTRATOR.email))
        failures.push(`panel: ${answer.status} ${answer.text.slice(0, 160)}`)
    },
    'single sign-out': async () => {
      const { access_token } = await person(node, BOB).signIn(peer, OFFLINE)
      if (expectStatus('sign-out', await everywhere(node, access_token), 200) !== undefined) logouts += 1
      const answer = await peer.introspect(access_token)
      if (answer.json().active !== false) failures.push('a token outlived its sign-out')
    },
  }
  const busy = new Set<string>()
  const underway = new Set<Promise<void>>()
  let step = 0
  const load = setInterval(() => {
    const names = Object.keys(WORKS)
    const name = names[(step += 1) % names.length] as string
    // Two together would share a browser; and a busy machine must still be able to start nodes.
    if (busy.has(name)) return
    busy.add(name)
    const work = attempt(name, WORKS[name] as () => Promise<unknown>).finally(() => {
      busy.delete(name)
      underway.delete(work)
    })
    underway.add(work)
  }, EVERY_MS)

  return {
    failures,
    sent: () => sent,
    sendsMore(count) {
      const before = sent
      return until(() => sent >= before + count)
    },
    async finish() {
      clearInterval(load)
      await Promise.all(underway)
      for (const port of open()) {
        const at = remote({ issuer, port })
        for (const family of families) {
          const answer = expectStatus(
            'last refresh',
            await app.refresh(family.tokens.refresh_token, {}, { node: at }),
            200,
          )
          if (answer !== undefined) family.tokens = answer.json() as TokenSet
        }
        await attempt('session', () => signedIn(alice, app))
      }
      await sink.arrived(logouts).catch((error: Error) => failures.push(error.message))
    },
  }
}
