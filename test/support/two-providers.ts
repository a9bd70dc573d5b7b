/** The setting `login` with two external providers whose marks the sign-in page shows. */
const connector = (id: string, name: string, issuer: string) => ({
  id,
  name,
  issuer,
  client_id: 'portico',
  client_secret: 'a-secret-of-32-characters-or-more',
  firstSignIn: 'link' as const,
})

export const TWO_PROVIDERS = {
  upstreams: [
    connector('entra', 'Microsoft', 'https://login.microsoftonline.com/5e1a7c52-8c1f-4a57-9a53-1d3a0b0f9d11/v2.0'),
    connector('google', 'Google', 'https://accounts.google.com'),
  ],
}
