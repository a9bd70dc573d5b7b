/** GET /errors/:error_ref: what a cause means, for users and for programs (D-G3). */
import { ERRORS, REFERENCES } from '../../../policies/errors.ts'
import { NAVIGATION } from '../../support/browser.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { expectError } from '../../support/expect.ts'

onEachDeployment((idp, { store, mount }) => {
  it('explains every cause, as JSON and as a page, to any client, and may be cached', async () => {
    // The store and the mount have no part in the texts.
    const some = store === 'redis' || mount === 'koa' ? 5 : Number.POSITIVE_INFINITY
    for (const ref of Object.keys(REFERENCES).slice(0, some)) {
      const json = await idp.send(`/errors/${ref}`)
      expect([ref, json.status, json.headers['content-type']]).toEqual([
        ref,
        200,
        expect.stringMatching(/^application\/json/),
      ])
      expect(json.json()).toMatchObject({ error_ref: ref, description: expect.any(String), advice: expect.any(String) })
      for (const error of json.json().errors as string[]) expect(Object.keys(ERRORS)).toContain(error)
      expect(json.headers['cache-control']).toMatch(/^public, max-age=\d+/)
      const page = await idp.send(`/errors/${ref}`, { headers: NAVIGATION })
      expect([ref, page.status, page.headers['content-type']]).toEqual([ref, 200, expect.stringContaining('text/html')])
      expect(page.text).toContain(ref)
    }
  })

  it('is not cached when it sets a cookie', async () => {
    const plain = await idp.send('/errors/invalid_grant', { headers: NAVIGATION })
    expect([plain.headers['cache-control'], plain.headers['set-cookie']]).toEqual([
      expect.stringContaining('public'),
      undefined,
    ])
    const chosen = await idp.send('/errors/invalid_grant?ui_locales=ar', { headers: NAVIGATION })
    expect([chosen.headers['cache-control'], chosen.headers['set-cookie']]).toEqual([
      'no-store',
      [expect.stringContaining('sso_lang=ar')],
    ])
  })

  it('knows no others', async () => {
    for (const ref of ['', 'nothing', '__proto__', 'toString', 'invalid_grant/x', 'INVALID_GRANT', '%00'])
      expectError(await idp.send(`/errors/${ref}`), 404, 'not_found')
  })

  it('lists them all to a browser that names none, or one that is not there', async () => {
    for (const [address, status, title] of [
      ['/errors/', 200, 'All errors'],
      ['/errors/nonsense', 404, 'There’s no error with this name'],
    ] as const) {
      const page = await idp.send(address, { headers: NAVIGATION })
      expect([page.status, page.text.includes(`<h1>${title}</h1>`)]).toEqual([status, true])
      for (const ref of Object.keys(REFERENCES)) expect(page.text.split(`${idp.issuer}/errors/${ref}"`)).toHaveLength(2)
      const groups = [...page.text.matchAll(/<section class="sso-errors"><h2>(.*?)<\/h2>(.*?)<\/section>/gs)]
      const group = (title: string): string => groups.find(([, words]) => words === title)?.[2] ?? ''
      expect(group('Sign-in')).toMatch(/nonce_missing.*redirect_uri_mismatch/s)
      expect(group('Tokens and client authentication')).toMatch(/client_authentication_malformed.*invalid_grant/s)
      expect(group('Logout')).toContain('post_logout_redirect_uri_mismatch')
      expect(group('Gate (forward auth)')).toContain('gate_host')
      expect(group('External providers')).toContain('upstream_nonce')
      expect(group('Any request')).toContain('parameter_missing')
    }
  })
})
