/** An app, or client, by name: its tile, then the name. The client ID is a tooltip, or a second line where it is given as the detail. */
import type { VNode } from 'preact'
import { Link } from './link.tsx'
import { Monogram } from './monogram.tsx'

export interface AppView {
  readonly name: string
  readonly detail?: string | undefined
  readonly href?: string | undefined
  readonly title?: string | undefined
}

export function AppName({ app: { name, detail, href, title } }: { app: AppView }): VNode {
  return (
    <span class="sso-who" {...(title === undefined ? {} : { title })}>
      <Monogram name={name} size="tiny" />
      <span class="sso-who-text">
        {href === undefined ? (
          <bdi>{name}</bdi>
        ) : (
          <Link href={href}>
            <bdi>{name}</bdi>
          </Link>
        )}
        {detail === undefined || detail === name ? null : <bdi class="sso-sub">{detail}</bdi>}
      </span>
    </span>
  )
}
