/** Home of the portal (C1): the apps that the person may open. */
import type { VNode } from 'preact'
import { EmptyState } from '../../components/empty-state.tsx'
import { Link } from '../../components/link.tsx'
import { Monogram } from '../../components/monogram.tsx'
import { Section } from '../../components/section.tsx'
import type { Viewed } from '../../view.ts'
import { type InPortal, PortalPage } from './portal-page.tsx'

export interface PortalHomeProps extends InPortal {
  readonly name: string
  readonly apps: readonly { readonly name: string; readonly href: string }[]
}

export function PortalHome({ frame, name, apps, view }: PortalHomeProps & Viewed): VNode {
  const t = view.t.portal.home
  return (
    <PortalPage frame={frame} section="home" view={view} title={t.title} lead={t.lead({ name })}>
      {apps.length === 0 ? <EmptyState icon="app" title={t.empty} text={t.emptyHint} /> : (
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
      )}
    </PortalPage>
  )
}
