import type { SecondFactorRule } from '../../../policies/upstream-context.ts'
import type { RoleTable } from '../../../policies/upstream-roles.ts'
import type { UpstreamProvider } from '../../ports/upstream-provider.ts'

/** An OpenID provider that users come from, with what the settings say of it. */
export interface Connector {
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly provider: UpstreamProvider
  /** Claims that the ID token must have, with these values. */
  readonly require: Readonly<Record<string, string>>
  readonly firstSignIn: 'create' | 'link' | 'deny'
  /** Claims of the provider, by the claim here that they become. */
  readonly claims: Readonly<Record<string, string>>
  readonly roles: RoleTable | undefined
  /** Seconds that whoever came by it holds anything here (D-A5). */
  readonly maxAge: number
  readonly secondFactor: SecondFactorRule | undefined
}
