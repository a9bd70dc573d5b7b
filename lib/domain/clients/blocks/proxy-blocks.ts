/** Blocks for servers that stand in front of an app. */
import {
  type BlockDraft,
  type BlockFacts,
  clientIdVariable,
  ownSecret,
  secretGone,
  secretVariable,
  text,
} from './block.ts'

export const oauth2Proxy = (facts: BlockFacts): BlockDraft => ({
  variables: [
    { name: 'OAUTH2_PROXY_PROVIDER', value: 'oidc' },
    { name: 'OAUTH2_PROXY_OIDC_ISSUER_URL', value: facts.issuer },
    clientIdVariable('OAUTH2_PROXY_CLIENT_ID', facts),
    secretVariable('OAUTH2_PROXY_CLIENT_SECRET', facts),
    { name: 'OAUTH2_PROXY_REDIRECT_URL', value: facts.redirectUri },
    { name: 'OAUTH2_PROXY_SCOPE', value: facts.scopes },
    { name: 'OAUTH2_PROXY_CODE_CHALLENGE_METHOD', value: 'S256' },
    // It sends no nonce by default, and takes RS256 alone.
    { name: 'OAUTH2_PROXY_INSECURE_OIDC_SKIP_NONCE', value: 'false' },
    { name: 'OAUTH2_PROXY_OIDC_ENABLED_SIGNING_ALGS', value: 'ES256' },
    { name: 'OAUTH2_PROXY_EMAIL_DOMAINS', value: '*' },
    { name: 'OAUTH2_PROXY_UPSTREAMS', value: 'http://127.0.0.1:8080' },
    { name: 'OAUTH2_PROXY_COOKIE_SECURE', value: String(facts.redirectUri.startsWith('https:')) },
    // Where its own sign-out may lead.
    { name: 'OAUTH2_PROXY_WHITELIST_DOMAINS', value: new URL(facts.issuer).host },
    ownSecret('OAUTH2_PROXY_COOKIE_SECRET'),
  ],
  remarks: [`# to sign out: ${facts.redirect.origin}/oauth2/sign_out?rd=${encodeURIComponent(signOutAddress(facts))}`],
  files: [],
})

/** For what keeps no ID token for a hint: the service asks whether the user wants to sign out. */
function signOutAddress({ issuer, id, logoutUri }: BlockFacts): string {
  const query = new URLSearchParams({
    client_id: id,
    ...(logoutUri === undefined ? {} : { post_logout_redirect_uri: logoutUri }),
  })
  return `${issuer}/connect/logout?${query}`
}

export const modAuthOpenidc = (facts: BlockFacts): BlockDraft => ({
  variablesIn: '/etc/apache2/envvars',
  exported: true,
  variables: [secretVariable('OIDC_CLIENT_SECRET', facts), ownSecret('OIDC_CRYPTO_PASSPHRASE')],
  files: [
    {
      file: 'sso.conf',
      comment: '#',
      lines: [
        '# in <VirtualHost>; the variables stand in the environment of Apache, as /etc/apache2/envvars exports it',
        ...directives([
          ['OIDCProviderMetadataURL', `${facts.issuer}/.well-known/openid-configuration`],
          ['OIDCClientID', facts.id],
          ['OIDCClientSecret', undefined],
          ['OIDCRedirectURI', facts.redirectUri],
          ['OIDCCryptoPassphrase', undefined],
          ['OIDCScope', facts.scopes],
          ['OIDCPKCEMethod', 'S256'],
          ['OIDCResponseMode', 'query'],
          ['OIDCRemoteUserClaim', 'sub'],
          ['OIDCDefaultLoggedOutURL', facts.logoutUri],
        ]),
        '<Location "/">',
        '  AuthType openid-connect',
        '  Require valid-user',
        '</Location>',
      ],
    },
  ],
})

