/** A mail link that shows the email address, so it is useful even without an email program. */
import type { ComponentChildren, VNode } from 'preact'

export interface MailLinkProps {
  readonly to: string
  readonly subject?: string
  readonly body?: string
  readonly class?: string
  readonly children?: ComponentChildren
}

export function MailLink({ to, subject, body, class: name, children }: MailLinkProps): VNode {
  if (!ADDRESS.test(to)) return <bdi>{to}</bdi>
  return (
    <a href={mailto(to, { subject, body })} class={name}>
      {children ?? <bdi>{to}</bdi>}
    </a>
  )
}

/** Pattern for an email address. The owner contact can also be a name or a chat room, which is shown as plain text. */
const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+$/

/** A mailto URL. Encodes every part (RFC 6068), so that no part can add an email header. */
function mailto(to: string, parts: Readonly<Record<string, string | undefined>>): string {
  const query = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value.replaceAll(/\r?\n/g, '\r\n'))}`],
  )
  return `mailto:${encodeURIComponent(to).replaceAll('%40', '@')}${query.length === 0 ? '' : `?${query.join('&')}`}`
}
