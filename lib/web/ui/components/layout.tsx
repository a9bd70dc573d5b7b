/** The HTML document around every page. Styles and scripts come only from Portico's own origin. */
import type { ComponentChildren, HasView, VNode } from '../view.ts'
import { Icon } from './icon.tsx'
import { Menu } from './menu.tsx'
import { Link } from './text.tsx'

export interface LayoutProps {
  readonly title: string
  /** Whether the page shows a form with errors. If true, the title starts with an error prefix. */
  readonly wrong?: boolean
  readonly kind: 'card' | 'panel'
  /** Whether this is the first page of a sign-in, which loads only the styles and scripts it needs. */
  readonly first?: boolean | undefined
  readonly head?: ComponentChildren
  readonly children: ComponentChildren
}

export function Layout(props: LayoutProps, { view }: HasView): VNode {
  const { title, wrong = false, kind, first = false, head, children } = props
  const { t, product, asset, themed } = view
  const named = plain(t.common.pageTitle({ title, product: product.name }))
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
        {first ? null : <link rel="stylesheet" href={asset(kind === 'panel' ? 'panel.css' : 'cards.css')} />}
        {themed ? <link rel="stylesheet" href={asset('theme.css')} /> : null}
        <script type="module" src={asset(first ? 'first.js' : 'app.js')} />
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

/** Strips direction marks. Window lists show them as boxes, and they would change the title's direction. */
const plain = (title: string): string => title.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')

/** The footer of every page: other languages and help. */
export function PageFooter(_props: object, { view }: HasView): VNode {
  return (
    <footer class="sso-bottom">
      <Languages />
      {view.helpHref === undefined ? null : <a href={view.helpHref}>{view.t.common.help}</a>}
    </footer>
  )
}

/** A menu with links to this page in other languages. It opens without scripts. */
function Languages(_props: object, { view: { t, languages, language } }: HasView): VNode | null {
  if (languages.every(({ code }) => code === language)) return null
  const current = languages.find(({ code }) => code === language)
  return (
    <nav class="sso-languages" aria-label={t.common.languages}>
      <Menu label={<LanguageName label={current?.label ?? language} />}>
        <ul>
          {languages.map(({ code, label, href }) => (
            <li key={code}>
              {code === language ? (
                <span aria-current="true">{label}</span>
              ) : (
                <Link href={href} language={code}>
                  {label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </Menu>
    </nav>
  )
}

const LanguageName = ({ label }: { label: string }): VNode => (
  <>
    <Icon name="language" />
    <span>{label}</span>
  </>
)

/** Switches between light and dark. Requires scripts; without scripts, pages follow the device's setting. */
export function ThemeSwitch(_props: object, { view: { t, cookiePath } }: HasView): VNode {
  return (
    <button
      type="button"
      class="sso-theme-switch"
      data-sso-scripted
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
