/** The values that templates can use. */
import { randomBytes } from 'node:crypto'
import { RESOURCE_AUDIENCE } from '../../../../policies/signing.ts'
import type { EnvironmentBlock } from './block.ts'
import type { Values } from './render.ts'

/**
 * `secret_gone` is set exactly when `secret` is not, so no block contains an empty secret. `public`, `http`, and
 * `https` only switch sections on, for a public client, an http: issuer, or an https: app.
 */
export function valuesOf({ client, issuer, secret: shown }: EnvironmentBlock): Values {
  const id = client.clientId
  const [redirectUri = ''] = client.redirectUris
  const { origin, pathname } = URL.parse(redirectUri) ?? { origin: '', pathname: '' }
  const introspection = new URL(`${issuer}/introspect`)
  const [logoutUri] = client.postLogoutRedirectUris
  const secret = client.type === 'public' ? undefined : shown
  const onlyIf = (condition: boolean): string | undefined => (condition ? 'yes' : undefined)
  return {
    issuer,
    issuer_scheme: introspection.protocol,
    issuer_host: introspection.host,
    introspection_path: introspection.pathname,
    client_id: id,
    secret,
    secret_in_url: secret && encodeURIComponent(secret),
    secret_gone: secret === undefined ? secretGone(id) : undefined,
    // 256 random bits. The app uses this secret internally, for example to sign cookies.
    own_secret: randomBytes(32).toString('base64url'),
    redirect_uri: redirectUri,
    origin,
    callback_path: pathname,
    // django-allauth has it in the middle.
    provider_id: /\/oidc\/([\w-]+)\/login\/callback\/$/.exec(pathname)?.[1] ?? pathname.split('/').at(-1),
    post_logout_redirect_uri: logoutUri,
    signed_out_uri: logoutUri ?? origin,
    sign_out_parameter: encodeURIComponent(signOutUrl(issuer, id, logoutUri)),
    scopes: client.scopes.join(' '),
    online_scopes: client.scopes.filter((scope) => scope !== 'offline_access').join(' '),
    name: 'Single sign-on',
    // Some libraries read the user's name from the ID token and never call userinfo.
    id_token_remark:
      client.idTokenClaims === 'scopes'
        ? undefined
        : `the name of the user is in the ID token after: portico client update ${id} --id-token-claims scopes`,
    audience: RESOURCE_AUDIENCE,
    public: onlyIf(client.type === 'public'),
    http: onlyIf(issuer.startsWith('http:')),
    https: onlyIf(redirectUri.startsWith('https:')),
  }
}

/** Explains, after the secret's name, why the block does not contain the secret. */
export const secretGone = (id: string): string =>
  `was shown once, when it was made; a new one: portico client rotate-secret ${id}`

/** Sign-out URL for apps that do not keep an ID token as a hint. Portico asks the user to confirm the sign-out. */
function signOutUrl(issuer: string, id: string, logoutUri: string | undefined): string {
  const query = new URLSearchParams({ client_id: id, ...(logoutUri && { post_logout_redirect_uri: logoutUri }) })
  return `${issuer}/connect/logout?${query}`
}
