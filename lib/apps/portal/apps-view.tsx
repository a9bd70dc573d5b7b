/** Apps that the user has allowed; access is taken back at once, tokens and all. */
import type { VNode } from 'preact'
import { scopeText } from '../../protocol/interaction/consent-view.tsx'
import { Badge } from '../../web/ui/components/badge.tsx'
import { Button } from '../../web/ui/components/button.tsx'
import { DateTime } from '../../web/ui/components/date-time.tsx'
import { DescriptionList } from '../../web/ui/components/description-list.tsx'
import { EmptyState } from '../../web/ui/components/empty-state.tsx'
import { Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { distinct } from '../../web/ui/texts/format/distinct.ts'
import { isolate } from '../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../web/ui/view.ts'
import { type InPortal, PortalPage } from './frame-view.tsx'

export interface ConnectedAppView {
  readonly clientId: string
  readonly name: string
  /** Domain of the owner's e-mail address. */
  readonly ownerDomain?: string | undefined
  readonly scopes: readonly string[]
  readonly firstAt: Date
  readonly lastAt: Date
}

export interface PortalAppsProps extends InPortal {
  readonly form: FormTarget
  readonly apps: readonly ConnectedAppView[]
  /** Names of apps of the company, which ask nobody. */
  readonly trusted: readonly string[]
}

export function PortalApps({ frame, form, apps, trusted, view }: PortalAppsProps & Viewed): VNode {
  const t = view.t.portal.apps
  const names = distinct(apps.map(({ name }) => name)).map(isolate)
  return (
    <PortalPage frame={frame} section="apps" view={view} title={t.title} lead={t.lead}>
      {apps.length === 0 ? (
        <EmptyState icon="shield" title={t.empty} text={t.emptyHint} />
      ) : (
        apps.map((app, index) => (
          <Section
            id={`app-${index}`}
            title={names[index] ?? ''}
            lead={t.removeHint({ app: names[index] ?? '' })}
            actions={app.scopes.includes('offline_access') ? <Badge tone="info">{t.offline}</Badge> : undefined}
          >
            <DescriptionList
              facts={[
                {
                  term: t.scopes,
                  value: (
                    <ul class="sso-plain">
                      {app.scopes
                        .filter((scope) => scope !== 'offline_access')
                        .map((scope) => (
                          <li>{scopeText(scope, view)}</li>
                        ))}
                    </ul>
                  ),
                },
                ...(app.ownerDomain === undefined ? [] : [{ term: t.owner, value: <bdi>{app.ownerDomain}</bdi> }]),
                { term: t.since, value: <DateTime at={app.firstAt} view={view} /> },
                { term: t.last, value: <DateTime at={app.lastAt} view={view} /> },
              ]}
            />
            <Form target={{ action: form.action, hidden: { ...form.hidden, client_id: app.clientId } }}>
              <div class="sso-row">
                <Button look="danger" name="action" value="remove" spoken={t.removeFrom({ app: names[index] ?? '' })}>
                  {t.remove}
                </Button>
              </div>
            </Form>
          </Section>
        ))
      )}
      {trusted.length === 0 ? null : (
        <Section id="trusted" title={t.trusted} lead={t.trustedHint({ company: isolate(view.product.name) })}>
          <ul class="sso-plain">
            {trusted.map((name) => (
              <li>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </PortalPage>
  )
}
