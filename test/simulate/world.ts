/** The provider as users, apps and administrators reach it, and what they know of each other. */
import { sessionsOf } from '../../lib/domain/sessions/session-registry.ts'
import { sessionOfSid } from '../../lib/domain/sessions/sid.ts'
import type { Browser } from '../support/browser.ts'
import type { Answer, Message } from '../support/http.ts'
import type { Node as RealNode } from '../support/idp.ts'
import type { Book, Family } from './book.ts'
import { createUsers, type Device, type Route, registerApps } from './cast.ts'
import { type Cluster, type Console, ISSUER } from './cluster.ts'
import { holdAudited } from './inspector.ts'
import type { Notices } from './notices.ts'
import type { Random } from './random.ts'
import { places, type Scheduler } from './scheduler.ts'
import { NoAnswer, sendInMemory } from './wire.ts'

export interface WorldParts {
  readonly sim: Scheduler
  readonly book: Book
  readonly cluster: Cluster
  readonly console: Console
  readonly notices: Notices
  readonly traced: (text: string) => void
}

/** Milliseconds after a disturbance. */
const CALM_MS = 30_000

export type World = Awaited<ReturnType<typeof openWorld>>

export async function openWorld({ sim, book, cluster, console, notices, traced }: WorldParts) {
  const send = async (path: string, message: Message, route: Route): Promise<Answer> => {
    const { random, address = '198.51.100.7' } = route
    const names = [...cluster.nodes.keys()]
    const name = route.node ?? (names.length === 0 ? '' : random.pick(names))
    const node = cluster.nodes.get(name)
    const sentAt = sim.now()
    if (node === undefined) {
      await sim.pause(20)
      throw new NoAnswer(`${name} is down`)
    }
    const written = (answer: Answer): void => {
      const what = `${answer.sent.method} ${path.split('?')[0]}`
      traced(`${name} ${what} ${answer.status}`)
      book.hold(answer.status !== 500, 'internal-error', () => `${what}: ${answer.text.slice(0, 200)}`)
      route.written?.(answer, sentAt)
    }
    const { goneAfter } = route
    const { unanswered } = cluster.weather
    return sendInMemory({ sim, ...node, random, address, unanswered, goneAfter, written }, path, message)
  }
  /** The provider as an app or browser reaches it. */
  const through = (route: Route): RealNode =>
    ({
      issuer: ISSUER,
      send: (address: string, message: Message = {}) =>
        send(address.startsWith(ISSUER) ? address.slice(ISSUER.length) : address, message, route),
    }) as RealNode

  /** For how long nothing has been disturbed, in milliseconds. */
  const calmFor = (): number => {
    const started = [...cluster.nodes.values()].map(({ process }) => process.startedAt)
    return started.length === 0 ? 0 : sim.now() - Math.max(cluster.weather.calmSince, ...started)
  }
  const apps = await registerApps(console)
  const users = await createUsers(console, sim.now(), through)
  return {
    sim,
    book,
    cluster,
    console,
    users,
    apps,
    through,
    /**
     * Runs an administrator's operation. @returns undefined if the store did not confirm it
     * @param subject the user or app that the audit log must then name
     */
    administer: async <Result extends { readonly outcome: string }>(
      random: Random,
      work: (console: Console) => Promise<Result>,
      subject?: string,
    ): Promise<Result | undefined> => {
      const startedAt = sim.now()
      try {
        const result = await places.run({ process: console.process, random }, work, console)
        if (subject !== undefined && result.outcome === 'done')
          await holdAudited(book, cluster.storage, startedAt, subject)
        return result
      } catch (error) {
        if ((error as Error).name === 'StoreUnavailable' || (error as { status?: number }).status === 503)
          return undefined
        throw error
      }
    },
    /** One flow of a device at a time. */
    inBrowser<Result>(device: Device, route: Route, work: (browser: Browser) => Promise<Result>): Promise<Result> {
      const run = device.flow.then(() => {
        device.route = route
        return work(device.browser)
      })
      device.flow = run.catch(() => undefined)
      return run
    },
    /** Before something that may end them. */
    doubt(families: readonly Family[]): void {
      for (const family of families) family.isDoubted = true
    },
    calmFor,
    isCalm: (): boolean => calmFor() > CALM_MS,
    /** When each session was last used. */
    lastSeen: new Map<string, number>(),
    familiesOf: (user: string, app?: string): readonly Family[] =>
      book.families.filter((family) => family.user === user && (app === undefined || family.app === app)),
    /** When and where passwords were guessed. */
    guesses: [] as { readonly name: string; readonly at: number }[],
    notices,
    async refresh(
      family: Family,
      random: Random,
      token = book.newest(family, 'refresh'),
      route: Pick<Route, 'node' | 'goneAfter' | 'written'> = {},
    ): Promise<Answer | undefined> {
      if (token === undefined) return undefined
      family.refreshes += 1
      // The second one ends it.
      family.isDoubted ||= family.underway > 0
      family.underway += 1
      const written: Route['written'] = (answer, sentAt) => {
        route.written?.(answer, sentAt)
        book.refreshed(family, token, answer, sentAt)
      }
      const { party } = apps.find(({ id }) => id === family.app)!
      const answer = await party
        .refresh(token.text, {}, { node: through({ ...route, random, written }) })
        .finally(() => void (family.underway -= 1))
        .catch((error: unknown) => {
          family.isDoubted = true
          throw error
        })
      family.isDoubted ||= answer.status === 400
      book.replayed(family, answer)
      return answer
    },
    /** According to the store, before a request. */
    liveSessions: async (user: string): Promise<ReadonlySet<string>> =>
      new Set((await sessionsOf(cluster.storage, user)).map(({ uid }) => uid)),
    isLive: async (user: string, uid: string): Promise<boolean> =>
      (await sessionsOf(cluster.storage, user)).some((session) => session.uid === uid),
    sessionOf: ({ sid }: Family): string | undefined => (sid === undefined ? undefined : sessionOfSid(sid)),
  }
}
