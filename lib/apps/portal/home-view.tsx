/** Home of the portal: the apps that the user may open. */
import type { VNode } from 'preact'
import { Banner } from '../../web/ui/components/banner.tsx'
import { EmptyState } from '../../web/ui/components/empty-state.tsx'
import { SearchFilter } from '../../web/ui/components/filter.tsx'
import { Link } from '../../web/ui/components/link.tsx'
import { Monogram } from '../../web/ui/components/monogram.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { isolate, rich } from '../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../web/ui/view.ts'
import { type InPortal, PortalPage } from './frame-view.tsx'

export interface PortalHomeProps extends InPortal {
  readonly name: string
  readonly apps: readonly { readonly name: string; readonly href: string }[]
  /** Where there are too many to look through: a GET form, and what was asked for. */
  readonly search?: { readonly action: string; readonly query: string } | undefined
  /** Propose a passkey. */
  readonly nudge?: boolean | undefined
}

export function PortalHome({ frame, name, apps, search, nudge = false, view }: PortalHomeProps & Viewed): VNode {
  const t = view.t.portal.home
  const { security } = view.t.factors
  return (
    <PortalPage
      frame={frame}
      section="home"
      view={view}
      title={t.title}
      lead={rich(t.lead, { name: <bdi>{name}</bdi> })}
    >
      {nudge ? (
        <Banner>
          {security.nudge} <Link href={`${frame.root}/security/passkey`}>{security.nudgeAction}</Link>
        </Banner>
      ) : null}
      {search === undefined ? null : (
        <SearchFilter {...search} label={t.find} submit={view.t.panel.search} view={view} />
      )}
      {apps.length > 0 ? (
        <Section id="apps" title={t.apps}>
          <ul class="sso-launcher">
            {apps.map((app) => (
              <li>
                <Link href={app.href} class="sso-launcher-app">
                  <Monogram name={app.name} />
                  <bdi>{app.name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ) : search === undefined ? (
        <EmptyState icon="app" title={t.empty} text={t.emptyHint} />
      ) : (
        <EmptyState
          icon="search"
          title={view.t.panel.noMatch({ what: t.what, query: isolate(search.query) })}
          action={<Link href={search.action}>{view.t.panel.clearFilters}</Link>}
        />
      )}
    </PortalPage>
  )
}
