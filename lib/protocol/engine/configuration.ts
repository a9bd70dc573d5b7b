import { generateKeyPairSync } from 'node:crypto'
import type { EngineContext } from 'oidc-provider'
import { LIFETIMES } from '../../../policies/lifetimes.ts'
import { adapterBridge } from './adapter-bridge.ts'
import { currentRun } from './context.ts'
import { HINTED_SUBJECT } from './engine-parameters.ts'
import { prompts } from './prompts.ts'
import { type EngineSettings, engineCookies } from './settings.ts'

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
 * The engine's configuration: it judges sessions and prompts and leads the user through them. Tokens, their
 * endpoints, discovery and logout are ours, and the engine's own are switched off.
 */
export function engineConfiguration(settings: EngineSettings): object {
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true, secure: settings.https }
  return {
    adapter: adapterBridge(settings),
    clients: [],
    // Never used: codes are the engine's only product. It will not start without one.
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
      keys: settings.cookieSigner,
      names: engineCookies(settings),
      long: { ...cookie, path: settings.mountPath === '' ? '/' : settings.mountPath },
      short: cookie,
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
    // A grant of its own for every authorization; what the user agreed to is remembered elsewhere.
    async loadExistingGrant({ oidc }: EngineContext) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.account?.accountId ?? '',
        clientId: oidc.client.clientId,
      })
      grant.jti = 'unsaved'
      // The scopes as we judged them: here the engine has already dropped offline_access, and the prompts restore it later.
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
