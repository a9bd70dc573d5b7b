/** Requests of apps and a browser, several times a second, during an operation on the provider. */
import type { Person } from './actors.ts'
import type { Node } from './idp.ts'
import { answerTally, inTurn, type Totals } from './load.ts'
import type { RelyingParty, TokenSet } from './relying-party.ts'

interface MixedLoad {
  /** Token families under load, each with its newest tokens. */
  readonly families: readonly { readonly tokens: TokenSet }[]
  readonly totals: () => Totals
  /** Stops sending, and waits for requests in progress. */
  stop(): Promise<Totals>
}

const FAMILIES = 10
const OFFLINE = { scope: 'openid offline_access' }

/**
 * @param alice has not signed in at any app yet
 * @param everyMs interval between two requests
 */
export async function mixedLoad(node: Node, app: RelyingParty, alice: Person, everyMs = 20): Promise<MixedLoad> {
  const families: { tokens: TokenSet; busy: boolean }[] = []
  for (let count = 0; count < FAMILIES; count += 1)
    families.push({ tokens: await alice.signIn(app, OFFLINE), busy: false })
  await alice.browser.visit('/portal/')

  const { count, failed, totals } = answerTally()
  let next = 0
  const withFamily = async (work: (family: (typeof families)[number]) => Promise<unknown>): Promise<void> => {
    const family = families[(next += 1) % FAMILIES] as (typeof families)[number]
    if (family.busy) return
    family.busy = true
    await work(family)
    family.busy = false
  }
  const works: readonly (() => Promise<unknown>)[] = [
    () =>
      withFamily(async (family) => {
        const answer = await count('refresh', app.refresh(family.tokens.refresh_token), 200)
        if (answer !== undefined) family.tokens = answer.json() as TokenSet
      }),
    () =>
      withFamily(async ({ tokens }) => {
        for (const token of [tokens.access_token, tokens.refresh_token]) {
          const answer = await count('introspect', app.introspect(token), 200)
          if (answer?.json().active === false) failed('introspect: not active')
        }
      }),
    () => count('userinfo', app.userinfo(families[0]?.tokens.access_token ?? ''), 200),
    () => count('discovery', node.send('/.well-known/openid-configuration'), 200),
    () => count('portal', alice.browser.go('/portal/profile'), 200),
    async () => {
      const request = app.request({ prompt: 'none' })
      const sentBack = await count('authorize', alice.browser.go(request.address), 303)
      const callback = new URL(sentBack?.headers.location ?? 'x:').searchParams
      const code = callback.get('code')
      if (sentBack !== undefined && code === null) failed(`authorize: ${callback.get('error')}`)
      if (code !== null) await count('exchange', app.exchange({ ...request, code, callback }), 200)
    },
  ]
  const stop = inTurn(works, everyMs)
  return {
    families,
    totals,
    async stop() {
      await stop()
      return totals()
    },
  }
}
