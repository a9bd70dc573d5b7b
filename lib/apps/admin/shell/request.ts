import type { EmbeddedDirectory } from '../../../domain/accounts/embedded-directory.ts'
import type { HostUsers } from '../../../domain/accounts/host-users.ts'
import type { Users } from '../../../domain/accounts/user-directory.ts'
import type { OverviewCounting } from '../../../domain/metrics/overview-counting.ts'
import type { AppPage, PageRequest, PageServices } from '../../first-party/page.ts'

/** What every page of the panel needs; a section adds what its own pages need. */
export interface ShellServices extends PageServices {
  readonly users: Users
  /** Undefined where users are kept in a directory of the host. */
  readonly embedded: EmbeddedDirectory | undefined
  /** Users of that directory, where it lists or searches them. */
  readonly hostUsers: HostUsers | undefined
  /** The portal, for those who may not enter the panel; undefined without one. */
  readonly accountHref: string | undefined
  readonly overview: Pick<OverviewCounting, 'incidents'>
}

export type PanelRequest<Services extends ShellServices = ShellServices> = PageRequest<Services> & {
  /** False for viewers: forms and buttons are left out, and a POST is refused before it gets here. */
  readonly mayChange: boolean
}

export type PanelPage<Services extends ShellServices> = AppPage<PanelRequest<Services>>
