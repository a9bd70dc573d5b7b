/** What a host can pass to `createPortico`, and what it cannot. */
import { type Configuration, createPortico, type Portico, type PorticoOptions } from 'portico-sso'
import { embeddedStorage } from 'portico-sso/adapters/embedded'
import { redisStorage } from 'portico-sso/adapters/redis'
import { type Equals, holds } from './equals.ts'

holds<Equals<ReturnType<typeof createPortico>, Promise<Portico>>>()
holds<Equals<Parameters<typeof createPortico>, [options: PorticoOptions]>>()
holds<Equals<Portico['configuration'], Configuration>>()

const client = { client_id: 'app', client_type: 'public', redirect_uris: ['https://app.example.com/cb'] } as const

const baseUrl = 'https://sso.example.com'

export const accepted = (): readonly Promise<Portico>[] => [
  createPortico({ baseUrl: 'http://localhost:3000' }),
  createPortico({ baseUrl, secret: process.env['PORTICO_SECRET'] }),
  createPortico({ baseUrl, secret: ['new', 'old'], storage: embeddedStorage(), clients: [client] }),
  createPortico({ baseUrl, storage: redisStorage('redis://localhost'), lifetimes: { accessToken: 60 } }),
  createPortico({ baseUrl, accounts: [{ sub: 'a', username: 'a', password: 'p' }] }),
  createPortico({ baseUrl, accounts: { find: () => undefined, authenticate: async () => ({ sub: 'a' }) } }),
  createPortico({
    baseUrl,
    accounts: {
      find: () => undefined,
      authenticate: () => undefined,
      list: ({ after, limit }) => ({ users: [{ sub: after ?? 'a' }].slice(0, limit), next: 'b', total: 2 }),
      search: async ({ text }) => ({ users: [{ sub: text }] }),
      suspend: (_sub, suspended) => (suspended ? 'done' : 'refused'),
      roles: async (_sub, { add, remove }) => (add.length + remove.length === 0 ? 'missing' : 'done'),
    },
  }),
  createPortico({ baseUrl, rateLimits: false, access: { canSignIn: ({ sub }, { clientId }) => sub !== clientId } }),
  createPortico({ baseUrl, clock: () => 0, logger: console }),
]

export const refused = (): readonly unknown[] => [
  // @ts-expect-error the address has no default
  createPortico({}),
  // @ts-expect-error an unknown key
  createPortico({ baseUrl, bseUrl: baseUrl }),
  // @ts-expect-error an unknown key inside
  createPortico({ baseUrl, lifetimes: { acessToken: 60 } }),
  // @ts-expect-error a number, not a text
  createPortico({ baseUrl, lifetimes: { accessToken: '60' } }),
  // @ts-expect-error limits may be switched off, not on
  createPortico({ baseUrl, rateLimits: true }),
  // @ts-expect-error a rule is no setting
  createPortico({ baseUrl, pkce: 'optional' }),
  // @ts-expect-error nor is rotation
  createPortico({ baseUrl, rotateRefreshTokens: false }),
  // @ts-expect-error a store is an object of an adapter, not an address
  createPortico({ baseUrl, storage: 'redis://localhost' }),
  // @ts-expect-error a function that makes a store is not yet a store
  createPortico({ baseUrl, storage: embeddedStorage }),
  // @ts-expect-error half a store
  createPortico({ baseUrl, storage: { families: embeddedStorage().families } }),
  // @ts-expect-error a directory can find and check users
  createPortico({ baseUrl, accounts: { find: () => undefined } }),
  createPortico({
    baseUrl,
    // @ts-expect-error a user has a subject
    accounts: { find: () => ({ name: 'Alice' }), authenticate: () => undefined },
  }),
  // @ts-expect-error a client has redirect URIs
  createPortico({ baseUrl, clients: [{ client_id: 'app', client_type: 'public' }] }),
  // @ts-expect-error a client is public or confidential
  createPortico({ baseUrl, clients: [{ ...client, client_type: 'native' }] }),
  // @ts-expect-error a logger receives fields and a message, and has three levels
  createPortico({ baseUrl, logger: { info: () => {} } }),
]
