import { cookieValue } from '../../web/request/cookies.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { type EngineSettings, engineCookies } from './configuration.ts'

/**
 * The engine takes a cookie whose signature it cannot check for none, and gives the browser another: a user would be signed out because
 * a node does not have the root secret of another one yet.
 * @throws DenialError temporarily_unavailable 503 while such a node runs; the browser keeps its cookies
 */
export async function assertOwnCookies(
  settings: Pick<EngineSettings, 'https' | 'mountPath' | 'cookieSigner' | 'otherSecrets'>,
  { req }: RequestContext,
): Promise<void> {
  for (const name of Object.values(engineCookies(settings))) {
    const [value, signature] = [cookieValue(req, name), cookieValue(req, `${name}.sig`)]
    if (value === undefined || signature === undefined) continue
    if (settings.cookieSigner.index(`${name}=${value}`, signature) < 0)
      await settings.otherSecrets.assertNoneElsewhere()
  }
}
