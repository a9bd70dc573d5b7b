/** Users who come from a provider that lies as a test tells it to: it has no pages, so its answer is written here. */
import type { Browser, Form, Page, Stop } from './browser.ts'
import type { Answer } from './http.ts'
import type { LyingProvider } from './lying-provider.ts'

/** Leaves a sign-in page for a provider. @returns where the provider would send the browser back to */
export async function atProvider(
  { browser, stop }: { readonly browser: Browser; readonly stop: Stop },
  there: LyingProvider,
  id: string,
): Promise<string> {
  const left = await browser.submit(stop as Page, {}, buttonOf(stop, id))
  if (left.at !== 'elsewhere') throw new Error(`stayed here: ${left.answer.status}`)
  const asked = new URL(left.url).searchParams
  there.nonce = asked.get('nonce') ?? ''
  const answer = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', iss: there.issuer })
  return `${asked.get('redirect_uri')}?${answer}`
}

function buttonOf(stop: Stop, id: string): Form {
  const form =
    stop.at === 'page' ? stop.forms.find(({ action }) => action.endsWith(`/upstream/${id}/start`)) : undefined
  if (form === undefined) throw new Error('the page has no such button')
  return form
}

/** Comes back without following what the service says to that. */
export const comeBack = (browser: Browser, address: string): Promise<Answer> =>
  browser.go(address, { headers: { accept: 'application/json' } })