/** As Apache reads them; what is undefined comes from the environment, or is left out. */
function directives(settings: readonly (readonly [name: string, value: string | undefined])[]): readonly string[] {
  const variables: Readonly<Record<string, string>> = {
    OIDCClientSecret: 'OIDC_CLIENT_SECRET',
    OIDCCryptoPassphrase: 'OIDC_CRYPTO_PASSPHRASE',
  }
  return settings.flatMap(([name, value]) => {
    if (value !== undefined) return [`${name} "${value.replace(/["\\]/g, '\\$&')}"`]
    return variables[name] === undefined ? [] : [`${name} "\${${variables[name]}}"`]
  })
}

export const luaRestyOpenidc = (facts: BlockFacts): BlockDraft => ({
  variables: [secretVariable('OIDC_CLIENT_SECRET', facts), ownSecret('SESSION_SECRET')],
  files: [
    {
      file: 'nginx.conf',
      comment: '#',
      lines: [
        '# luarocks install lua-resty-openidc; at the top of the file: env OIDC_CLIENT_SECRET; env SESSION_SECRET;',
        'location / {',
        '    access_by_lua_block {',
        '        local res, err = require("resty.openidc").authenticate({',
        `            discovery = ${text(`${facts.issuer}/.well-known/openid-configuration`)},`,
        `            client_id = ${text(facts.id)},`,
        '            client_secret = os.getenv("OIDC_CLIENT_SECRET"),',
        `            redirect_uri = ${text(facts.redirectUri)},`,
        `            scope = ${text(facts.scopes)},`,
        '            use_pkce = true,',
        '            use_nonce = true,',
        '            token_signing_alg_values_expected = { "ES256" },',
        '        }, nil, nil, { secret = os.getenv("SESSION_SECRET") })',
        '        if err then ngx.status = 500 ngx.say("The sign-in failed.") ngx.log(ngx.ERR, err) ngx.exit(500) end',
        '        ngx.req.set_header("X-User", res.id_token.sub)',
        '    }',
        '}',
      ],
    },
  ],
})

/** It takes access tokens and asks about each: it signs nobody in. */
export const dovecot = (facts: BlockFacts): BlockDraft => {
  const { protocol, host, pathname } = new URL(`${facts.issuer}/introspect`)
  const secret = facts.secret === undefined ? undefined : encodeURIComponent(facts.secret)
  return {
    variables: [],
    files: [
      {
        file: 'dovecot-oauth2.conf.ext',
        comment: '#',
        lines: [
          '# Dovecot 2.3, from 2.3.16; in dovecot.conf, with a userdb:',
          '#   auth_mechanisms = $auth_mechanisms oauthbearer xoauth2',
          '#   passdb {',
          '#     driver = oauth2',
          '#     mechanisms = oauthbearer xoauth2',
          '#     args = /etc/dovecot/dovecot-oauth2.conf.ext',
          '#   }',
          ...(secret === undefined
            ? [
                `# introspection_url = ${protocol}//${facts.id}:SECRET@${host}${pathname}`,
                `# ${secretGone('SECRET', facts.id)}`,
              ]
            : [`introspection_url = ${protocol}//${facts.id}:${secret}@${host}${pathname}`]),
          'introspection_mode = post',
          `client_id = ${facts.id}`,
          'active_attribute = active',
          'active_value = true',
          '# The mailbox, which users enter in their mail program. To name it by their verified address, set what follows instead; Dovecot',
          '# then learns of no scope, and calls a token that has ended a temporary failure.',
          `# introspection_url = ${facts.issuer}/userinfo`,
          '# introspection_mode = auth',
          '# active_attribute = email_verified',
          '# username_attribute = email',
          'username_attribute = sub',
          '# Where mail programs find the service.',
          `openid_configuration_url = ${facts.issuer}/.well-known/openid-configuration`,
          '# A token of any app opens the mailbox of its user; with a scope of your own, that only clients of mail programs have, theirs alone.',
          '# scope = mail',
        ],
      },
    ],
  }
}
