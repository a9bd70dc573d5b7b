// A provider of one's own, as the guide has it for one with OpenID Connect.
import NextAuth from 'next-auth'

export default NextAuth({
  providers: [
    {
      id: 'sso',
      name: 'Single sign-on',
      type: 'oauth',
      wellKnown: `${process.env.ISSUER}/.well-known/openid-configuration`,
      clientId: process.env.CLIENT_ID,
      clientSecret: process.env.CLIENT_SECRET,
      authorization: { params: { scope: 'openid email profile' } },
      idToken: true,
      checks: ['pkce', 'state'],
      ...(process.env.FIXED === '1'
        ? { checks: ['pkce', 'state', 'nonce'], client: { id_token_signed_response_alg: 'ES256' } }
        : {}),
      profile: ({ sub, name, email, picture }) => ({ id: sub, name, email, image: picture }),
    },
  ],
})
