import { cookieValue } from '../../web/request/cookies.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { type EngineSettings, engineCookies } from './settings.ts'
import { signedCookie } from './signed-cookies.ts'

/**
 * A cookie whose signature cannot be checked would be taken for none, and the browser be given another: a user would be signed out
 * because a node does not have the root secret of another one yet.
 * @throws DenialError temporarily_unavailable 503 while such a node runs; the browser keeps its cookies
 */
export async function assertOwnCookies(
  settings: Pick<EngineSettings, 'https' | 'mountPath' | 'cookieSigner' | 'otherSecrets'>,
  context: RequestContext,
): Promise<void> {
  for (const name of Object.values(engineCookies(settings))) {
    const isWhole = [name, `${name}.sig`].every((part) => cookieValue(context.req, part) !== undefined)
    if (isWhole && signedCookie(settings, context, name) === undefined)
      await settings.otherSecrets.assertNoneElsewhere()
  }
}
