/** An email's content, in reading order. Both the text part and the HTML part render it. */
import { EMAILS, LINK_SECONDS } from '../../../policies/emails.ts'
import { MAIL_CODE_SECONDS } from '../../../policies/mail-code.ts'
import type { NamedConnector } from '../../domain/accounts/identities.ts'
import type { EmailFacts } from '../../domain/emails/email-attempt.ts'
import type { Messages } from '../ui/texts/catalogue.ts'
import { isolate } from '../ui/texts/format/words.ts'

/** Texts of a built-in email, in its language. */
export interface EmailContent {
  /** Subject line. */
  readonly subject: string
  /** Salutation, with the user's name if known, except in verification emails. */
  readonly greeting: string
  /** Paragraphs that follow the greeting. */
  readonly paragraphs: readonly string[]
  /** Details as a list, such as the account or the time; can be empty. */
  readonly facts: readonly { readonly term: string; readonly value: string }[]
  /** A code for the user to type, displayed in large characters. */
  readonly code: string | undefined
  /** The link as a button; its `href` is secret. Undefined if there is no link. */
  readonly button: { readonly label: string; readonly href: string; readonly tone: 'primary' | 'quiet' } | undefined
  /** Shown below the button. */
  readonly notes: readonly string[]
  /** Last line, which names the product and the host. */
  readonly footer: string
}

export interface EmailPlace {
  readonly t: Messages
  readonly locale: string
  readonly product: string
  /** Portico's host name. */
  readonly host: string
  /** The portal's security page; undefined without a portal. */
  readonly securityHref: string | undefined
  /** The panel, without a trailing slash. */
  readonly adminUrl: string
}

export function emailContent(
  facts: EmailFacts,
  { t, locale, product, host, securityHref, adminUrl }: EmailPlace,
): EmailContent {
  const { kind, user, link, about } = facts
  const texts = t.emails
  const greeting =
    // A verification email can be sent to any email address, so it contains no untrusted name.
    user?.user.name === undefined || kind === 'address'
      ? texts.greetingUnnamed
      : texts.greeting({ name: isolate(user.user.name) })
  const named = { product: isolate(product) }
  const footer = texts.footer({ ...named, host: isolate(host) })
  const shared = { greeting, facts: [], code: undefined, button: undefined, notes: [], footer }
  const button = (label: string, tone: 'primary' | 'quiet' = 'primary'): EmailContent['button'] =>
    link === undefined ? undefined : { label, href: link, tone }
  if (kind === 'recovery' && user?.externalProvider !== undefined) {
    const { subject, lead, note } = texts.recoveryExternal
    const connector = isolate(user.externalProvider)
    return {
      ...shared,
      subject: subject({ product }),
      paragraphs: [lead({ connector }), note({ connector })],
      facts: [{ term: texts.facts.account, value: user.username }],
    }
  }
  switch (kind) {
    case 'recovery':
    case 'invitation':
    case 'address': {
      const own = kind === 'invitation' ? invitationTexts(user?.invitedBy, texts) : texts[kind]
      return {
        ...shared,
        // Insert names without isolating them, because a subject must not contain bidirectional control characters.
        subject: typeof own.subject === 'string' ? own.subject : own.subject({ product }),
        paragraphs: [typeof own.lead === 'string' ? own.lead : own.lead({ ...named, address: isolate(facts.to) })],
        facts: kind === 'address' || user === undefined ? [] : [{ term: texts.facts.account, value: user.username }],
        button: button(own.button),
        notes: [`${texts.once} ${lifeOf(kind, texts)}`, own.note],
      }
    }
    case 'mail-code':
      return {
        ...shared,
        subject: texts.mailCode.subject({ product }),
        paragraphs: [texts.mailCode.lead(named)],
        code: facts.code,
        notes: [texts.mailCode.life({ count: MAIL_CODE_SECONDS / 60 }), texts.mailCode.note],
      }
    case 'inactive':
    case 'second-factor-due':
      return { ...shared, ...dueContent(facts, texts, { locale, securityHref, product: named.product }) }
    case 'access-request':
    case 'access-granted':
      return { ...shared, ...accessContent(facts, texts, locale, adminUrl) }
    case 'test':
      return { ...shared, subject: texts.test.subject({ product }), paragraphs: [texts.test.lead(named)] }
    default: {
      const { subject, lead } = noticeTexts(facts, texts)
      return {
        ...shared,
        subject,
        paragraphs: [lead, texts.notMe.well],
        facts: [
          { term: texts.facts.when, value: timeOf(facts.at, locale) },
          ...factOf(texts.facts.device, about.device),
          ...factOf(texts.facts.from, about.from),
          ...factOf(texts.facts.passkey, about.factor === 'passkey' ? about.name : undefined),
        ],
        button: button(texts.notMe.button, 'quiet'),
        notes: link === undefined ? [] : [`${texts.notMe.hint} ${lifeOf(kind, texts)}`],
      }
    }
  }
}

