/** Apps that the user has authorized, each with a link to withdraw access, and trusted apps, which need no consent. */
import { AppName, type AppView, Monogram } from '../../web/ui/components/apps.tsx'
import { ButtonLink, type FormTarget } from '../../web/ui/components/form.tsx'
import { DescriptionList, EmptyState, Section } from '../../web/ui/components/section.tsx'
import { Badge, DateTime } from '../../web/ui/components/text.tsx'
import { distinct, isolate, rich, scopeText } from '../../web/ui/texts/format/words.ts'
import type { HasView, VNode } from '../../web/ui/view.ts'
import { AppList, type AppListProps } from './app-list-view.tsx'
import { type Framed, type InPortal, PortalPage, PortalQuestion } from './frame-view.tsx'
import { Row, RowDetails, Rows } from './row-view.tsx'

export interface ConnectedAppView {
  readonly clientId: string
  readonly name: string
  readonly icon?: string | undefined
  /** Domain of the owner's email address. */
  readonly ownerDomain?: string | undefined
  readonly scopes: readonly string[]
  readonly firstAt: Date
  readonly lastAt: Date
}

export interface PortalAppsProps extends Framed, AppListProps {
  /** The page's part of the authorized apps, which come first. */
  readonly apps: readonly ConnectedAppView[]
  /** The page's part of the trusted apps, which need no consent. */
  readonly trusted: readonly AppView[]
}

export function PortalApps(props: PortalAppsProps, { view }: HasView): VNode {
  const { apps, trusted, search, previousHref, nextHref } = props
  const t = view.t.portal.apps
  const names = distinct(apps.map(({ name }) => name))
  // Authorized apps come first, so the first page has some unless there are none.
  const isFirst = previousHref === undefined && (search === undefined || search.query === '')
  const empty = <EmptyState icon="shield" title={t.empty} text={t.emptyHint} />
  return (
    <PortalPage section="apps" title={t.title} lead={t.lead}>
      <AppList search={search} previousHref={previousHref} nextHref={nextHref} empty={empty}>
        {apps.length + trusted.length === 0 ? null : (
          <>
            {apps.length === 0 && isFirst ? empty : null}
            {apps.length === 0 ? null : (
              <div class="sso-section">
                <Rows>
                  {apps.map((app, index) => (
                    <ConnectedApp app={app} name={names[index] ?? ''} />
                  ))}
                </Rows>
              </div>
            )}
            {trusted.length === 0 ? null : (
              <Section id="trusted" title={t.trusted} lead={t.trustedHint({ company: isolate(view.product.name) })}>
                <ul class="sso-app-tiles">
                  {trusted.map((app) => (
                    <li>
                      <AppName app={app} />
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </>
        )}
      </AppList>
    </PortalPage>
  )
}

function ConnectedApp({ app, name }: { app: ConnectedAppView; name: string }, { view, frame }: InPortal): VNode {
  const t = view.t.portal.apps
  const when = <DateTime at={app.lastAt} />
  return (
    <Row
      mark={<Monogram name={app.name} icon={app.icon} />}
      name={<bdi>{name}</bdi>}
      badges={app.scopes.includes('offline_access') ? <Badge tone="info">{t.offline}</Badge> : null}
      sub={
        app.ownerDomain === undefined
          ? rich(t.subNoOwner, { when })
          : rich(t.sub, { domain: <bdi>{app.ownerDomain}</bdi>, when })
      }
      action={
        <ButtonLink
          href={`${frame.root}/apps/remove?client_id=${encodeURIComponent(app.clientId)}`}
          spoken={t.removeFrom({ app: isolate(name) })}
        >
          {t.remove}
        </ButtonLink>
      }
    >
      <RowDetails label={t.details} of={name}>
        <DescriptionList
          facts={[
            [
              t.scopes,
              <ul class="sso-plain">
                {app.scopes
                  .filter((scope) => scope !== 'offline_access')
                  .map((scope) => (
                    <li>{scopeText(scope, view)}</li>
                  ))}
              </ul>,
            ],
            [t.owner, app.ownerDomain === undefined ? undefined : <bdi>{app.ownerDomain}</bdi>],
            [t.since, <DateTime at={app.firstAt} />],
            [t.last, <DateTime at={app.lastAt} />],
          ]}
        />
      </RowDetails>
    </Row>
  )
}

export interface PortalAppRemovalProps extends Framed {
  readonly app: string
  readonly form: FormTarget
}

export function PortalAppRemoval({ app, form }: PortalAppRemovalProps, { view }: HasView): VNode {
  const t = view.t.portal.apps
  return (
    <PortalQuestion
      section="apps"
      label={t.title}
      title={t.askTitle({ app: isolate(app) })}
      form={form}
      effects={[t.effects.end({ app: isolate(app) }), t.effects.again]}
      confirmLabel={t.remove}
      danger
    />
  )
}
