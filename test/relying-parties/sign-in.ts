/** A user at a browser, for relying parties that make their own authorization requests. */
import { person } from '../support/actors.ts'
import type { Node } from '../support/idp.ts'

/** Alice opens the address, signs in, allows, and is sent to the callback, whose address comes back. */
export async function signInAt(node: Node, authorizationUrl: URL): Promise<URL> {
  const alice = person(node)
  const { url } = await alice.walk(await alice.browser.visit(authorizationUrl.href))
  return new URL(url)
}
