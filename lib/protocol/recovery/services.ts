import type { AuthenticationMethod } from '../../../policies/authentication-context.ts'
import type { EmbeddedDirectory } from '../../domain/accounts/embedded-directory.ts'
import type { SignInLimits } from '../../domain/accounts/second-step-throttle.ts'
import type { Users } from '../../domain/accounts/user-directory.ts'
import type { EmailLinks } from '../../domain/emails/email-links.ts'
import type { LinkUses } from '../../domain/emails/link-uses.ts'
import type { RecoveryRequests } from '../../domain/emails/recovery-requests.ts'
import type { Actor } from '../../domain/management/account-result.ts'
import type { IdentityOperations } from '../../domain/management/identity-operations.ts'
import type { Csrf } from '../../web/pages/csrf.ts'
import type { Pages } from '../../web/pages/pages.ts'
import type { SecondFactorServices } from '../../web/pages/second-factor.ts'
import type { BrowserBinding } from '../../web/request/browser-binding.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { Linking } from '../upstream/linking.ts'

/** Services for the pages that emails link to. */
export interface RecoveryServices extends SecondFactorServices {
  readonly users: SecondFactorServices['users'] & Pick<Users, 'passwordFacts'>
  /** Undefined if no emails are sent. In that case, these pages do not exist. */
  readonly emailPages:
    | {
        readonly links: EmailLinks
        readonly uses: LinkUses
        /** Undefined when password recovery is unavailable. */
        readonly requests: RecoveryRequests | undefined
      }
    | undefined
  readonly pages: Pages
  readonly csrf: Csrf
  readonly limits: Pick<SignInLimits, 'secondStep' | 'hashing'>
  /** For invited users who sign in at an external provider. */
  readonly linking: Pick<Linking, 'form' | 'take'>
  readonly binding: BrowserBinding
  /** The sign-in on whose page the user asked for the email. It continues only in the browser that started it. */
  readonly signIns: {
    /** URL of the sign-in; undefined if it has ended or if another browser started it. */
    readonly hrefOf: (context: RequestContext, interaction: string | undefined) => Promise<string | undefined>
    /** Accepts the new password. @returns the URL where the sign-in continues, if it can */
    readonly accept: (
      context: RequestContext,
      interaction: string | undefined,
      login: {
        readonly sub: string
        readonly username: string
        readonly password: string
        /** The second factor that the recovery has just verified. */
        readonly second: AuthenticationMethod | undefined
      },
    ) => Promise<string | undefined>
  }
  /** Portico's built-in directory; undefined if the host has its own. */
  readonly embedded: EmbeddedDirectory | undefined
  readonly identityOperations: (directory: EmbeddedDirectory, actor: Actor) => IdentityOperations
  /** Base URL of these pages. */
  readonly issuerUrl: string
  readonly mountPath: string
  /** URL where the user signs in afterwards; undefined if there is no portal. */
  readonly accountHref: string | undefined
}

export type WithEmails = RecoveryServices & { readonly emailPages: NonNullable<RecoveryServices['emailPages']> }
export type RecoveryForm = ReadonlyMap<string, string>

/** A request for a page that an email links to. */
export interface RecoveryRequest {
  readonly context: RequestContext
  readonly services: WithEmails
}

/** Form action for a page that an email links to. */
export const actionOf = ({ mountPath }: Pick<RecoveryServices, 'mountPath'>, page: string): string =>
  `${mountPath}/recovery/${page}`
