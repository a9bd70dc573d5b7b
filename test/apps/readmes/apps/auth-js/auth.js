// A provider of one's own, as the guide has it.
import NextAuth from 'next-auth'

export const { handlers } = NextAuth({
  providers: [
    {
      id: 'sso',
      name: 'Single sign-on',
      type: 'oidc',
      issuer: process.env.ISSUER,
      clientId: process.env.CLIENT_ID,
      clientSecret: process.env.CLIENT_SECRET,
      ...(process.env.FIXED === '1'
        ? { checks: ['pkce', 'state', 'nonce'], client: { id_token_signed_response_alg: 'ES256' } }
        : {}),
    },
  ],
})
