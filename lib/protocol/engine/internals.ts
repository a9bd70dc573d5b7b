import type { Provider } from 'oidc-provider'
import type { EngineCode } from './codes.ts'
import { currentRun } from './context.ts'

/**
 * The few places where the engine is made to do otherwise than it would. Nothing else may reach into it.
 *
 * 1. `urlFor` builds addresses from the request's Host header; ours come from the configuration only.
 * 2. A code is not a record of the engine's own but the beginning of a token family, with a value of our form.
 * 3. The engine gives a session a new identifier after every page that is answered; ours changes at a sign-in. Two
 *    tabs that answer their consent pages at the same moment would tear the session, and its list of clients, in two.
 */
export function overrideInternals(provider: Provider, issueCode: (code: EngineCode) => Promise<string>): void {
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

/** The engine takes TLS from the socket; behind a proxy only the configured address knows. */
export function markSecure(ctx: object, https: boolean): void {
  // Cookies ask the request; the context passes on what the request says.
  if (https) Object.defineProperty((ctx as { readonly request: object }).request, 'secure', { value: true })
}
