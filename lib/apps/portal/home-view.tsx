/** The portal's home page: account security, and the apps that the user can open. */

import { Avatar, Monogram } from '../../web/ui/components/apps.tsx'
import { SearchFilter } from '../../web/ui/components/filter.tsx'
import { LinkRow } from '../../web/ui/components/form.tsx'
import { EmptyState, Section } from '../../web/ui/components/section.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import { type HasView, isolate, rich, type VNode } from '../../web/ui/view.ts'
import { type InPortal, PortalPage } from './frame-view.tsx'
import { type SafetyProps, SafetySection } from './safety-view.tsx'

export interface PortalHomeProps extends InPortal {
  readonly name: string
  readonly safety: SafetyProps['checks']
  /** Newest first. */
  readonly signIns: SafetyProps['signIns']
  readonly apps: readonly { readonly name: string; readonly href: string }[]
  /** Search form (GET) for long lists of apps. `more`: the list shows only some of the matches. */
  readonly search?: { readonly action: string; readonly query: string; readonly more: boolean } | undefined
  /** URL of the next page, if there are more registered clients than one page reads. */
  readonly nextHref?: string | undefined
}

export function PortalHome(props: PortalHomeProps & HasView): VNode {
  const { frame, name, safety, signIns, view } = props
  const t = view.t.portal.home
  return (
    <PortalPage
      frame={frame}
      section="home"
      view={view}
      title={t.title}
      lead={
        <span class="sso-greeting">
          <Avatar name={name} size="large" />
          <span>{rich(t.hello, { name: <bdi>{name}</bdi> })}</span>
        </span>
      }
    >
      <SafetySection frame={frame} checks={safety} signIns={signIns} view={view} />
      <Section id="apps" title={t.apps}>
        <Apps {...props} />
      </Section>
    </PortalPage>
  )
}

function Apps({ apps, search, nextHref, view }: PortalHomeProps & HasView): VNode {
  const t = view.t.portal.home
  return (
    <div class="sso-launch" {...(search === undefined ? {} : { 'data-sso-filter': t.noneHere })}>
      {search === undefined ? null : (
        <SearchFilter action={search.action} query={search.query} label={t.find} submit={view.t.panel.search} />
      )}
      {apps.length > 0 ? (
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
      ) : search === undefined || search.query === '' ? (
        <EmptyState icon="app" title={t.empty} text={t.emptyHint} />
      ) : (
        <EmptyState
          icon="search"
          title={view.t.panel.noMatch({ what: t.what, query: isolate(search.query) })}
          action={<Link href={search.action}>{view.t.panel.clearFilters}</Link>}
        />
      )}
      {search?.more === true ? <p class="sso-hint">{t.more({ count: apps.length })}</p> : null}
      {nextHref === undefined ? null : <LinkRow href={nextHref}>{t.loadMore}</LinkRow>}
    </div>
  )
}
