/** What apps and a browser do, several times a second, while something happens to the service. */
import type { Person } from './actors.ts'
import type { Node } from './idp.ts'
import { answerTally, inTurn, type Totals } from './load.ts'
import type { RelyingParty, TokenSet } from './relying-party.ts'

interface MixedLoad {
  /** Token families under load: each with its newest tokens. */
  readonly families: readonly { readonly tokens: TokenSet }[]
  readonly totals: () => Totals
  /** Sends nothing more, and waits for what is under way. */
  stop(): Promise<Totals>
}

const EVERY_MS = 20
const FAMILIES = 10
const OFFLINE = { scope: 'openid offline_access' }

/** @param alice has signed in at no app yet */
export async function mixedLoad(node: Node, app: RelyingParty, alice: Person): Promise<MixedLoad> {
  const families: { tokens: TokenSet; busy: boolean }[] = []
  for (let count = 0; count < FAMILIES; count += 1)
    families.push({ tokens: await alice.signIn(app, OFFLINE), busy: false })

  const { count, totals } = answerTally()
  const works: readonly (() => Promise<unknown>)[] = [
    async () => {
      const family = families.find(({ busy }) => !busy)
      if (family === undefined) return
      family.busy = true
      const answer = await count('refresh', app.refresh(family.tokens.refresh_token), 200)
      if (answer !== undefined) family.tokens = answer.json() as TokenSet
      family.busy = false
    },
    () => count('introspect', app.introspect(families[0]?.tokens.access_token ?? ''), 200),
    () => count('userinfo', app.userinfo(families[0]?.tokens.access_token ?? ''), 200),
    () => count('discovery', node.send('/.well-known/openid-configuration'), 200),
    async () => {
      const request = app.request({ prompt: 'none' })
      const sentBack = await count('authorize', alice.browser.go(request.address), 303)
      const code = new URL(sentBack?.headers.location ?? 'x:').searchParams.get('code')
      if (code !== null)
        await count('exchange', app.exchange({ ...request, code, callback: new URLSearchParams() }), 200)
    },
  ]
  const stop = inTurn(works, EVERY_MS)
  return {
    families,
    totals,
    async stop() {
      await stop()
      return totals()
    },
  }
}
