/**
 * The shell of the administration panel and the portal: sections at the side (above, on a narrow screen), search and
 * account at the top, one heading with its actions, then the page. Everything is links and forms.
 */
import type { ComponentChildren, VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { Badge } from './badge.tsx'
import { Brand } from './brand.tsx'
import { Button } from './button.tsx'
import { Form, type FormTarget } from './form.tsx'
import { Icon, type IconName } from './icon.tsx'
import { type AccountView, Identity } from './identity.tsx'
import { Languages, Layout, ThemeSwitch } from './layout.tsx'
import { Link } from './link.tsx'

export interface PanelSection {
  readonly label: string
  readonly href: string
  readonly icon: IconName
  readonly current?: boolean
}

export interface PanelShell {
  readonly homeHref: string
  readonly sections: readonly PanelSection[]
  readonly account: AccountView
  readonly signOut: FormTarget
  readonly search?: { readonly action: string; readonly query: string } | undefined
  /** Beside the product's name: which environment, or which of the two apps. */
  readonly label?: string | undefined
  /** What holds for the whole app, in a word. */
  readonly badge?: { readonly text: string; readonly hint: string } | undefined
}

export interface PanelLayoutProps {
  readonly shell: PanelShell
  readonly title: string
  readonly heading?: ComponentChildren
  readonly lead?: ComponentChildren
  /** The way back up, nearest last. */
  readonly crumbs?: readonly { readonly label: string; readonly href: string }[]
  readonly actions?: ComponentChildren
  readonly wrong?: boolean
  readonly children: ComponentChildren
}

export function PanelLayout({
  shell,
  title,
  heading,
  lead,
  crumbs = [],
  actions,
  wrong = false,
  children,
  view,
}: PanelLayoutProps & Viewed): VNode {
  return (
    <Layout title={title} wrong={wrong} kind="panel" view={view}>
      <Top shell={shell} view={view} />
      <Sections sections={shell.sections} view={view} />
      <main id="main" class="sso-panel-main" tabIndex={-1}>
        {crumbs.length === 0 ? null : (
          <p class="sso-crumbs">
            {crumbs.map(({ label, href }) => (
              <>
                <Link href={href}>{label}</Link>
                <span aria-hidden="true"> / </span>
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
        {children}
        <footer class="sso-bottom">
          <Languages view={view} />
          {view.helpHref === undefined ? null : <a href={view.helpHref}>{view.t.common.help}</a>}
        </footer>
      </main>
    </Layout>
  )
}

function Top({ shell, view }: { shell: PanelShell } & Viewed): VNode {
  const { panel } = view.t
  return (
    <header class="sso-panel-top">
      <Link class="sso-panel-home" href={shell.homeHref}>
        <Brand view={view} />
      </Link>
      {shell.label === undefined ? null : <span class="sso-panel-label">{shell.label}</span>}
      {shell.badge === undefined ? null : (
        <Badge tone="info">
          <span title={shell.badge.hint}>{shell.badge.text}</span>
        </Badge>
      )}
      {shell.search === undefined ? null : <Search {...shell.search} view={view} />}
      <div class="sso-panel-tools">
        <ThemeSwitch view={view} />
        <details class="sso-menu">
          <summary>
            <Icon name="user" />
            <span class="sso-hidden">{panel.accountMenu}</span>
            <bdi class="sso-menu-name">{shell.account.name}</bdi>
          </summary>
          <div class="sso-menu-body">
            <Identity account={shell.account} />
            <Form target={shell.signOut}>
              <Button look="secondary">{panel.signOut}</Button>
            </Form>
          </div>
        </details>
      </div>
    </header>
  )
}

function Search({ action, query, view: { t } }: { action: string; query: string } & Viewed): VNode {
  return (
    <form class="sso-search" role="search" action={action} method="get">
      <Icon name="search" />
      <input
        class="sso-input"
        type="search"
        name="q"
        value={query}
        aria-label={t.panel.search}
        placeholder={t.panel.searchHint}
        autocomplete="off"
        spellcheck={false}
      />
    </form>
  )
}

function Sections({ sections, view: { t } }: { sections: readonly PanelSection[] } & Viewed): VNode {
  return (
    <nav class="sso-sections" aria-label={t.panel.sections}>
      <ul>
        {sections.map(({ label, href, icon, current }) => (
          <li>
            <a href={href} {...(current ? { 'aria-current': 'page' as const } : {})}>
              <Icon name={icon} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
