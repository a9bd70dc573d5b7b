/** The portal's home page: the apps that the user can open, and account security. */

import { Monogram } from '../../web/ui/components/apps.tsx'
import { EmptyState, Section } from '../../web/ui/components/section.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import { type HasView, rich, type VNode } from '../../web/ui/view.ts'
import { AppList, type AppListProps } from './app-list-view.tsx'
import { DueBanner, type HasDue } from './due-view.tsx'
import { type Framed, PortalPage } from './frame-view.tsx'
import { type SafetyProps, SafetySection } from './safety-view.tsx'

export interface PortalHomeProps extends Framed, AppListProps, HasDue {
  readonly name: string
  readonly safety: SafetyProps['checks']
  /** Newest first. */
  readonly signIns: SafetyProps['signIns']
  readonly apps: readonly { readonly name: string; readonly icon?: string | undefined; readonly href: string }[]
}

export function PortalHome(props: PortalHomeProps, { view }: HasView): VNode {
  const { due, name, safety, signIns } = props
  const t = view.t.portal.home
  return (
    <PortalPage section="home" title={t.title} heading={rich(t.hello, { name: <bdi>{name}</bdi> })}>
      <DueBanner due={due} />
      <Section id="apps" title={t.apps}>
        <Apps {...props} />
      </Section>
      <SafetySection checks={safety} signIns={signIns} />
    </PortalPage>
  )
}

function Apps({ apps, search, previousHref, nextHref }: PortalHomeProps, { view }: HasView): VNode {
  const t = view.t.portal.home
  return (
    <div class="sso-launch" {...(search === undefined ? {} : { 'data-sso-filter': t.noneHere })}>
      <AppList
        search={search}
        previousHref={previousHref}
        nextHref={nextHref}
        empty={<EmptyState icon="app" title={t.empty} text={t.emptyHint} />}
      >
        {apps.length === 0 ? null : (
          <ul class="sso-launcher">
            {apps.map((app) => (
              <li title={app.name}>
                <Link href={app.href} class="sso-launcher-app">
                  <Monogram name={app.name} icon={app.icon} />
                  <bdi>{app.name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </AppList>
      {search === undefined ? null : <p class="sso-hint" role="status" />}
    </div>
  )
}
