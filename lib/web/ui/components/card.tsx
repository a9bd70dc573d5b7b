/** One card in one column: the shape of every page of signing in and out. */
import type { ComponentChildren, VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { Badge, type Tone } from './badge.tsx'
import { Brand } from './brand.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Layout, PageFooter, ThemeSwitch } from './layout.tsx'
import { Monogram } from './monogram.tsx'

/** The app that the user comes from, as far as pages show it. */
export interface ClientView {
  readonly name: string
  readonly development?: boolean | undefined
}

export interface CardProps {
  /** For the window's title; the heading may hold elements. Without a heading the content brings its own. */
  readonly title: string
  readonly heading?: ComponentChildren
  readonly lead?: ComponentChildren
  readonly client?: ClientView | undefined
  /** Where no app is shown: what kind of message the page brings. */
  readonly mark?: { readonly icon: IconName; readonly tone: Tone }
  readonly wrong?: boolean
  /** Put the focus on the heading: for pages on which no control should be the first choice. */
  readonly focusHeading?: boolean
  readonly wide?: boolean
  /** The first page of a sign-in, as it is shown first. */
  readonly first?: boolean
  readonly head?: ComponentChildren
  readonly children?: ComponentChildren
}

export function Card({
  title,
  heading,
  lead,
  client,
  mark,
  wrong = false,
  focusHeading,
  wide,
  first,
  head,
  children,
  view,
}: CardProps & Viewed): VNode {
  const focus = focusHeading ? { tabIndex: -1, autofocus: true } : {}
  return (
    <Layout title={title} wrong={wrong} kind="card" first={first} head={head} view={view}>
      <div class={wide ? 'sso-column sso-column-wide' : 'sso-column'}>
        <header class="sso-top">
          <Brand view={view} />
          <ThemeSwitch view={view} />
        </header>
        <main id="main" class="sso-card" tabIndex={-1}>
          {client === undefined ? null : <ClientMark client={client} view={view} />}
          {client !== undefined || mark === undefined ? null : (
            <span class={`sso-mark sso-tone-${mark.tone}`}>
              <Icon name={mark.icon} />
            </span>
          )}
          {heading === undefined ? null : <h1 {...focus}>{heading}</h1>}
          {lead === undefined ? null : <p class="sso-lead">{lead}</p>}
          {children}
        </main>
        <PageFooter view={view} />
      </div>
    </Layout>
  )
}

function ClientMark({ client, view: { t } }: { client: ClientView } & Viewed): VNode {
  return (
    <div class="sso-client">
      <Monogram name={client.name} />
      {client.development ? (
        <Badge tone="warn">
          <span title={t.common.developmentHint}>{t.common.development}</span>
        </Badge>
      ) : null}
    </div>
  )
}
