import type { Configuration } from '../../../config/configuration.ts'
import type { EmbeddedDirectory } from '../../../domain/accounts/embedded-directory.ts'
import type { Users } from '../../../domain/accounts/user-directory.ts'
import type { AuditTrail } from '../../../domain/audit/audit-trail.ts'
import type { ClientRegistry } from '../../../domain/clients/registry.ts'
import type { ManagedUsers } from '../../../domain/management/managed-users.ts'
import type { ClientUses } from '../../../domain/metrics/client-use.ts'
import type { OverviewCounting } from '../../../domain/metrics/overview-counting.ts'
import type { Storage } from '../../../ports/storage.ts'
import type { Site } from '../../../web/request/site.ts'
import type { AppPage, PageRequest, PageServices } from '../../first-party/page.ts'

/** Services that every panel page needs. Each section adds its own. */
export interface ShellServices extends PageServices {
  readonly users: Users
  /** Undefined if a host's directory stores the users. */
  readonly embedded: EmbeddedDirectory | undefined
  /** Undefined if the host's directory can neither list nor search users. */
  readonly managedUsers: ManagedUsers | undefined
  readonly site: Site
  readonly configuration: Configuration
  readonly storage: Pick<Storage, 'records' | 'sessions' | 'subjects'>
  readonly clients: Pick<ClientRegistry, 'find' | 'list' | 'holderOf'>
  readonly audit: Pick<AuditTrail, 'list'>
  readonly metrics: { readonly overview: OverviewCounting; readonly uses: Pick<ClientUses, 'read'> }
}

export type PanelRequest<Services extends ShellServices = ShellServices> = PageRequest<Services> & {
  /** False for helpers. Their pages omit links to what they cannot open. */
  readonly mayLook: boolean
  /** False for viewers. Helpers can help only users without a panel role (policies/panel-access.ts). */
  readonly mayHelp: boolean
  /** False for viewers and helpers. Their pages omit forms and buttons. The panel checks rights before handlers run. */
  readonly mayChange: boolean
  /** URL of the sign-in that is required to save on this page; undefined if the current sign-in is sufficient. */
  readonly confirmHref?: string | undefined
}

export interface PanelPage<Services extends ShellServices> extends AppPage<PanelRequest<Services>> {
  /**
   * The sign-in that the page requires (policies/recent-sign-in.ts). Forms require a recent sign-in with a second
   * factor, unless `any` gives the reason for an exception. `recent`: the page only shows a form, so viewers cannot
   * open it. `to-save`: only saving requires a recent sign-in.
   */
  readonly signIn?: 'recent' | 'to-save' | { readonly any: string }
  /** Path of the page that shows the form, if it differs from the form's path. */
  readonly formAt?: string
  /** Whether helpers can open the page, or submit its form. */
  readonly helpdesk?: true
}
