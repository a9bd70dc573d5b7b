import type { IsPrivateAddress } from '../../../../policies/client-registration.ts'
import type { Consents } from '../../../domain/accounts/consents.ts'
import type { UserClaims } from '../../../domain/accounts/further-claims.ts'
import type { User } from '../../../domain/accounts/user-directory.ts'
import type { Explanations } from '../../../domain/audit/explanations.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import type { AccessRequests } from '../../../domain/management/access-requests.ts'
import type { Actor } from '../../../domain/management/account-result.ts'
import type { ClientOperations } from '../../../domain/management/client-operations.ts'
import type { FindUser } from '../../../domain/management/lost-access.ts'
import type { AppUses } from '../../../domain/metrics/app-use.ts'
import type { TokenIssuer } from '../../../domain/tokens/issuer.ts'
import type { Storage } from '../../../ports/storage.ts'
import type { PanelRequest, ShellServices } from '../shell/request.ts'

export interface ClientsServices extends ShellServices {
  readonly storage: ShellServices['storage'] & Pick<Storage, 'documents'>
  readonly consents: Pick<Consents, 'list'>
  readonly appUses: Pick<AppUses, 'read'>
  readonly explanations: Pick<Explanations, 'find'>
  readonly issuer: Pick<TokenIssuer, 'issuer' | 'lifetimes' | 'scopeClaims'>
  readonly isPrivateAddress: IsPrivateAddress
  readonly now: () => number
  /** Whether a user can sign in to a client. */
  readonly canSignIn: (user: User, client: Client) => Promise<boolean>
  /** All claims about a user that scopes can release. */
  readonly claimsOf: UserClaims
  readonly access: {
    /** Whether the host has an access rule in addition to the clients' roles. */
    readonly hasHostRule: boolean
    /** Whether the directory stores second factors that users can set up. */
    readonly hasFactors: boolean
    /** Undefined if users cannot ask for access. */
    readonly requests: AccessRequests | undefined
  }
  /** An administrator's operations on clients, audited with the administrator as actor. */
  readonly clientOperations: (actor: Actor, find: FindUser) => ClientOperations
}

export type ClientsRequest = PanelRequest<ClientsServices>
