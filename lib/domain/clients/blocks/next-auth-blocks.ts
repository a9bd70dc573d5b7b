/** Blocks for Auth.js and its predecessor, in an app of Next.js. They come back to `/api/auth/callback/` and the name of the provider. */
import { type BlockDraft, type BlockFacts, clientIdVariable, ownSecret, secretVariable, text } from './block.ts'
import { lastSegment } from './node-blocks.ts'

/** Ends the session of the app, and then that of the browser at the service. */
const signOut = (facts: BlockFacts, issuer: string): readonly string[] => [
  `  const url = new URL(\`\${process.env.${issuer}}/connect/logout\`)`,
  `  url.searchParams.set("client_id", ${text(facts.id)})`,
  '  if (typeof token?.idToken === "string") url.searchParams.set("id_token_hint", token.idToken)',
  ...(facts.logoutUri === undefined
    ? []
    : [`  url.searchParams.set("post_logout_redirect_uri", ${text(facts.logoutUri)})`]),
]

/**
 * New tokens for a session. A page, its parts and its prefetches come at the same moment with the same refresh token; used twice it
 * would end the sign-in, so they wait for one refresh.
 */
const refreshing = (
  names: { readonly issuer: string; readonly id: string; readonly secret: string },
  types: { readonly token: string; readonly refreshes: string; readonly refreshToken: string },
): readonly string[] => [
  '// Of several processes each refreshes for itself: let a balancer keep a browser at one, or keep sessions in a database.',
  `const refreshes = new Map${types.refreshes}()`,
  `function withFreshTokens(token${types.token}) {`,
  '  const { refreshToken, expiresAt } = token',
  '  if (!refreshToken || Date.now() / 1000 < expiresAt - 30) return token',
  '  let fresh = refreshes.get(refreshToken)',
  '  if (!fresh) {',
  '    fresh = refresh(refreshToken)',
  '    refreshes.set(refreshToken, fresh)',
  '    setTimeout(() => refreshes.delete(refreshToken), 60_000)',
  '  }',
  '  return fresh.then((tokens) => tokens && { ...token, ...tokens })',
  '}',
  '',
  `async function refresh(refreshToken${types.refreshToken}) {`,
  `  const response = await fetch(\`\${process.env.${names.issuer}}/token\`, {`,
  '    method: "POST",',
  `    headers: { Authorization: "Basic " + btoa(\`\${process.env.${names.id}}:\${process.env.${names.secret}}\`) },`,
  '    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),',
  '  })',
  '  // The sign-in has ended.',
  '  if (response.status === 400) return null',
  '  if (!response.ok) {',
  '    // Out of service for a moment: the next request tries again.',
  '    refreshes.delete(refreshToken)',
  '    return {}',
  '  }',
  '  const { id_token, access_token, refresh_token, expires_in } = await response.json()',
  '  const expiresAt = Math.floor(Date.now() / 1000) + expires_in',
  '  return { idToken: id_token, accessToken: access_token, refreshToken: refresh_token, expiresAt }',
  '}',
]

/** What a session keeps of the tokens when it begins. */
const KEPT =
  '{ ...token, idToken: account.id_token, accessToken: account.access_token, refreshToken: account.refresh_token, expiresAt: account.expires_at }'

export const authJs = (facts: BlockFacts): BlockDraft => ({
  variablesIn: '.env.local',
  variables: [
    ownSecret('AUTH_SECRET'),
    { name: 'AUTH_TRUST_HOST', value: 'true' },
    { name: 'AUTH_URL', value: facts.redirect.origin },
    { name: 'AUTH_SSO_ISSUER', value: facts.issuer },
    clientIdVariable('AUTH_SSO_ID', facts),
    secretVariable('AUTH_SSO_SECRET', facts),
  ],
  files: [
    {
      file: 'auth.ts',
      comment: '//',
      lines: [
        '// npm install next-auth@beta',
        'import NextAuth from "next-auth"',
        '',
        ...refreshing(
          { issuer: 'AUTH_SSO_ISSUER', id: 'AUTH_SSO_ID', secret: 'AUTH_SSO_SECRET' },
          { token: ': any', refreshes: '<string, Promise<object | null>>', refreshToken: ': string' },
        ),
        '',
        'export const { handlers, auth, signIn, signOut } = NextAuth({',
        '  providers: [',
        '    {',
        `      id: ${text(lastSegment(facts))},`,
        '      name: "Single sign-on",',
        '      type: "oidc",',
        '      issuer: process.env.AUTH_SSO_ISSUER,',
        '      clientId: process.env.AUTH_SSO_ID,',
        '      clientSecret: process.env.AUTH_SSO_SECRET,',
        '      // Its default is PKCE alone.',
        '      checks: ["pkce", "state", "nonce"],',
        '      client: { id_token_signed_response_alg: "ES256" },',
        '      // The name of the user is at userinfo.',
        '      idToken: false,',
        `      authorization: { params: { scope: ${text(facts.scopes)} } },`,
        '      profile: ({ sub, name, email, picture }) => ({ id: sub, name, email, image: picture }),',
        '    },',
        '  ],',
        '  callbacks: {',
        '    jwt: ({ token, account }) => {',
        `      if (account) return ${KEPT}`,
        '      // Only in the middleware, which can set cookies: a page that refreshed would lose the new token.',
        '      return process.env.NEXT_RUNTIME === "edge" ? withFreshTokens(token) : token',
        '    },',
        '  },',
        '})',
      ],
    },
    {
      file: 'app/api/auth/[...nextauth]/route.ts',
      comment: '//',
      lines: ['import { handlers } from "@/auth"', '', 'export const { GET, POST } = handlers'],
    },
    {
      file: 'middleware.ts',
      comment: '//',
      lines: [
        '// It refreshes the tokens of a session before they end.',
        'export { auth as middleware } from "@/auth"',
        '',
        'export const config = { matcher: ["/((?!api|_next|sign-out|.*\\\\..*).*)"] }',
      ],
    },
    {
      file: 'app/sign-out/route.ts',
      comment: '//',
      lines: [
        '// <form action="/sign-out" method="post"><button>Sign out</button></form>',
        'import { getToken } from "next-auth/jwt"',
        'import { signOut } from "@/auth"',
        '',
        'export async function POST(req: Request) {',
        '  const secureCookie = process.env.AUTH_URL?.startsWith("https:") ?? false',
        '  const token = await getToken({ req, secret: process.env.AUTH_SECRET, secureCookie })',
        '  await signOut({ redirect: false })',
        ...signOut(facts, 'AUTH_SSO_ISSUER'),
        '  return Response.redirect(url, 303)',
        '}',
      ],
    },
  ],
})

