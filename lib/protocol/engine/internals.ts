import type { Provider } from 'oidc-provider'
import type { EngineCode } from './codes.ts'
import { currentRun } from './context.ts'
import type { cookiesOfEngine } from './engine-cookies.ts'

/**
 * The only code that overrides the engine's internals.
 *
 * 1. `urlFor` builds URLs from the Host header; Portico's URLs come only from the configuration.
 * 2. The engine stores a code as a record; in Portico, a code starts a token family and has Portico's own format.
 * 3. The engine changes the session identifier after every interaction; Portico changes it only at sign-in.
 *    Otherwise, two tabs that submit consent pages at the same time would split the session and its list of clients.
 * 4. Koa stores the signature of each cookie in a second cookie; Portico's cookies contain it.
 */
export function overrideInternals(
  provider: Provider,
  cookies: ReturnType<typeof cookiesOfEngine>,
  issueCode: (code: EngineCode) => Promise<string>,
): void {
  Object.defineProperty(provider.context, 'cookies', { value: cookies })
  Object.defineProperty(provider.OIDCContext.prototype, 'urlFor', {
    value: (name: string, options?: object) => provider.urlFor(name, options),
  })
  Object.defineProperty(provider.AuthorizationCode.prototype, 'save', {
    value(this: EngineCode) {
      return issueCode(this)
    },
  })
  const { resetIdentifier } = provider.Session.prototype
  Object.defineProperty(provider.Session.prototype, 'resetIdentifier', {
    value(this: object) {
      if (currentRun().signedIn === true) resetIdentifier.call(this)
    },
  })
}
