/** The header of every page about one client: name, ID, state, tabs, and the reason if the client is read-only. */
import type { Client } from '../../../domain/clients/client-record.ts'
import type { ClientKind } from '../../../domain/clients/gate.ts'
import { Monogram } from '../../../web/ui/components/apps.tsx'
import { Button, ButtonLink } from '../../../web/ui/components/form.tsx'
import { Banner, EmptyState } from '../../../web/ui/components/section.tsx'
import { Tabs } from '../../../web/ui/components/tabs.tsx'
import { Badge } from '../../../web/ui/components/text.tsx'
import { type ComponentChildren, type HasView, isolate, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type AdminPageProps, type Framed, type InPanel } from '../shell/frame-view.tsx'

export type ClientTab = 'overview' | 'settings' | 'scopes' | 'security' | 'lifecycle' | 'activity'
const TABS: readonly ClientTab[] = ['overview', 'settings', 'scopes', 'security', 'lifecycle', 'activity']

/** A client as shown in the panel, without its secret or the secret's hash. */
export interface ClientHead extends Pick<Client, 'environment' | 'status' | 'source'> {
  readonly icon?: string | undefined
  readonly id: string
  readonly name: string
  readonly type: ClientKind
}

export interface ClientFrameProps {
  readonly client: ClientHead
  readonly tab: ClientTab
  readonly wrong?: boolean
  readonly children: ComponentChildren
}

export function ClientFrame(props: ClientFrameProps, { view, frame }: InPanel): VNode {
  const { client, tab, wrong = false, children } = props
  const { client: texts, clients } = view.t
  const here = clientHref(frame.root, client.id)
  return (
    <AdminPage
      section="clients"
      wrong={wrong}
      title={texts.tabTitle({ client: isolate(client.name), tab: tabLabel(tab, view) })}
      heading={
        <span class="sso-client-heading">
          <Monogram name={client.name} icon={client.icon} />
          <bdi>{client.name}</bdi>
        </span>
      }
      crumbs={[{ label: clients.title, href: `${frame.root}/clients` }]}
      lead={<ClientBadges client={client} />}
      actions={<ButtonLink href={`${here}/configuration`}>{texts.configuration.title}</ButtonLink>}
    >
      <Tabs
        label={client.name}
        tabs={TABS.map((name) => ({
          label: tabLabel(name, view),
          href: `${here}/${name}`,
          current: name === tab,
        }))}
      />
      {client.source === 'administrator' ? null : <Banner>{texts.readOnly[client.source]}</Banner>}
      {children}
    </AdminPage>
  )
}

type BelowClientProps = Omit<AdminPageProps, 'section' | 'crumbs'> & {
  readonly client: ClientHead
  /** The tab that the breadcrumb links to. */
  readonly tab: ClientTab
}

/** A client page that is not one of the tabs. */
export function BelowClient({ client, tab, ...page }: BelowClientProps, { view, frame }: InPanel): VNode {
  const { lead = <code dir="ltr">{client.id}</code> } = page
  const crumbs = [
    { label: view.t.clients.title, href: `${frame.root}/clients` },
    { label: isolate(client.name), href: `${clientHref(frame.root, client.id)}/${tab}` },
  ]
  return <AdminPage {...page} lead={lead} section="clients" crumbs={crumbs} />
}

/** The save and discard buttons at the end of a tab's form. */
export function SaveRow({ discardHref }: { readonly discardHref: string }, { view }: HasView): VNode {
  const { save, discard } = view.t.client
  return (
    <div class="sso-row sso-save">
      <Button>{save}</Button>
      <ButtonLink href={discardHref}>{discard}</ButtonLink>
    </div>
  )
}

const tabLabel = (tab: ClientTab, { t }: HasView['view']): string =>
  tab === 'overview' ? t.clientUse.tab : t.client.tabs[tab]

export function ClientBadges({ client }: { client: ClientHead }, { view: { t } }: HasView): VNode {
  const { types, environments, states } = t.clients
  return (
    <span class="sso-client-badges">
      <code dir="ltr">{client.id}</code>
      <Badge>{types[client.type]}</Badge>
      {client.source === 'service' ? null : (
        <EnvironmentBadge environment={client.environment} label={environments[client.environment]} />
      )}
      {client.status === 'active' ? null : <Badge tone="danger">{states.disabled}</Badge>}
    </span>
  )
}

export function EnvironmentBadge(props: { environment: ClientHead['environment']; label: string }): VNode {
  const { environment, label } = props
  return <Badge tone={environment === 'live' ? 'info' : 'warn'}>{label}</Badge>
}

export function clientHref(root: string, clientId: string): string {
  return `${root}/clients/${encodeURIComponent(clientId)}`
}

/** Only administrators can change clients, and only clients that an administrator registered. */
export function isChangeable({ frame, client }: Framed & { readonly client: ClientHead }): boolean {
  return frame.mayChange && client.source === 'administrator'
}

/** Shown when the URL names a client that does not exist. */
export function ClientMissing({ frame, id }: Framed & { readonly id: string }, { view }: HasView): VNode {
  const { client } = view.t
  const activity = `${frame.root}/activity?client=${encodeURIComponent(id)}`
  return (
    <AdminPage section="clients" title={client.missingTitle}>
      <EmptyState
        icon="search"
        title={id}
        text={client.missingText}
        action={
          <div class="sso-row">
            <ButtonLink look="primary" href={`${frame.root}/clients`}>
              {client.toClients}
            </ButtonLink>
            <ButtonLink href={activity}>{client.tabs.activity}</ButtonLink>
          </div>
        }
      />
    </AdminPage>
  )
}
