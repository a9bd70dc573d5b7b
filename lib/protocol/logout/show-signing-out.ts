import type { FrontchannelLogout } from '../../domain/sessions/frontchannel.ts'
import type { Pages } from '../../web/pages/pages.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { SigningOut } from './signing-out-view.tsx'

/** Shows the page that loads the addresses of the apps in frames, and allows those frames. */
export function showSigningOut(
  pages: Pages,
  context: RequestContext,
  apps: readonly FrontchannelLogout[],
  continueHref: string,
  reports: boolean,
): Promise<void> {
  // A link to another language would load the page anew: a ticket would be spent again.
  return pages.show(
    context,
    200,
    SigningOut,
    { apps, continueHref, reports },
    { kind: { frames: apps.map(({ uri }) => uri) }, languages: 'none' },
  )
}
