import type { EmbeddedDirectory } from '../../../domain/accounts/embedded-directory.ts'
import type { Users } from '../../../domain/accounts/user-directory.ts'
import type { ClientRegistry } from '../../../domain/clients/registry.ts'
import type { ManagedUsers } from '../../../domain/management/managed-users.ts'
import type { OverviewCounting } from '../../../domain/metrics/overview-counting.ts'
import type { AppPage, PageRequest, PageServices } from '../../first-party/page.ts'

/** What every page of the panel needs; a section adds what its own pages need. */
export interface ShellServices extends PageServices {
  readonly users: Users
  readonly clients: Pick<ClientRegistry, 'find'>
  /** Undefined where users are kept in a directory of the host. */
  readonly embedded: EmbeddedDirectory | undefined
  /** Undefined where such a directory neither lists nor searches. */
  readonly managedUsers: ManagedUsers | undefined
  /** The portal, for those who may not enter the panel; undefined without one. */
  readonly accountHref: string | undefined
  readonly overview: Pick<OverviewCounting, 'incidents'>
}

export type PanelRequest<Services extends ShellServices = ShellServices> = PageRequest<Services> & {
  /** False for viewers: forms and buttons are left out, and a POST is refused before it gets here. */
  readonly mayChange: boolean
  /** Where users sign in again before they save what they type here; undefined if they need not. */
  readonly confirmHref?: string | undefined
}

export interface PanelPage<Services extends ShellServices> extends AppPage<PanelRequest<Services>> {
  /**
   * What sign-in it requires (policies/recent-sign-in.ts). A form requires a recent one, with the second factor, unless it says why any will do.
   * A page requires it if it only shows such a form (`recent`), which viewers do not get. `to-save`: the page says that saving will require it.
   */
  readonly signIn?: 'recent' | 'to-save' | { readonly any: string }
  /** The page that shows the form, if it has another path than the form. */
  readonly formAt?: string
}
