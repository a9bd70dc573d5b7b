/** Blocks for libraries of Node, outside Next.js. */
import {
  type BlockDraft,
  type BlockFacts,
  clientIdVariable,
  idTokenRemark,
  ownSecret,
  secretVariable,
  text,
} from './block.ts'

/** A module to import: sources are kept in repositories, so it reads the secret from the environment. */
export function openidClient(facts: BlockFacts): BlockDraft {
  const { id, issuer, isPublic, redirectUri, logoutUri, scopes } = facts
  const isHttp = issuer.startsWith('http:')
  const authentication = isPublic ? 'None()' : 'ClientSecretBasic(process.env.OIDC_CLIENT_SECRET)'
  return {
    variables: isPublic ? [] : [secretVariable('OIDC_CLIENT_SECRET', facts)],
    files: [
      {
        file: 'sso.js',
        comment: '//',
        lines: [
          `// npm install openid-client${isPublic ? '' : '; node --env-file=.env'}`,
          'import * as oidc from "openid-client"',
          '',
          `export const config = await oidc.discovery(new URL(${text(issuer)}), ${text(id)}, {}, oidc.${authentication}${
            isHttp ? ', { execute: [oidc.allowInsecureRequests] }' : ''
          })`,
          `export const redirectUri = ${text(redirectUri)}`,
          `export const scope = ${text(scopes)}`,
          '',
          '/** Where to send the browser. Keep `checks` in its session until it comes back. */',
          'export async function beginSignIn() {',
          '  const checks = {',
          '    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),',
          '    expectedState: oidc.randomState(),',
          '    expectedNonce: oidc.randomNonce(),',
          '  }',
          '  const url = oidc.buildAuthorizationUrl(config, {',
          '    redirect_uri: redirectUri,',
          '    scope,',
          '    state: checks.expectedState,',
          '    nonce: checks.expectedNonce,',
          '    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),',
          '    code_challenge_method: "S256",',
          '  })',
          '  return { url: url.href, checks }',
          '}',
          '',
          '/** @param url the whole address that the browser came back to */',
          'export async function finishSignIn(url, checks) {',
          '  const tokens = await oidc.authorizationCodeGrant(config, new URL(url), checks)',
          '  const user = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)',
          '  return { tokens, user }',
          '}',
          '',
          '/** Keep the new refresh token before anything else: the old one is used up, and using it again ends the sign-in. */',
          'export const refresh = (refreshToken) => oidc.refreshTokenGrant(config, refreshToken)',
          '',
          '/** Where to send the browser after the session of the app has ended. */',
          'export const signOutUrl = (idToken) =>',
          `  oidc.buildEndSessionUrl(config, { id_token_hint: idToken${
            logoutUri === undefined ? '' : `, post_logout_redirect_uri: ${text(logoutUri)}`
          } }).href`,
        ],
      },
    ],
  }
}

export const expressOpenidConnect = (facts: BlockFacts): BlockDraft => ({
  variables: [
    { name: 'ISSUER_BASE_URL', value: facts.issuer },
    { name: 'BASE_URL', value: facts.redirect.origin },
    clientIdVariable('CLIENT_ID', facts),
    secretVariable('CLIENT_SECRET', facts),
    ownSecret('SECRET'),
  ],
  files: [
    {
      file: 'sso.js',
      comment: '//',
      lines: [
        '// npm install express-openid-connect; node --env-file=.env',
        'import { auth } from "express-openid-connect"',
        '',
        '// app.use(sso()), before the routes. `req.oidc.user` is what the ID token says; `await req.oidc.fetchUserInfo()` says more.',
        ...idTokenRemark('//', facts),
        '// Sign-out at other apps reaches this one with app.use(sso({ backchannelLogout: { store } })), where `store` is one of express-session,',
        `// and after: portico client update ${facts.id} --backchannel-logout-uri ${facts.redirect.origin}/backchannel-logout`,
        'export const sso = (options) => auth({',
        '  // Its default is an ID token without a code, and RS256.',
        `  authorizationParams: { response_type: "code", scope: ${text(facts.scopes)} },`,
        '  idTokenSigningAlg: "ES256",',
        '  idpLogout: true,',
        `  routes: { callback: ${text(facts.redirect.path)}, postLogoutRedirect: ${text(facts.logoutUri ?? facts.redirect.origin)} },`,
        '  ...options,',
        '})',
      ],
    },
  ],
})

