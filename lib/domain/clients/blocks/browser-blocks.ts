/** Blocks that end in a browser bundle, where nothing stays secret. */
import { type BlockDraft, type BlockFacts, text } from './block.ts'

export const oidcClientTs = (facts: BlockFacts): BlockDraft => ({
  variables: [],
  files: [
    {
      file: 'sso.js',
      comment: '//',
      lines: [
        '// npm install oidc-client-ts',
        'import { UserManager } from "oidc-client-ts"',
        '',
        'export const users = new UserManager({',
        `  authority: ${text(facts.issuer)},`,
        `  client_id: ${text(facts.id)},`,
        `  redirect_uri: ${text(facts.redirectUri)},`,
        ...(facts.logoutUri === undefined ? [] : [`  post_logout_redirect_uri: ${text(facts.logoutUri)},`]),
        `  scope: ${text(facts.scopes)},`,
        '  // The name of the user is at userinfo.',
        '  loadUserInfo: true,',
        '})',
        '',
        '/** It sends a nonce only when it is given one. */',
        'export const signIn = () => users.signinRedirect({ nonce: crypto.randomUUID() })',
        '/** On the page of `redirect_uri`. */',
        'export const finishSignIn = () => users.signinRedirectCallback()',
        'export const signOut = () => users.signoutRedirect()',
      ],
    },
  ],
})

export const keycloakJs = (facts: BlockFacts): BlockDraft => ({
  variables: [],
  files: [
    {
      file: 'sso.js',
      comment: '//',
      lines: [
        '// npm install keycloak-js',
        'import Keycloak from "keycloak-js"',
        '',
        `export const keycloak = new Keycloak({ oidcProvider: ${text(facts.issuer)}, clientId: ${text(facts.id)} })`,
        '',
        '/** On every page; at the first one without a session the browser is sent away. */',
        'export const start = () =>',
        '  keycloak.init({',
        '    onLoad: "login-required",',
        '    pkceMethod: "S256",',
        '    // Its defaults are the fragment, and a frame that reads cookies of Keycloak.',
        '    responseMode: "query",',
        '    checkLoginIframe: false,',
        '    // It takes every refresh token for a JWT and fails on others. Without offline_access it gets none, and signs in anew instead.',
        `    scope: ${text(withoutRefresh(facts))},`,
        `    redirectUri: ${text(facts.redirectUri)},`,
        '  })',
        '/** The name of the user is at userinfo; it has no roles of its own, those of Keycloak are in its access tokens. */',
        'export const user = () => keycloak.loadUserInfo()',
        `export const signOut = () => keycloak.logout(${
          facts.logoutUri === undefined ? '' : `{ redirectUri: ${text(facts.logoutUri)} }`
        })`,
      ],
    },
  ],
})

const withoutRefresh = ({ scopes }: BlockFacts): string =>
  scopes
    .split(' ')
    .filter((scope) => scope !== 'offline_access')
    .join(' ')
