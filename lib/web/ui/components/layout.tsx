/** The document around every page: head, skip link, body. Styles and scripts come from our own origin only. */
import type { ComponentChildren, VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

export interface LayoutProps {
  readonly title: string
  /** True when a form is shown again with errors: the title says so first. */
  readonly wrong?: boolean
  readonly kind: 'card' | 'panel'
  readonly head?: ComponentChildren
  readonly children: ComponentChildren
}

export function Layout({ title, wrong = false, kind, head, children, view }: LayoutProps & Viewed): VNode {
  const { t, product, asset } = view
  const named = t.common.pageTitle({ title, product: product.name })
  return (
    <html
      lang={view.locale}
      dir={view.dir}
      {...(view.colorScheme === 'auto' ? {} : { 'data-theme': view.colorScheme })}
    >
      <head>
        <meta charset="utf-8" />
        <title>{wrong ? t.common.errorTitle({ title: named }) : named}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={product.favicon ?? asset('favicon.svg')} />
        <link rel="stylesheet" href={asset('app.css')} />
        {kind === 'panel' ? <link rel="stylesheet" href={asset('panel.css')} /> : null}
        <link rel="stylesheet" href={asset('theme.css')} />
        <script type="module" src={asset('app.js')} />
        {kind === 'panel' ? <script type="module" src={asset('panel.js')} /> : null}
        {head}
      </head>
      <body class={`sso-${kind}-body`}>
        <a class="sso-skip" href="#main">
          {t.common.skip}
        </a>
        {children}
      </body>
    </html>
  )
}

/** The end of every page: other languages, and help. */
export function PageFooter({ view }: Viewed): VNode {
  return (
    <footer class="sso-bottom">
      <Languages view={view} />
      {view.helpHref === undefined ? null : <a href={view.helpHref}>{view.t.common.help}</a>}
    </footer>
  )
}

/** Links to the same page in other languages: they work without scripts. */
function Languages({ view: { t, languages, locale } }: Viewed): VNode | null {
  const others = languages.filter(({ code }) => code !== locale)
  if (others.length === 0) return null
  return (
    <nav class="sso-languages" aria-label={t.common.language}>
      {others.map(({ code, label, href }) => (
        <Link key={code} href={href} language={code}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Light or dark by choice. Shown by app.js; without scripts the device's own setting holds. */
export function ThemeSwitch({ view: { t, cookiePath } }: Viewed): VNode {
  return (
    <button
      type="button"
      class="sso-theme-switch"
      hidden
      aria-label={t.common.toDark}
      data-sso-theme={cookiePath}
      data-to-dark={t.common.toDark}
      data-to-light={t.common.toLight}
    >
      <Icon name="moon" />
      <Icon name="sun" />
    </button>
  )
}