export const hono = (facts: BlockFacts): BlockDraft => ({
  variables: [
    { name: 'OIDC_ISSUER', value: facts.issuer },
    clientIdVariable('OIDC_CLIENT_ID', facts),
    secretVariable('OIDC_CLIENT_SECRET', facts),
    { name: 'OIDC_REDIRECT_URI', value: facts.redirectUri },
    { name: 'OIDC_SCOPES', value: facts.scopes },
    ownSecret('OIDC_AUTH_SECRET'),
  ],
  files: [
    {
      file: 'sso.js',
      comment: '//',
      lines: [
        '// npm install hono @hono/oidc-auth; node --env-file=.env',
        'import { getAuth, oidcAuthMiddleware, revokeSession } from "@hono/oidc-auth"',
        '',
        '// sso(app), before the routes; there `(await getAuth(c)).name` says who is signed in',
        ...idTokenRemark('//', facts),
        'export function sso(app) {',
        '  app.use("*", async (c, next) => {',
        '    c.set("oidcClaimsHook", async (before, claims, { id_token }) => ({',
        '      sub: claims?.sub ?? before?.sub,',
        '      name: claims?.name ?? before?.name,',
        '      email: claims?.email ?? before?.email,',
        '      idToken: id_token ?? before?.idToken,',
        '    }))',
        '    await next()',
        '  })',
        '  app.get("/sign-out", async (c) => {',
        '    const session = await getAuth(c)',
        '    await revokeSession(c)',
        `    const url = new URL(${text(`${facts.issuer}/connect/logout`)})`,
        `    url.searchParams.set("client_id", ${text(facts.id)})`,
        '    // With it nobody is asked whether they want to sign out.',
        '    if (session?.idToken) url.searchParams.set("id_token_hint", session.idToken)',
        ...(facts.logoutUri === undefined
          ? []
          : [`    url.searchParams.set("post_logout_redirect_uri", ${text(facts.logoutUri)})`]),
        '    return c.redirect(url.href)',
        '  })',
        '  app.use("*", oidcAuthMiddleware())',
        '}',
      ],
    },
  ],
})

/** Its address to come back to ends in the name of the provider. */
export const betterAuth = (facts: BlockFacts): BlockDraft => ({
  variables: [
    { name: 'BETTER_AUTH_URL', value: facts.redirect.origin },
    ownSecret('BETTER_AUTH_SECRET'),
    { name: 'OIDC_ISSUER', value: facts.issuer },
    clientIdVariable('OIDC_CLIENT_ID', facts),
    secretVariable('OIDC_CLIENT_SECRET', facts),
  ],
  files: [
    {
      file: 'auth.ts',
      comment: '//',
      lines: [
        '// npm install better-auth',
        'import { betterAuth } from "better-auth"',
        'import { genericOAuth } from "better-auth/plugins"',
        '',
        'export const auth = betterAuth({',
        '  plugins: [',
        '    genericOAuth({',
        '      config: [',
        '        {',
        `          providerId: ${text(lastSegment(facts))},`,
        '          discoveryUrl: `' + '${process.env.OIDC_ISSUER}/.well-known/openid-configuration`,',
        '          clientId: process.env.OIDC_CLIENT_ID!,',
        '          clientSecret: process.env.OIDC_CLIENT_SECRET!,',
        `          scopes: ${JSON.stringify(facts.scopes.split(' '))},`,
        '          authentication: "basic",',
        ...(facts.logoutUri === undefined ? [] : [`          postLogoutRedirectURI: ${text(facts.logoutUri)},`]),
        '        },',
        '      ],',
        '    }),',
        '  ],',
        '})',
      ],
    },
  ],
})

export const lastSegment = ({ redirect }: BlockFacts): string => redirect.path.split('/').at(-1) ?? ''
