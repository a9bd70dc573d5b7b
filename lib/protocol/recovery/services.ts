import type { EmbeddedDirectory } from '../../domain/accounts/embedded-directory.ts'
import type { SignInLimits } from '../../domain/accounts/sign-in-throttle.ts'
import type { LetterLinks } from '../../domain/letters/letter-links.ts'
import type { LinkUses } from '../../domain/letters/link-uses.ts'
import type { RecoveryRequests } from '../../domain/letters/recovery-requests.ts'
import type { Actor } from '../../domain/management/account-result.ts'
import type { IdentityOperations } from '../../domain/management/identity-operations.ts'
import type { Csrf } from '../../web/pages/csrf.ts'
import type { Pages } from '../../web/pages/pages.ts'
import type { SecondFactorServices } from '../../web/pages/second-factor.ts'
import type { BrowserBinding } from '../../web/request/browser-binding.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { Linking } from '../upstream/linking.ts'

/** What the pages that letters lead to need of the service. */
export interface RecoveryServices extends SecondFactorServices {
  /** Undefined where no letters are sent: then there are no such pages. */
  readonly letterPages:
    | {
        readonly links: LetterLinks
        readonly uses: LinkUses
        /** Undefined where nobody can recover a password here. */
        readonly requests: RecoveryRequests | undefined
      }
    | undefined
  readonly pages: Pages
  readonly csrf: Csrf
  readonly limits: Pick<SignInLimits, 'secondStep' | 'hashing'>
  /** Of who was invited by a connector. */
  readonly linking: Pick<Linking, 'form' | 'take'>
  readonly binding: BrowserBinding
  /** Undefined with a directory of the host's own. */
  readonly embedded: EmbeddedDirectory | undefined
  readonly identityOperations: (directory: EmbeddedDirectory, actor: Actor) => IdentityOperations
  /** Origin and path at which browsers see these pages. */
  readonly issuerUrl: string
  readonly mountPath: string
  /** Where whoever is done signs in; undefined without a portal. */
  readonly accountHref: string | undefined
}

export type WithLetters = RecoveryServices & { readonly letterPages: NonNullable<RecoveryServices['letterPages']> }
export type RecoveryForm = ReadonlyMap<string, string>

/** One request for a page of a letter. */
export interface RecoveryRequest {
  readonly context: RequestContext
  readonly services: WithLetters
}

/** Address of such a page, as forms have it. */
export const actionOf = ({ mountPath }: Pick<RecoveryServices, 'mountPath'>, page: string): string =>
  `${mountPath}/recovery/${page}`
