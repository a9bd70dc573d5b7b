/** What a host may hand to `createPortico`, and what it may not. */

import { type Configuration, createPortico, type Portico, type PorticoOptions } from 'portico-sso'
import { embeddedStorage } from 'portico-sso/adapters/embedded'
import { redisStorage } from 'portico-sso/adapters/redis'
import { type Equals, holds } from './equals.ts'

holds<Equals<ReturnType<typeof createPortico>, Promise<Portico>>>()
holds<Equals<Parameters<typeof createPortico>, [options: PorticoOptions]>>()
holds<Equals<Portico['configuration'], Configuration>>()

const client = { client_id: 'app', client_type: 'public', redirect_uris: ['https://app.example.com/cb'] } as const

export const accepted = (): readonly Promise<Portico>[] => [
  createPortico({ baseUrl: 'http://localhost:3000' }),
  createPortico({ baseUrl: 'https://sso.example.com', secret: process.env['PORTICO_SECRET'] }),
  createPortico({
    baseUrl: 'https://sso.example.com',
    secret: ['new', 'old'],
    storage: embeddedStorage(),
    clients: [client],
  }),
  createPortico({
    baseUrl: 'https://sso.example.com',
    storage: redisStorage('redis://localhost'),
    lifetimes: { accessToken: 60 },
  }),
  createPortico({ baseUrl: 'https://sso.example.com', accounts: [{ sub: 'a', username: 'a', password: 'p' }] }),
  createPortico({
    baseUrl: 'https://sso.example.com',
    accounts: { find: () => undefined, authenticate: async () => ({ sub: 'a' }) },
  }),
  createPortico({
    baseUrl: 'https://sso.example.com',
    accounts: {
      find: () => undefined,
      authenticate: () => undefined,
      list: ({ after, limit }) => ({ users: [{ sub: after ?? 'a' }].slice(0, limit), next: 'b', total: 2 }),
      search: async ({ text }) => ({ users: [{ sub: text }] }),
      suspend: (_sub, suspended) => (suspended ? 'done' : 'refused'),
      roles: async (_sub, { add, remove }) => (add.length + remove.length === 0 ? 'missing' : 'done'),
    },
  }),
  createPortico({
    baseUrl: 'https://sso.example.com',
    rateLimits: false,
    access: { canSignIn: ({ sub }, { clientId }) => sub !== clientId },
  }),
  createPortico({ baseUrl: 'https://sso.example.com', clock: () => 0, logger: console }),
]

export const refused = (): readonly unknown[] => [
  // @ts-expect-error the address has no default
  createPortico({}),
  // @ts-expect-error an unknown key
  createPortico({ baseUrl: 'https://sso.example.com', bseUrl: 'https://sso.example.com' }),
  // @ts-expect-error an unknown key inside
  createPortico({ baseUrl: 'https://sso.example.com', lifetimes: { acessToken: 60 } }),
  // @ts-expect-error a number, not a text
  createPortico({ baseUrl: 'https://sso.example.com', lifetimes: { accessToken: '60' } }),
  // @ts-expect-error limits may be switched off, not on
  createPortico({ baseUrl: 'https://sso.example.com', rateLimits: true }),
  // @ts-expect-error a rule is no setting
  createPortico({ baseUrl: 'https://sso.example.com', pkce: 'optional' }),
  // @ts-expect-error nor is rotation
  createPortico({ baseUrl: 'https://sso.example.com', rotateRefreshTokens: false }),
  // @ts-expect-error a store is an object of an adapter, not an address
  createPortico({ baseUrl: 'https://sso.example.com', storage: 'redis://localhost' }),
  // @ts-expect-error a function that makes a store is not yet a store
  createPortico({ baseUrl: 'https://sso.example.com', storage: embeddedStorage }),
  // @ts-expect-error half a store
  createPortico({ baseUrl: 'https://sso.example.com', storage: { families: embeddedStorage().families } }),
  // @ts-expect-error a directory can tell who somebody is
  createPortico({ baseUrl: 'https://sso.example.com', accounts: { find: () => undefined } }),
  createPortico({
    baseUrl: 'https://sso.example.com',
    // @ts-expect-error a user has a subject
    accounts: { find: () => ({ name: 'Alice' }), authenticate: () => undefined },
  }),
  // @ts-expect-error a client has redirect URIs
  createPortico({ baseUrl: 'https://sso.example.com', clients: [{ client_id: 'app', client_type: 'public' }] }),
  // @ts-expect-error a client is public or confidential
  createPortico({ baseUrl: 'https://sso.example.com', clients: [{ ...client, client_type: 'native' }] }),
  // @ts-expect-error a logger is told fields and a message, and knows three levels
  createPortico({ baseUrl: 'https://sso.example.com', logger: { info: () => {} } }),
]
