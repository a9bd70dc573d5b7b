/** A user of a test provider, with the claims that the test chooses. */
import type { Browser, Page, Stop } from './browser.ts'
import { json, type LyingUpstream, SECRET } from './lying-upstream.ts'

/** A connector to it, in the form of Portico's settings. */
export const companyAt = ({ issuer }: LyingUpstream, id = 'company') => ({
  id,
  name: 'Company',
  issuer,
  client_id: 'a',
  client_secret: SECRET,
})

/** Goes from the sign-in page to the provider. @returns the callback URL */
export async function backFrom(
  there: LyingUpstream,
  browser: Browser,
  stop: Stop,
  { sub, ...profile }: { readonly sub: string; readonly [claim: string]: unknown },
  id = 'company',
): Promise<string> {
  const page = stop as Page
  const form = page.forms.find(({ action }) => action.endsWith(`/upstream/${id}/start`))
  const asked = new URL((await browser.submit(page, {}, form)).url).searchParams
  there.gives(await there.sign(there.idTokenClaims({ sub, nonce: asked.get('nonce') })))
  there.at('/userinfo', json({ sub, ...profile }))
  return `/upstream/${id}/callback?${new URLSearchParams({ state: asked.get('state') ?? '', iss: there.issuer, code: 'c1' })}`
}
