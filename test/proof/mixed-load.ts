/**
 * Everything that clients, users and administrators do, mixed by a seed: codes and refresh tokens are used, used again
 * and used concurrently, responses are lost, clients go away before their response.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { chanceOf } from '../seed/chance.ts'
import { type Answer, inParallel } from '../support/http.ts'
import type { Node } from '../support/idp.ts'
import { byGet, everywhere, JSON_CALLER } from '../support/logout-caller.ts'
import { basic, type Grant, type RelyingParty, type TokenSet } from '../support/relying-party.ts'
import type { Entry } from './history.ts'
import type { LoadGround, Visitor } from './load-ground.ts'
import { askAndGo, type Recorder } from './recorder.ts'

export interface LoadOptions {
  readonly seed: number
  /** The callers end when it returns false. */
  readonly goesOn: () => boolean
  readonly callers?: number
}

/** Of this many responses one is lost, and of this many clients one has gone: both come again. */
const MISHAPS = 20

/** What a client holds: one family. */
interface Holding {
  readonly app: RelyingParty
  readonly visitor: Visitor
  readonly grant: Grant
  readonly access: string[]
  readonly refresh: string[]
}

const CALLERS = 12
const LOOKERS = 20
const DISABLED_MS = 60

type Deed = 'begin' | 'use' | 'replay' | 'introspect' | 'userinfo' | 'revoke' | 'logout' | 'end session' | 'disable'
/** The entry of each in the history, and its response on success. */
const MARKS: Readonly<Record<Deed, (entry: Entry) => boolean>> = {
  begin: ({ op }) => op === 'authorize',
  use: ({ op, status }) => op === 'refresh' && status === 200,
  replay: ({ ref }) => ref === 'refresh_token_replayed',
  introspect: ({ op, status }) => op === 'introspect' && status === 200,
  userinfo: ({ op, status }) => op === 'userinfo' && status === 200,
  revoke: ({ op, status }) => op === 'revoke' && status === 200,
  logout: ({ op, status }) => op === 'logout' && status === 200,
  'end session': ({ op, status }) => op === 'end-session' && status === 200,
  disable: ({ op, status }) => op === 'disable' && status === 200,
}
const SHARES: Readonly<Record<Deed, number>> = {
  begin: 160,
  use: 400,
  replay: 20,
  introspect: 250,
  userinfo: 100,
  revoke: 40,
  logout: 16,
  'end session': 16,
  disable: 8,
}

