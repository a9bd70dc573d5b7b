/** Rules that require a second factor (D-A8), with a directory of the host's own. */
import {
  createPortico,
  type PasskeyRepository,
  type ScreenProps,
  type TotpRepository,
  type User,
  type View,
} from '../../lib/index.ts'
import { codeOf } from '../support/authenticator-app.ts'
import { expectError } from '../support/expect.ts'
import { ALICE, ROOT_SECRET, TRUSTED } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import type { TokenSet } from '../support/relying-party.ts'
import { formOf, headingOf, pageOf } from './portal-visitor.ts'

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

const NO_PASSKEYS: PasskeyRepository = {
  list: () => [],
  handleOf: () => 'aGFuZGxl',
  holderOf: () => undefined,
  add: () => 'added',
  noteUse: () => 'noted',
  rename: () => 'missing',
  remove: () => 'missing',
}
const ALL_USERS = { secondFactor: { require: 'everybody' } } as const
const user: User = { sub: 'u-eve', name: 'Eve' }
const ACCOUNTS = { find: () => user, authenticate: () => user }

describe('on the page that sets one up', () => {
  it('users of a directory with passkeys alone can cancel, or sign in to another account', async () => {
    const accounts = { ...ACCOUNTS, passkeys: NO_PASSKEYS }
    const idp = await runningIdp({ clients: [TRUSTED], login: ALL_USERS, accounts })
    const { browser, open } = idp.user(EVE)
    const page = pageOf(await browser.submit(pageOf(await open(idp.party(TRUSTED))), EVE))
    expect(page.answer.text).toContain('?as=other')
    const left = await browser.submit(page, { action: 'cancel' }, formOf(page, { action: 'cancel' }))
    expect(new URL(left.url).searchParams.get('error')).toBe('access_denied')
  })

  it('a view of the host’s own needs no hidden field', async () => {
    let key = ''
    const enroll: View<ScreenProps['enroll']> = ({ form, app }, { html, layout, csrf }) => {
      key = app?.secret ?? ''
      return layout(
        html`<form method="post" action="${form.action}"><input type="hidden" name="csrf" value="${csrf}">
          <input name="code"></form>`,
        { title: 'Set up' },
      )
    }
    const idp = await runningIdp({ clients: [TRUSTED], login: ALL_USERS, ui: { views: { enroll } } })
    const { browser, open } = idp.user()
    const page = pageOf(
      await browser.submit(pageOf(await open(idp.party(TRUSTED))), {
        username: ALICE.username,
        password: ALICE.password,
      }),
    )
    const next = pageOf(await browser.submit(page, { code: codeOf(key, idp.clock.now()) }))
    expect(headingOf(next)).toBe('Two-step verification is on')
  })
})

it('a rule is refused at the start where the directory has passkeys alone and the address cannot have any', async () => {
  const options = { baseUrl: 'https://192.0.2.1/sso', secret: ROOT_SECRET, clients: [TRUSTED], login: ALL_USERS }
  await expect(createPortico({ ...options, accounts: { ...ACCOUNTS, passkeys: NO_PASSKEYS } })).rejects.toThrow(
    'login.secondFactor.require',
  )
})
