/**
 * The shell of the administration panel and the portal: sections at the side (above, on a narrow screen), search and
 * account at the top, one heading with its actions, then the page. Everything is links and forms.
 */
import type { ComponentChildren, VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { Badge, type Tone } from './badge.tsx'
import { Banner } from './banner.tsx'
import { Brand } from './brand.tsx'
import { Button } from './button.tsx'
import { Form, type FormTarget } from './form.tsx'
import { Icon, type IconName } from './icon.tsx'
import { type AccountView, Identity } from './identity.tsx'
import { Layout, PageFooter, ThemeSwitch } from './layout.tsx'
import { Link } from './link.tsx'
import { Menu } from './menu.tsx'
import { SearchBox } from './search-box.tsx'
import { Avatar } from './who.tsx'

/** What was done, shown once on the page after it. */
export interface Flash {
  readonly tone: Tone
  readonly text: string
}

/** What an app puts around all of its pages. */
export interface PanelFrame<Section extends string = string> {
  /** Path of the app, without a final slash; empty at the root of a host. */
  readonly root: string
  /** The sections there are, in order; the first is where the app begins. */
  readonly sections: readonly Section[]
  readonly account: AccountView
  readonly signOut: FormTarget
  readonly news?: Flash | undefined
  /** A number beside a section, and what it says. */
  readonly counts?: Readonly<Partial<Record<Section, { readonly count: number; readonly label: string }>>> | undefined
}

export interface PanelShell<Section extends string> {
  readonly frame: PanelFrame<Section>
  /** The section that the page belongs to; absent on pages that belong to none. */
  readonly section?: Section | undefined
  readonly labels: Readonly<Record<Section, string>>
  readonly icons: Readonly<Record<Section, IconName>>
  /** Beside the product's name: which of the two apps. */
  readonly label: string
  readonly search?: { readonly action: string; readonly query: string } | undefined
  /** What holds for the whole app, in a word. */
  readonly badge?: { readonly text: string; readonly hint: string } | undefined
}

export interface PanelLayoutProps {
  readonly title: string
  readonly heading?: ComponentChildren
  readonly lead?: ComponentChildren
  /** The way back up, nearest last. */
  readonly crumbs?: readonly { readonly label: string; readonly href: string }[]
  readonly actions?: ComponentChildren
  readonly wrong?: boolean
  /** For lists, which gain by room; forms and texts read better in a narrower column. */
  readonly wide?: boolean
  readonly children: ComponentChildren
}

export function PanelLayout<Section extends string>({
  shell,
  title,
  heading,
  lead,
  crumbs = [],
  actions,
  wrong = false,
  wide = false,
  children,
  view,
}: PanelLayoutProps & { readonly shell: PanelShell<Section> } & Viewed): VNode {
  const { news } = shell.frame
  return (
    <Layout title={title} wrong={wrong} kind="panel" view={view}>
      <Top shell={shell} view={view} />
      <Sections shell={shell} view={view} />
      <main id="main" class={wide ? 'sso-panel-main sso-panel-wide' : 'sso-panel-main'} tabIndex={-1}>
        {crumbs.length === 0 ? null : (
          <p class="sso-crumbs">
            {crumbs.map(({ label, href }, index) => (
              <>
                {index === 0 ? null : <span aria-hidden="true"> / </span>}
                <Link href={href}>{label}</Link>
              </>
            ))}
          </p>
        )}
        <div class="sso-panel-head">
          <div>
            <h1>{heading ?? title}</h1>
            {lead === undefined ? null : <p class="sso-panel-lead">{lead}</p>}
          </div>
          {actions === undefined ? null : <div class="sso-panel-actions">{actions}</div>}
        </div>
        {news === undefined ? null : (
          <Banner tone={news.tone} focus>
            {news.text}
          </Banner>
        )}
        {children}
        <PageFooter view={view} />
      </main>
    </Layout>
  )
}

function Top({ shell, view }: { shell: PanelShell<string> } & Viewed): VNode {
  const { panel } = view.t
  const { root, account, signOut } = shell.frame
  return (
    <header class="sso-panel-top">
      <Link class="sso-panel-home" href={`${root}/`}>
        <Brand view={view} />
      </Link>
      <span class="sso-panel-label">{shell.label}</span>
      {shell.badge === undefined ? null : (
        <Badge tone="info">
          <span title={shell.badge.hint}>{shell.badge.text}</span>
        </Badge>
      )}
      {shell.search === undefined ? null : <SearchBox {...shell.search} view={view} />}
      <div class="sso-panel-tools">
        <ThemeSwitch view={view} />
        <Menu
          label={
            <>
              <Avatar name={account.name} />
              <span class="sso-hidden">{panel.accountMenu}</span>
              <bdi class="sso-menu-name">{account.name}</bdi>
              <Icon name="down" />
            </>
          }
        >
          <Identity account={account} />
          <Form target={signOut}>
            <Button look="secondary">{panel.signOut}</Button>
          </Form>
        </Menu>
      </div>
    </header>
  )
}

function Sections({ shell, view: { t } }: { shell: PanelShell<string> } & Viewed): VNode {
  const { frame, section, labels, icons } = shell
  return (
    <nav class="sso-sections" aria-label={t.panel.sections}>
      <ul>
        {frame.sections.map((name, index) => (
          <li>
            <a
              href={index === 0 ? `${frame.root}/` : `${frame.root}/${name}`}
              {...(name === section ? { 'aria-current': 'page' as const } : {})}
            >
              <Icon name={icons[name] as IconName} />
              {labels[name]}
              {frame.counts?.[name] === undefined ? null : (
                <span class="sso-section-count">
                  <span aria-hidden="true">{frame.counts[name].count}</span>
                  <span class="sso-hidden">{frame.counts[name].label}</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
