/** Outcomes are words: the compiler reports a missing one. */
import type {
  AdministrationOutcome,
  AuditLine,
  Client,
  ClientResult,
  ConfigError,
  ConfigIssue,
  KeyView,
  Portico,
  StoreUnavailable,
  UserAdministration,
  UserDirectory,
  UsersFound,
} from 'portico-sso'
import type { StoreUnavailable as AsAdaptersThrowIt } from 'portico-sso/adapters/redis'
import { type Equals, holds } from './equals.ts'

holds<
  Equals<
    ClientResult['outcome'],
    'done' | 'invalid' | 'id-taken' | 'redirect-uri-taken' | 'conflict' | 'not-allowed' | 'missing'
  >
>()
holds<Equals<KeyView['state'], 'next' | 'current' | 'previous'>>()
holds<Equals<AdministrationOutcome, 'done' | 'refused' | 'missing'>>()
holds<Equals<keyof UserAdministration, 'list' | 'search' | 'suspend' | 'roles'>>()
holds<Equals<keyof UsersFound, 'users' | 'next' | 'total'>>()
holds<Equals<UserDirectory['roles'], UserAdministration['roles']>>()
holds<Equals<Client['status'], 'active' | 'disabled'>>()
holds<Equals<Client['type'], 'public' | 'confidential'>>()
holds<Equals<ConfigError['issues'], readonly ConfigIssue[]>>()
holds<Equals<keyof AuditLine, 'seq' | 'at' | 'entry' | 'hash'>>()
holds<Equals<typeof StoreUnavailable, typeof AsAdaptersThrowIt>>()

/** The secret is in the one answer that makes it, and nowhere else (D-C3). */
export async function readingAClient(sso: Portico): Promise<void> {
  const result = await sso.clients.rotateSecret('app', 'administrator')
  if (result.outcome === 'done') holds<Equals<typeof result.secret, string | undefined>>()
  // @ts-expect-error a refusal has no client
  if (result.outcome === 'missing') void result.client
  const client = await sso.clients.find('app')
  // @ts-expect-error a client that is not there is said by undefined
  void client.clientName
  // @ts-expect-error a client has no secret to read, only its hash
  void client?.secret
  // @ts-expect-error a record is changed by the registry
  if (client !== undefined) client.status = 'disabled'
}