export const nextAuth4 = (facts: BlockFacts): BlockDraft => ({
  variablesIn: '.env.local',
  variables: [
    { name: 'NEXTAUTH_URL', value: facts.redirect.origin },
    ownSecret('NEXTAUTH_SECRET'),
    { name: 'SSO_ISSUER', value: facts.issuer },
    clientIdVariable('SSO_CLIENT_ID', facts),
    secretVariable('SSO_CLIENT_SECRET', facts),
  ],
  files: [
    {
      file: 'auth.js',
      comment: '//',
      lines: [
        '// npm install next-auth@4',
        'export const authOptions = {',
        '  providers: [',
        '    {',
        `      id: ${text(lastSegment(facts))},`,
        '      name: "Single sign-on",',
        '      type: "oauth",',
        '      wellKnown: `${process.env.SSO_ISSUER}/.well-known/openid-configuration`,',
        '      clientId: process.env.SSO_CLIENT_ID,',
        '      clientSecret: process.env.SSO_CLIENT_SECRET,',
        '      // Its default is state alone, and RS256.',
        '      checks: ["pkce", "state", "nonce"],',
        '      client: { id_token_signed_response_alg: "ES256" },',
        '      // The ID token is checked; the name of the user is at userinfo.',
        '      idToken: true,',
        '      userinfo: { request: ({ client, tokens }) => client.userinfo(tokens.access_token) },',
        `      authorization: { params: { scope: ${text(facts.scopes)} } },`,
        '      profile: ({ sub, name, email, picture }) => ({ id: sub, name, email, image: picture }),',
        '    },',
        '  ],',
        '  callbacks: {',
        `    jwt: ({ token, account }) => (account ? (${KEPT}) : token),`,
        '  },',
        '}',
      ],
    },
    {
      file: 'app/api/auth/[...nextauth]/route.js',
      comment: '//',
      lines: [
        'import NextAuth from "next-auth"',
        'import { authOptions } from "@/auth"',
        '',
        ...refreshing(
          { issuer: 'SSO_ISSUER', id: 'SSO_CLIENT_ID', secret: 'SSO_CLIENT_SECRET' },
          { token: '', refreshes: '', refreshToken: '' },
        ),
        '',
        '// Only here, where cookies can be set: `getServerSession(authOptions)` on a page never refreshes. Let the browser ask now and then,',
        '// as <SessionProvider refetchInterval={600}> does.',
        'const jwt = async (parameters) => {',
        '  const token = await authOptions.callbacks.jwt(parameters)',
        '  if (parameters.account) return token',
        '  return (await withFreshTokens(token)) ?? { sub: token.sub, name: token.name, error: "SessionEnded" }',
        '}',
        'const handler = NextAuth({ ...authOptions, callbacks: { ...authOptions.callbacks, jwt } })',
        'export { handler as GET, handler as POST }',
      ],
    },
    {
      file: 'app/sign-out/route.js',
      comment: '//',
      lines: [
        '// <form action="/sign-out" method="post"><button>Sign out</button></form>',
        'import { cookies } from "next/headers"',
        'import { getToken } from "next-auth/jwt"',
        '',
        'export async function POST(req) {',
        '  const jar = await cookies()',
        '  const token = await getToken({ req: { headers: req.headers, cookies: Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value])) } })',
        '  for (const { name } of jar.getAll())',
        '    if (name.includes("next-auth.session-token"))',
        '      jar.set({ name, value: "", maxAge: 0, path: "/", secure: name.startsWith("__Secure-") })',
        ...signOut(facts, 'SSO_ISSUER'),
        '  return Response.redirect(url, 303)',
        '}',
      ],
    },
  ],
})
