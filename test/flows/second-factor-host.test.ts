/** Rules that require a second factor (D-A8), with a directory of the host's own. */
import type { TotpRepository, User } from '../../lib/index.ts'
import { expectError } from '../support/expect.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import type { TokenSet } from '../support/relying-party.ts'

const EVE = { username: 'eve', password: 'anything' }
const NO_APP: TotpRepository = {
  stateOf: () => undefined,
  put: () => 'kept',
  accept: () => 'wrong',
  remove: () => 'missing',
}

it.each([true, false])(
  'a role that it does not report counts at the next refresh (endsTokens: %s)',
  async (endsTokens) => {
    let roles: readonly string[] = []
    const user = (): User => ({ sub: 'u-eve', name: 'Eve', roles })
    const idp = await runningIdp({
      clients: [TRUSTED],
      login: { secondFactor: { require: { roles: ['finance'] } } },
      accounts: { endsTokens, find: user, authenticate: user, totp: NO_APP },
    })
    const app = idp.party(TRUSTED)
    const first = await idp.user(EVE).signIn(app, { scope: 'openid offline_access' })
    const tokens = (await app.refresh(first.refresh_token)).json() as TokenSet
    roles = ['finance']
    expectError(await app.refresh(tokens.refresh_token), 400, 'invalid_grant', 'second_factor_required')
    roles = []
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
  },
)
