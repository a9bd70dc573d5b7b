/** What an adapter must implement, and the options of the two that come with the service. */
import { Cluster, Redis } from 'ioredis'
import type {
  AuditLog,
  BoundedLog,
  ClientStore,
  DeliveryStore,
  DocumentStore,
  EphemeralStore,
  FamilyStore,
  RateCounter,
  SessionStore,
  Storage,
  StoreCopies,
  SubjectStore,
  TokenStateReader,
  UserDirectory,
} from 'portico-sso'
import { embeddedStorage } from 'portico-sso/adapters/embedded'
import { ldapDirectory } from 'portico-sso/adapters/ldap'
import { redisStorage } from 'portico-sso/adapters/redis'
import { type Equals, holds } from './equals.ts'

interface Ports {
  readonly families: FamilyStore
  readonly tokenState: TokenStateReader
  readonly subjects: SubjectStore
  readonly clients: ClientStore
  readonly sessions: SessionStore
  readonly records: EphemeralStore
  readonly documents: DocumentStore
  readonly rates: RateCounter
  readonly deliveries: DeliveryStore
  readonly audit: AuditLog
  readonly bounded: BoundedLog
  readonly copies?: StoreCopies
}

/** Every port has a public name, so that an adapter can be written port by port. */
holds<Equals<Pick<Storage, keyof Ports>, Ports>>()
holds<
  Equals<Exclude<keyof Storage, keyof Ports>, 'name' | 'dataFolder' | 'open' | 'inspect' | 'ping' | 'time' | 'close'>
>()
holds<Equals<ReturnType<typeof embeddedStorage>, Storage>>()
holds<Equals<ReturnType<typeof redisStorage>, Storage>>()
holds<Equals<Awaited<ReturnType<FamilyStore['replace']>>, 'replaced' | 'changed' | 'missing'>>()
holds<Equals<Awaited<ReturnType<DocumentStore['replace']>>, 'replaced' | 'changed'>>()
holds<Equals<Awaited<ReturnType<EphemeralStore['claim']>>, 'claimed' | 'taken'>>()

export const accepted = (): readonly Storage[] => [
  embeddedStorage(),
  embeddedStorage({ file: 'data/portico.sqlite', now: () => 0 }),
  redisStorage('redis://localhost:6379'),
  redisStorage(new Redis(), { keyPrefix: 'id:' }),
  redisStorage(new Cluster(['redis://localhost:7000'])),
]

export const refused = (): readonly unknown[] => [
  // @ts-expect-error a store on Redis has no default server
  redisStorage(),
  // @ts-expect-error an unknown option
  redisStorage('redis://localhost', { prefix: 'id:' }),
  // @ts-expect-error an unknown option
  embeddedStorage({ path: 'data/portico.sqlite' }),
  // @ts-expect-error a path is given by name
  embeddedStorage('data/portico.sqlite'),
]

/** An answer that is no outcome of the port is not one. */
export const boolean: Pick<FamilyStore, 'replace'> = {
  // @ts-expect-error outcomes are words
  replace: async () => true,
}

/** A user directory that is no store: a host passes it as `accounts`. */
export const directory: UserDirectory & { close(): Promise<void> } = ldapDirectory({
  url: ['ldaps://one.example.com', 'ldaps://two.example.com'],
  kind: 'openldap',
  base: 'dc=example,dc=com',
  bindDn: 'cn=portico,dc=example,dc=com',
  bindPassword: 'secret',
  roles: { editors: ['editor'] },
})
