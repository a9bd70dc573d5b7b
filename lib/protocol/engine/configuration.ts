import { generateKeyPairSync } from 'node:crypto'
import type { EngineContext } from 'oidc-provider'
import { LIFETIMES } from '../../../policies/lifetimes.ts'
import { adapterBridge } from './adapter-bridge.ts'
import { currentRun } from './context.ts'
import { cookieNames } from './engine-cookies.ts'
import { HINTED_SUBJECT } from './engine-parameters.ts'
import { prompts } from './prompts.ts'
import type { EngineSettings } from './settings.ts'

const off = { enabled: false }
const FEATURES = {
  devInteractions: off,
  rpInitiatedLogout: off,
  userinfo: off,
  introspection: off,
  revocation: off,
  registration: off,
  registrationManagement: off,
  deviceFlow: off,
  ciba: off,
  pushedAuthorizationRequests: off,
  requestObjects: off,
  claimsParameter: off,
  resourceIndicators: off,
  backchannelLogout: off,
  clientCredentials: off,
  dPoP: off,
  jwtUserinfo: off,
}

/**
 * Configures the engine, which evaluates sessions and prompts and guides the user through them. Portico implements
 * tokens, discovery, and logout itself, so the engine's versions are disabled.
 */
export function engineConfiguration(settings: EngineSettings): object {
  return {
    adapter: adapterBridge(settings),
    clients: [],
    // This key is never used, because the engine only issues codes. However, the engine does not start without one.
    jwks: {
      keys: [
        {
          ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
          use: 'sig',
          alg: 'ES256',
          kid: 'unused',
        },
      ],
    },
    routes: { authorization: '/authorize' },
    enableHttpPostMethods: false,
    features: FEATURES,
    responseTypes: ['code'],
    extraParams: [HINTED_SUBJECT],
    scopes: [...settings.scopes],
    pkce: { required: () => true },
    cookies: {
      names: cookieNames(settings),
      long: { path: settings.mountPath === '' ? '/' : settings.mountPath },
    },
    ttl: {
      Session: () => settings.sessions.secondsLeft(currentRun()),
      Interaction: () => settings.interactionSeconds,
      Grant: () => settings.interactionSeconds,
      AuthorizationCode: () => LIFETIMES.authorizationCode,
      AccessToken: () => LIFETIMES.accessToken,
      IdToken: () => LIFETIMES.idToken,
      RefreshToken: () => LIFETIMES.refreshTokenIdle,
    },
    interactions: {
      policy: prompts(settings),
      url: (_ctx: EngineContext, interaction: { readonly uid: string }) =>
        `${settings.mountPath}/interaction/${interaction.uid}`,
    },
    async findAccount(_ctx: EngineContext, subject: string) {
      const user = await settings.findUser(subject)
      if (user === undefined) return undefined
      currentRun().user = user
      return { accountId: subject, claims: () => ({ sub: subject }) }
    },
    // Create a new grant for every authorization, because Portico stores the user's consents outside the engine.
    async loadExistingGrant({ oidc }: EngineContext) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.account?.accountId ?? '',
        clientId: oidc.client.clientId,
      })
      grant.jti = 'unsaved'
      // Use the validated scopes, because the engine drops offline_access from its own list until the prompts run.
      grant.addOIDCScope(currentRun().request?.scopes.join(' ') ?? oidc.params?.scope ?? '')
      return grant
    },
    expiresWithSession: () => false,
    issueRefreshToken: () => false,
    clientBasedCORS: () => false,
    renderError: async (ctx: EngineContext, _out: object, error: unknown) => {
      currentRun().error ??= error
      ctx.status = 400
    },
  }
}