function dueContent(
  { kind, user, about }: EmailFacts,
  { facts, inactive, secondFactorDue }: Messages['emails'],
  { locale, securityHref, product }: Pick<EmailPlace, 'locale' | 'securityHref' | 'product'>,
): Pick<EmailContent, 'subject' | 'paragraphs'> & Partial<EmailContent> {
  const { subject, lead, button: label, note } = kind === 'inactive' ? inactive : secondFactorDue
  const date = dayOf(about.day, locale)
  return {
    subject: subject({ date }),
    paragraphs: [lead({ date, product })],
    facts: factOf(facts.account, user?.username),
    button: securityHref === undefined ? undefined : { label, href: securityHref, tone: 'primary' },
    notes: [note],
  }
}

/** The emails about a request for access: to the app's owner, and to the user. */
function accessContent(
  { kind, user, about }: EmailFacts,
  { facts, greetingUnnamed, accessRequest, accessGranted }: Messages['emails'],
  locale: string,
  adminUrl: string,
): Pick<EmailContent, 'subject' | 'paragraphs'> & Partial<EmailContent> {
  const { app = '', name = '', client = '', request = '', day, reason } = about
  if (kind === 'access-granted') {
    const lead = accessGranted.lead({ app: isolate(app), date: dayOf(day, locale) })
    return { subject: accessGranted.subject({ app }), paragraphs: [lead] }
  }
  const href = `${adminUrl}/clients/${encodeURIComponent(client)}/requests/${request}`
  return {
    greeting: greetingUnnamed,
    subject: accessRequest.subject({ app }),
    paragraphs: [accessRequest.lead({ app: isolate(app), user: isolate(name) })],
    facts: [...factOf(facts.account, user?.username), ...factOf(accessRequest.reason, reason)],
    button: { label: accessRequest.button, href, tone: 'primary' },
  }
}

const dayOf = (day = '', locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day) || 0)

const factOf = (term: string, value: string | undefined): EmailContent['facts'] =>
  value === undefined || value === '' ? [] : [{ term, value }]

function lifeOf(kind: EmailFacts['kind'], { minutes, days }: Messages['emails']): string {
  const { link } = EMAILS[kind]
  const seconds = link === undefined ? 0 : LINK_SECONDS[link]
  return seconds < 86_400 ? minutes({ count: seconds / 60 }) : days({ count: seconds / 86_400 })
}

/** @param connector the external provider that the invited user signs in with */
function invitationTexts(
  connector: NamedConnector | undefined,
  { invitation }: Messages['emails'],
): Pick<Messages['emails']['invitation'], 'subject' | 'lead' | 'button' | 'note'> {
  if (connector === undefined) return invitation
  const provider = isolate(connector.name)
  return { ...invitation, lead: ({ product }) => invitation.leadBy({ product, provider }) }
}

function noticeTexts({ kind, about }: EmailFacts, texts: Messages['emails']): { subject: string; lead: string } {
  switch (kind) {
    case 'new-browser':
      return texts.newBrowser
    case 'password-changed':
      return texts.passwordChanged
    case 'recovery-code-used':
      return texts.recoveryCodeUsed
    case 'address-changed':
      return texts.addressChanged
    case 'identity-linked':
    case 'identity-unlinked': {
      const { subject, lead } = kind === 'identity-linked' ? texts.identityLinked : texts.identityUnlinked
      return { subject, lead: lead({ provider: isolate(about.name ?? '') }) }
    }
    case 'factor-added':
      if (about.factor === 'recovery-codes') return texts.recoveryCodesMade
      return about.factor === 'passkey' ? texts.passkeyAdded : texts.authenticatorAdded
    default:
      if (about.factor === undefined) return texts.factorsRemoved
      return about.factor === 'passkey' ? texts.passkeyRemoved : texts.authenticatorRemoved
  }
}

/** The time in UTC, with the time zone in the text, because the recipient's time zone is unknown. */
const timeOf = (at: number, locale: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }).format(at)} UTC`
