/** A second service, as the provider of the one under test. */
import { CALL_LIMIT } from '../../adapters/upstream/bounded-call.ts'
import { type Credentials, person } from '../support/actors.ts'
import type { Browser, Page, Stop } from '../support/browser.ts'
import { ALICE } from '../support/fixtures.ts'
import type { Node } from '../support/idp.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { buttonOf } from '../support/upstream-visitor.ts'

// Both services are in the process of the tests: how long a call takes depends on the machine.
Object.assign(CALL_LIMIT, { longestMs: GENEROUS_MS })

const SECRET = 'a-secret-of-this-connector-0123456789abcdef'

/** The service under test as a client of the second one, one for each connector. */
export const clientOf = (here: string, id: string) => ({
  client_id: `portico-${id}`,
  client_type: 'confidential' as const,
  client_secret: SECRET,
  redirect_uris: [`${here}/upstream/${id}/callback`],
  scopes: ['openid', 'profile', 'email'] as const,
  consent: 'trusted' as const,
})

export const connectorTo = ({ issuer }: Pick<Node, 'issuer'>, id: string) => ({
  ...{ id, name: `Company ${id.toUpperCase()}`, issuer, client_id: `portico-${id}`, client_secret: SECRET },
  firstSignIn: 'create' as const,
})

/** Leaves a page for the second service and signs in there. @returns the address of the callback */
export async function signInThere(
  there: Node,
  { browser, stop, id }: { readonly browser: Browser; readonly stop: Stop; readonly id: string },
  credentials: Credentials = ALICE,
): Promise<string> {
  const left = await browser.submit(stop as Page, {}, buttonOf(stop, id))
  if (left.at !== 'external') throw new Error(`stayed here: ${left.answer.status}`)
  const visitor = person(there, credentials)
  return (await visitor.walk(await visitor.browser.visit(left.url))).url
}
