/** Whom to ask, as the configuration has it: an address is written to, a number is called, anything else is read. */
import type { VNode } from 'preact'
import { MailLink } from './mail-link.tsx'

const NUMBER = /^\+?[\d()/ .-]{4,}$/

export function Contact({ contact }: { contact: string }): VNode {
  if (contact.includes('@') && !/\s/.test(contact)) return <MailLink to={contact} />
  if (!NUMBER.test(contact)) return <bdi class="sso-strong">{contact}</bdi>
  return (
    <a href={`tel:${contact.replaceAll(/[^\d+]/g, '')}`}>
      <bdi dir="ltr">{contact}</bdi>
    </a>
  )
}
