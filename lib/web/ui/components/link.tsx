/** A link to an address that came from outside; one that is neither http nor https stays plain text. */
import type { ComponentChildren, VNode } from 'preact'
import { safeUrl } from '../safe-url.ts'

export interface LinkProps {
  readonly href: string
  readonly class?: string
  readonly newTab?: boolean
  /** The target is in this language, and so is the link's text. */
  readonly language?: string
  readonly children: ComponentChildren
}

export function Link({ href, newTab, language, children, ...rest }: LinkProps): VNode {
  const safe = safeUrl(href)
  const attributes = { ...rest, ...(language === undefined ? {} : { lang: language }) }
  if (safe === undefined) return <span {...attributes}>{children}</span>
  return (
    <a
      {...attributes}
      href={safe}
      {...(language === undefined ? {} : { hreflang: language })}
      {...(newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
    </a>
  )
}
