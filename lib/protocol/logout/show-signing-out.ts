import type { FrontchannelLogout } from '../../domain/sessions/frontchannel.ts'
import type { Pages } from '../../web/pages/pages.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { SigningOut } from './signing-out-view.tsx'

/** Shows the page that loads the apps' logout URIs in frames, and allows these frames. */
export function showSigningOut(
  pages: Pages,
  context: RequestContext,
  apps: readonly FrontchannelLogout[],
  continueHref: string,
  reports: boolean,
): Promise<void> {
  // No link to other languages: it would reload the page and use the ticket a second time.
  return pages.show(
    context,
    200,
    SigningOut,
    { apps, continueHref, reports },
    { kind: { frames: apps.map(({ uri }) => uri) }, languages: 'none' },
  )
}
