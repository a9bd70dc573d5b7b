import { withParameters } from '../../domain/with-parameters.ts'
import { redirect } from '../../web/http/responses.ts'
import type { Screen, View } from '../../web/ui/view.ts'
import { keepsFactors } from './factors-kept.ts'
import type { InPortal, PortalFrame, PortalSection } from './frame-view.tsx'
import type { PortalRequest } from './portal.ts'

const NEWS = 'portal-news'
const NEWS_MS = 10 * 60_000

/** Shows a screen inside the portal's frame. */
export async function show<Props extends InPortal>(
  page: PortalRequest,
  status: number,
  screen: Screen<Props>,
  props: Omit<Props, 'frame'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const frame = await frameOf(page)
  const framed = { ...props, frame } as unknown as Props
  await page.services.pages.show(page.context, status, screen, framed, { kind: 'panel', headers })
}

/** After an act: on to a page that tells the news once. News belong to the session that caused them. */
export async function goOn(page: PortalRequest, path: string, news?: NonNullable<PortalFrame['news']>): Promise<void> {
  if (news !== undefined) await page.services.storage.records.put(NEWS, page.session.sid, JSON.stringify(news), NEWS_MS)
  redirect(page.context, news === undefined ? page.href(path) : withParameters(page.href(path), { news: '1' }))
}

export const viewOf = ({ services, context }: PortalRequest): View => services.pages.view(context)

/** Passwords of the configuration are changed there; those of a host's directory, with the host. */
export async function ownsPassword({ services, user }: Pick<PortalRequest, 'services' | 'user'>): Promise<boolean> {
  return (await services.embedded?.account(user.sub))?.source === 'administrator'
}

async function frameOf({ user, hidden, query, href, services, session }: PortalRequest): Promise<PortalFrame> {
  const text = query.has('news') ? await services.storage.records.take(NEWS, session.sid) : undefined
  const sections: readonly PortalSection[] = [
    'home',
    'profile',
    ...((await ownsPassword({ services, user })) ? ['password' as const] : []),
    ...(keepsFactors({ services }) ? ['security' as const] : []),
    'devices',
    'apps',
    'activity',
  ]
  return {
    root: href(''),
    sections,
    signOut: { action: href('/sign-out'), hidden },
    account: {
      name: user.name ?? user.preferred_username ?? user.email ?? user.sub,
      detail: user.email ?? user.preferred_username,
    },
    news: text === undefined ? undefined : (JSON.parse(text) as NonNullable<PortalFrame['news']>),
  }
}