export async function mixedLoad(ground: LoadGround, book: Recorder, options: LoadOptions): Promise<void> {
  const { seed, goesOn, callers = CALLERS } = options
  const { next: chance } = chanceOf(`load ${seed}`)
  const upTo = (most: number): number => Math.floor(chance() * most)
  const oneOf = <T>(list: readonly T[]): T | undefined => list[upTo(list.length)]
  const holdings: Holding[] = []
  /** Those that are not known to be dead. */
  const inUse = new Set<Holding>()

  const someNode = () => {
    const index = upTo(ground.nodes.length)
    return { name: `node ${index}`, node: ground.nodes[index] as Node }
  }

  async function use(
    holding: Holding,
    fields: Readonly<Record<string, string>>,
    op: 'redeem' | 'refresh',
    presented: string,
  ): Promise<void> {
    const { app, access, refresh } = holding
    const { name, node } = someNode()
    const way = ['gone', 'lost'][upTo(MISHAPS)] ?? 'heard'
    const headers = { authorization: basic(app.id, app.client.client_secret ?? ''), host: new URL(node.issuer).host }
    const answer = await book.keep({ op, node: name, presented }, () =>
      way === 'gone' ? askAndGo(node.port, '/token', fields, headers, upTo(4)) : app.post('/token', fields, { node }),
    )
    if (answer?.status === 400) inUse.delete(holding)
    if (answer?.status !== 200 || way === 'lost') return
    const tokens = answer.json() as TokenSet
    access.push(tokens.access_token)
    if (tokens.refresh_token !== undefined) refresh.push(tokens.refresh_token)
  }
  const redeem = (holding: Holding): Promise<void> => {
    const { code, redirectUri, verifier } = holding.grant
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
    return use(holding, fields, 'redeem', code)
  }
  const refreshWith = (holding: Holding, token: string): Promise<void> =>
    use(holding, { grant_type: 'refresh_token', refresh_token: token }, 'refresh', token)

  const look = (
    app: RelyingParty,
    token: string,
    { name, node }: ReturnType<typeof someNode>,
  ): Promise<Answer | undefined> =>
    book.keep({ op: 'introspect', node: name, presented: token }, () => app.introspect(token, {}, { node }))

  const deeds: Readonly<Record<Deed, () => Promise<unknown>>> = {
    async begin() {
      const [visitor, app] = [oneOf(ground.visitors) as Visitor, oneOf(ground.apps) as RelyingParty]
      const offline = chance() < 0.7
      await visitor.inTurn(async ({ label, person }) => {
        const start = performance.now()
        const grant = await person.authorize(app, { scope: offline ? 'openid offline_access' : 'openid' })
        book.keepBirth(
          {
            op: 'authorize',
            node: 'a browser',
            presented: grant.code,
            client: app.id,
            subject: visitor.subject,
            session: label,
            offline,
          },
          start,
        )
        const holding: Holding = { app, visitor, grant, access: [], refresh: [] }
        holdings.push(holding)
        inUse.add(holding)
      })
    },
    async use() {
      const holding = oneOf([...inUse])
      if (holding === undefined) return
      const token = holding.refresh.at(-1)
      await (token === undefined ? redeem(holding) : refreshWith(holding, token))
    },
    async replay() {
      const holding = oneOf([...inUse])
      const token = oneOf(holding?.refresh ?? [])
      if (holding !== undefined)
        await (token === undefined || chance() < 0.3 ? redeem(holding) : refreshWith(holding, token))
    },
    async introspect() {
      const holding = oneOf(holdings)
      const [access, refresh] = [oneOf(holding?.access ?? []), oneOf(holding?.refresh ?? [])]
      if (access !== undefined) await look(ground.observer, access, someNode())
      if (refresh !== undefined && holding !== undefined) await look(holding.app, refresh, someNode())
    },
    async userinfo() {
      const access = oneOf(oneOf(holdings)?.access ?? [])
      const { name, node } = someNode()
      if (access === undefined) return
      await book.keep({ op: 'userinfo', node: name, presented: access }, () => ground.observer.userinfo(access, node))
    },
    async revoke() {
      const holding = oneOf(holdings)
      const token = oneOf([...(holding?.access ?? []), ...(holding?.refresh ?? [])])
      const { name, node } = someNode()
      if (holding !== undefined && token !== undefined) {
        await book.keep({ op: 'revoke', node: name, presented: token }, () => holding.app.revoke(token, {}, { node }))
      }
    },
    async logout() {
      const holding = oneOf([...inUse].filter((one) => one.access.length > 0))
      const access = holding?.access.at(-1)
      const { name, node } = someNode()
      if (holding === undefined || access === undefined) return
      holding.visitor.changeBrowser()
      const { subject } = holding.visitor
      await book.keep({ op: 'logout', node: name, presented: access, subject }, () => everywhere(node, access))
    },
    async 'end session'() {
      const [visitor, app] = [oneOf(ground.visitors) as Visitor, oneOf(ground.apps) as RelyingParty]
      await visitor.inTurn(async ({ label, person }) => {
        visitor.changeBrowser()
        const about = { op: 'end-session', node: 'a browser', session: label } as const
        await book.keep(about, () => byGet(person, { client_id: app.id }, JSON_CALLER))
      })
    },
    async disable() {
      const { id } = oneOf(ground.apps) as RelyingParty
      const { clients } = ground.office.portico
      await book.keepAct({ op: 'disable', node: 'the office', client: id }, () => clients.disable(id, 'test'))
      await pause(DISABLED_MS)
      await book.keepAct({ op: 'enable', node: 'the office', client: id }, () => clients.enable(id, 'test'))
    },
  }
  const names = Object.keys(SHARES) as Deed[]
  const all = names.reduce((sum, name) => sum + SHARES[name], 0)
  const nextDeed = (): Deed => {
    let left = upTo(all)
    return names.find((name) => (left -= SHARES[name]) < 0) as Deed
  }

  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (goesOn()) {
        // A client that cannot get a code now, because something is down or disabled, comes again.
        await deeds[nextDeed()]().catch(() => undefined)
        await pause(upTo(12))
      }
    }),
  )
  // What chance has left out, on a busy machine: each deed was done.
  for (const name of names)
    while (!book.history.some(MARKS[name])) {
      await deeds.begin().catch(() => undefined)
      await deeds.use().catch(() => undefined)
      await deeds[name]().catch(() => undefined)
    }
  // In the end, all that was ever given.
  await inParallel(holdings.length, LOOKERS, async (index) => {
    const { app, access, refresh } = holdings[index] as Holding
    for (const token of access) await look(ground.observer, token, someNode())
    for (const token of refresh) await look(app, token, someNode())
  })
}
