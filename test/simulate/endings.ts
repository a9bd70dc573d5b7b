/** What follows from an acknowledged end: nothing is accepted any more, at any node, and the apps are notified. */
import type { Family } from './book.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** Families that are asked about after an end; each costs requests to every node. */
const PROBED_MAX = 3

/** @param startedAt when the request was sent: what began later is not certain to have ended */
export function endFamilies(
  world: World,
  families: readonly Family[],
  startedAt: number,
  why: string,
  reach: 'all' | 'offline lives on',
  sessions?: ReadonlySet<string>,
): void {
  const { book, notices, sessionOf } = world
  for (const family of families) {
    if (family.startedAt >= startedAt) continue
    const session = sessionOf(family)
    const wasJoined = family.tokens.some(({ writtenAt }) => writtenAt < startedAt)
    const isEnded = session !== undefined && (sessions === undefined || sessions.has(session))
    if (wasJoined && isEnded) notices.expect(family, session, startedAt)
    if (reach === 'all' || !family.isOffline) book.endFamily(family, why)
    for (const token of family.tokens)
      if (token.kind === 'access' && token.writtenAt < startedAt) book.endToken(token, why)
  }
}

/** Introspects a token at a node, and asks userinfo for an access token. */
export async function inspect(
  world: World,
  family: Family,
  at: number,
  random: Random,
  node?: string,
): Promise<string> {
  const { book, apps, through, isCalm } = world
  const token = family.tokens[at]!
  const api = apps.find(({ id }) => id === (token.kind === 'access' ? 'api' : family.app))!
  const address = `203.0.113.${random.below(250)}`
  const asked = { random, address, ...(node === undefined ? {} : { node }) }
  const introspected = api.party.introspect(
    token.text,
    {},
    {
      node: through({
        ...asked,
        written: (answer, sentAt) => {
          if (answer.status === 200)
            book.used(family, token, answer.json().active === true, 'introspection', sentAt, isCalm())
        },
      }),
    },
  )
  const read = async (): Promise<void> => {
    if (token.kind !== 'access') return
    await api.party.userinfo(
      token.text,
      through({
        ...asked,
        written: (answer, sentAt) => {
          if (answer.status === 200 || answer.status === 401)
            book.used(family, token, answer.status === 200, 'userinfo', sentAt, isCalm())
        },
      }),
    )
  }
  const [answer] = await Promise.allSettled([introspected, read()])
  return answer.status === 'fulfilled' ? `${answer.value.status}` : 'no response'
}

/** Asks every node about the newest tokens, and tries to refresh. */
export async function probe(world: World, families: readonly Family[], random: Random): Promise<void> {
  const probed = families.filter(({ tokens }) => tokens.length > 0).slice(-PROBED_MAX)
  await Promise.all(
    probed.flatMap((family) => {
      const newest = family.tokens.map((_, at) => at).slice(-2)
      return [...world.cluster.nodes.keys()].flatMap((node) =>
        newest.map((at) => inspect(world, family, at, random, node)),
      )
    }),
  )
  for (const family of probed)
    if (family.ended !== undefined) await world.refresh(family, random).catch(() => undefined)
}
