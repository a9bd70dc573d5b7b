/** Store failures may only make users and apps wait: held codes and tokens must work afterwards. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from './actors.ts'
import { expectError, expectUnavailable } from './expect.ts'
import type { Answer } from './http.ts'
import type { Node } from './idp.ts'
import { everywhere } from './logout-caller.ts'
import { HANG_MS } from './patience.ts'
import type { Grant, RelyingParty, TokenSet } from './relying-party.ts'

export interface Held {
  readonly grant: Grant
  readonly tokens: TokenSet
  readonly revocable: TokenSet
}

const OFFLINE = { scope: 'openid offline_access' }

/** Retries while the response is 503, as its header requests. */
export async function patiently(ask: () => Promise<Answer>, forMs = HANG_MS): Promise<Answer> {
  for (const end = performance.now() + forMs; ; ) {
    const answer = await ask()
    if (answer.status !== 503 || performance.now() > end) return answer
    await pause(50)
  }
}

export function storeTrouble(idp: Node, app: RelyingParty, alice: Person) {
  return {
    isReady: async (): Promise<boolean> => (await idp.send('/health/ready')).status === 200,

    hold: async (): Promise<Held> => ({
      grant: await alice.authorize(app, OFFLINE),
      tokens: await alice.signIn(app, OFFLINE),
      revocable: await alice.signIn(app, OFFLINE),
    }),

    /** Only requests that need the store get 503. */
    async expectAway({ grant, tokens, revocable }: Held): Promise<void> {
      const asked: readonly (() => Promise<Answer>)[] = [
        () => app.exchange(grant),
        () => app.refresh(tokens.refresh_token),
        () => app.introspect(tokens.access_token),
        () => app.introspect(tokens.refresh_token),
        () => app.userinfo(tokens.access_token),
        () => app.revoke(revocable.refresh_token),
        () => app.revoke(revocable.access_token),
        () => idp.send(app.request({ prompt: 'none' }).address),
        () => everywhere(idp, tokens.access_token),
      ]
      for (const answer of await Promise.all(asked.map((ask) => ask()))) expectUnavailable(answer)
    },

    /** Requests that write to the store get 503. */
    async expectWritesAway({ grant, tokens, revocable }: Held): Promise<void> {
      for (const ask of [
        () => app.exchange(grant),
        () => app.refresh(tokens.refresh_token),
        () => app.revoke(revocable.refresh_token),
        () => app.revoke(revocable.access_token),
        () => everywhere(idp, tokens.access_token),
      ])
        expectUnavailable(await ask())
    },

    /** Refused requests did no harm: the code, the refresh token and the revocations still work, once each. */
    async expectUnharmed({ grant, tokens, revocable }: Held): Promise<void> {
      expect((await patiently(() => app.userinfo(tokens.access_token))).status).toBe(200)
      expect((await app.userinfo(revocable.access_token)).status).toBe(200)
      for (const ask of [() => app.exchange(grant), () => app.refresh(tokens.refresh_token)]) {
        const answer = await patiently(ask)
        expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
      }
      expect((await app.revoke(revocable.refresh_token)).status).toBe(200)
      expectError(await app.refresh(revocable.refresh_token), 400, 'invalid_grant')
      expectError(await app.exchange(grant), 400, 'invalid_grant', 'code_used')
      expectError(await app.refresh(tokens.refresh_token), 400, 'invalid_grant', 'refresh_token_replayed')
    },
  }
}
