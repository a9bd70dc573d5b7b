/** The clients and users of the tests. */
import type { AccountInput, ClientInput } from '../../lib/config/configuration.ts'

const EVERYTHING = ['openid', 'profile', 'email', 'offline_access', 'roles', 'permissions'] as const
const secretOf = (id: string): string => `${id}-secret-0123456789abcdef0123456789`

export type Confidential = ClientInput & { readonly client_secret: string }

export function confidential(id: string, more: Partial<ClientInput> = {}): Confidential {
  return {
    client_id: id,
    client_type: 'confidential',
    client_secret: secretOf(id),
    redirect_uris: [`https://${id}.example/callback`],
    post_logout_redirect_uris: [`https://${id}.example/`],
    scopes: EVERYTHING,
    ...more,
  } as Confidential
}

/** Public: a browser app. */
export const PUB: ClientInput = {
  client_id: 'pub',
  client_type: 'public',
  client_name: 'The SPA',
  redirect_uris: ['https://spa.example/callback'],
  post_logout_redirect_uris: ['https://spa.example/'],
  scopes: EVERYTHING,
}
/** Confidential; one of its two redirect URIs has a query. */
export const CONF = confidential('conf', {
  redirect_uris: ['https://conf.example/callback', 'https://conf.example/other?tenant=a&lang=en'],
})
export const CONF2 = confidential('conf2')
/** Without refresh tokens, and with few claims. */
export const NOOFF = confidential('nooff', { scopes: ['openid', 'profile'] })
export const BC1 = confidential('bc1', { backchannel_logout_uri: 'https://bc1.example/backchannel' })
const BC2 = confidential('bc2', { backchannel_logout_uri: 'https://bc2.example/backchannel' })
const FC1 = confidential('fc1', { frontchannel_logout_uri: 'https://fc1.example/frontchannel' })
export const DIS = confidential('dis', { status: 'disabled' })
/** A secret that needs every kind of encoding. */
export const ODD = confidential('odd', { client_secret: 'a:b%c+d e&f=é/?#-0123456789abcdef' })
/** A first-party app without consent. */
export const TRUSTED = confidential('trusted', { consent: 'trusted' })
/** Asks for consent every time. */
export const ASKING = confidential('asking', { consent: 'always' })

export const CLIENTS: readonly ClientInput[] = [PUB, CONF, CONF2, NOOFF, BC1, BC2, FC1, DIS, ODD, TRUSTED, ASKING]

export const ALICE = {
  sub: 'u-alice',
  username: 'alice',
  password: 'correct horse battery staple',
  name: 'Alice Doe',
  given_name: 'Alice',
  family_name: 'Doe',
  email: 'alice@example.com',
  email_verified: true,
  roles: ['editor', 'reader'],
  permissions: ['invoices:read'],
} as const satisfies AccountInput
/** Has no optional claims. */
export const BOB = {
  sub: 'u-bob',
  username: 'bob',
  password: 'bob has a long password too',
} as const satisfies AccountInput
export const MALLORY = {
  sub: 'u-mallory',
  username: 'mallory',
  password: 'mallory was shown the door',
  status: 'suspended',
} as const satisfies AccountInput

export const ACCOUNTS: readonly AccountInput[] = [ALICE, BOB, MALLORY]
export const ROOT_SECRET = 'the-root-secret-of-the-tests-and-of-no-service'
