/** The participants of a recorded run: two processes of the service, an office that manages clients, users and apps. */
import { type Person, person } from '../support/actors.ts'
import { CONF2, ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { type Idp, type Node, startIdp } from '../support/idp.ts'
import { type NodeProcess, remote, startNodeProcess } from '../support/logout-processes.ts'
import { registerTrusted } from '../support/registered-client.ts'
import { type RelyingParty, relyingParty } from '../support/relying-party.ts'

const KEY_PREFIX = 'load:'
const PEOPLE = 4
const APPS = 3
const APP = { environment: 'live', scopes: ['openid', 'offline_access'] } as const

const accounts = Array.from({ length: PEOPLE }, (_, index) => ({
  sub: `u-${index}`,
  username: `person${index}`,
  password: `person ${index} has a long password`,
}))

/** A user at a browser; each browser has one session, and a new one takes its place when that may have ended. */
export interface Visitor {
  readonly subject: string
  browser: { readonly label: string; readonly person: Person }
  changeBrowser(): void
  /** One thing after the other, or a browser would have two sessions. */
  inTurn<T>(work: (browser: Visitor['browser']) => Promise<T>): Promise<T>
}

export interface LoadGround {
  readonly office: Idp
  readonly nodes: readonly Node[]
  readonly visitors: readonly Visitor[]
  readonly apps: readonly RelyingParty[]
  /** Introspects the access tokens of all participants. */
  readonly observer: RelyingParty
  /** Kills a process as a crash would, and starts it again. */
  replaceProcess(index: number): Promise<void>
  stop(): Promise<void>
}

/** @param redisUrls of the office, and of each process */
export async function loadGround([officeUrl, ...urls]: readonly [string, string, string]): Promise<LoadGround> {
  const options = { secret: ROOT_SECRET, clients: [CONF2], accounts, rateLimits: false } as const
  const office = await startIdp({ store: { redis: officeUrl, keyPrefix: KEY_PREFIX }, options })
  const settings = await Promise.all(
    urls.map(async (redis) => ({
      issuer: office.issuer,
      port: await freePort(),
      store: { redis, keyPrefix: KEY_PREFIX },
      options,
    })),
  )
  const processes: NodeProcess[] = await Promise.all(settings.map(startNodeProcess))
  const nodes = settings.map(remote)
  return {
    office,
    nodes,
    visitors: accounts.map((account, index) => visitor(account, nodes[index % nodes.length] as Node)),
    apps: await Promise.all(
      Array.from({ length: APPS }, async (_, index) =>
        relyingParty(office, await registerTrusted(office, `app-${index}`, APP)),
      ),
    ),
    observer: relyingParty(office, CONF2),
    async replaceProcess(index) {
      await processes[index]?.end('SIGKILL')
      processes[index] = await startNodeProcess(settings[index] as (typeof settings)[number])
    },
    async stop() {
      await Promise.all(processes.map((process) => process.end('SIGTERM')))
      await office.stop()
    },
  }
}

function visitor(account: (typeof accounts)[number], node: Node): Visitor {
  let count = 0
  let line: Promise<unknown> = Promise.resolve()
  const open = () => ({ label: `${account.sub} #${(count += 1)}`, person: person(node, account) })
  const self: Visitor = {
    subject: account.sub,
    browser: open(),
    changeBrowser() {
      self.browser = open()
    },
    inTurn(work) {
      const turn = line.then(() => work(self.browser))
      line = turn.catch(() => undefined)
      return turn
    },
  }
  return self
}
