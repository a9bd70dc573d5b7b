/** An account of the embedded directory is suspended or removed: all it holds ends in that step (D-S9). */
import { kindOf } from '../support/actors.ts'
import type { Page } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { expectError, expectInactive } from '../support/expect.ts'
import { ALICE, BOB } from '../support/fixtures.ts'
import type { Idp } from '../support/idp.ts'

forEachDeployment((start) => {
  const ends: readonly (readonly [string, (idp: Idp) => Promise<unknown>])[] = [
    [
      'suspended',
      async (idp) => idp.portico.accounts?.change(ALICE.sub, (account) => ({ ...account, status: 'suspended' })),
    ],
    ['removed', async (idp) => idp.portico.accounts?.remove(ALICE.sub)],
  ]

  it.each(ends)(
    'TOK-37, UI-11, REF-14, AUTH-39: %s: code, tokens and session are dead on every node, and others are not touched',
    async (name, end) => {
      const idp = await start()
      const other = await idp.anotherNode()
      const conf = idp.party()
      const [alice, bob] = [idp.user(), idp.user(BOB)]
      const grant = await alice.authorize(conf)
      const tokens = await alice.signIn(conf, { scope: 'openid offline_access' })
      const bobs = await bob.signIn(conf, { scope: 'openid offline_access' })
      await end(idp)
      for (const node of [idp, other]) {
        expectError(await conf.exchange(grant, {}, { node }), 400, 'invalid_grant')
        expectError(await conf.refresh(tokens.refresh_token, {}, { node }), 400, 'invalid_grant')
        expectError(await conf.userinfo(tokens.access_token, node), 401, 'invalid_token')
        for (const token of [tokens.access_token, tokens.refresh_token])
          expectInactive(await conf.introspect(token, {}, { node }))
        const cookie = alice.browser.cookies.header(`${idp.mountPath}/authorize`)
        expect(
          (await node.send(conf.request({ prompt: 'none' }).address, { headers: { cookie } })).headers.location,
        ).toContain('error=login_required')
      }
      const page = (await alice.browser.visit(conf.request().address)) as Page
      expect(kindOf(page)).toBe('sign-in')
      expect(
        (await alice.browser.submit(page, { username: ALICE.username, password: ALICE.password })).answer.status,
      ).toBe(name === 'suspended' ? 403 : 422)
      expect((await conf.refresh(bobs.refresh_token)).status).toBe(200)
      expect((await bob.browser.go(conf.request({ prompt: 'none' }).address)).headers.location).toContain('code=')
    },
  )
})
