/** The frame around pages in the panel and portal, with the sections, search, account menu, and the page's heading. */
import type { ComponentChildren, VNode } from '../view.ts'
import { AccountMenu, type AccountMenuProps } from './account-menu.tsx'
import { Brand } from './card.tsx'
import type { IconName } from './icon.tsx'
import { Layout, PageFooter } from './layout.tsx'
import { Banner } from './section.tsx'
import { SearchBox, type SearchBoxProps, type SectionLink, Sections, SectionsButton } from './sections.tsx'
import { Badge, Link, type Tone } from './text.tsx'

/** The result of an operation, shown once on the next page. */
export interface Flash {
  readonly tone: Tone
  readonly text: string
}

/** The frame that an app puts around all its pages. */
export interface PanelFrame<Section extends string = string> extends AccountMenuProps {
  /** The app's path, without a trailing slash; empty at the root of a host. */
  readonly root: string
  /** The sections, in order. The first one is the start page. */
  readonly sections: readonly Section[]
  readonly flash?: Flash | undefined
  /** A number shown next to a section, with its meaning. */
  readonly counts?: Readonly<Partial<Record<Section, { readonly count: number; readonly label: string }>>> | undefined
}

export interface PanelShell<Section extends string> {
  readonly frame: PanelFrame<Section>
  /** The section that contains the page; absent for pages outside all sections. */
  readonly section?: Section | undefined
  readonly labels: Readonly<Record<Section, string>>
  readonly icons: Readonly<Record<Section, IconName>>
  /** Which of the two apps this is; shown next to the product's name. */
  readonly label: string
  readonly search?: SearchBoxProps | undefined
  /** A status that applies to the whole app, in a word or two. */
  readonly badge?: { readonly text: string; readonly hint: string } | undefined
}

export interface PanelLayoutProps {
  readonly title: string
  readonly heading?: ComponentChildren
  readonly lead?: ComponentChildren
  /** Links to the parent pages; the direct parent comes last. */
  readonly crumbs?: readonly { readonly label: string; readonly href: string }[]
  readonly actions?: ComponentChildren
  readonly wrong?: boolean
  /** Whether the page uses a wide column, for lists. Forms and text are easier to read in a narrow one. */
  readonly wide?: boolean
  readonly children: ComponentChildren
}

export function PanelLayout<Section extends string>(
  props: PanelLayoutProps & { readonly shell: PanelShell<Section> },
): VNode {
  const { shell, title, heading, lead, crumbs = [], actions, wrong = false, wide = false, children } = props
  const { flash } = shell.frame
  return (
    <Layout title={title} wrong={wrong} kind="panel">
      <Top shell={shell} />
      <Sections links={linksOf(shell)} />
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
        {flash === undefined ? null : (
          <Banner tone={flash.tone} focus>
            {flash.text}
          </Banner>
        )}
        {children}
        <PageFooter />
      </main>
    </Layout>
  )
}

function Top({ shell }: { shell: PanelShell<string> }): VNode {
  const { root, account, other, signOut } = shell.frame
  return (
    <header class="sso-panel-top">
      <SectionsButton />
      <Link class="sso-panel-home" href={`${root}/`}>
        <Brand />
      </Link>
      <span class="sso-panel-label">{shell.label}</span>
      {shell.badge === undefined ? null : (
        <Badge tone="info">
          <span title={shell.badge.hint}>{shell.badge.text}</span>
        </Badge>
      )}
      {shell.search === undefined ? null : <SearchBox {...shell.search} />}
      <div class="sso-panel-tools">
        <AccountMenu account={account} other={other} signOut={signOut} />
      </div>
    </header>
  )
}

function linksOf<Section extends string>(props: PanelShell<Section>): readonly SectionLink[] {
  const { frame, section, labels, icons } = props
  return frame.sections.map((name, index) => ({
    label: labels[name],
    href: index === 0 ? `${frame.root}/` : `${frame.root}/${name}`,
    icon: icons[name],
    current: name === section,
    count: frame.counts?.[name],
  }))
}
