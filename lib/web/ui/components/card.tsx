import { type ComponentChildren, type HasView, rich, type VNode } from '../view.ts'
import { Monogram } from './apps.tsx'
import { Alert, type FormIssue } from './form.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Layout, PageFooter, ThemeSwitch } from './layout.tsx'
import { MailLink } from './mail-link.tsx'
import { Badge, type Tone } from './text.tsx'

/** The product's logo and name. */
export function Brand(_props: object, { view }: HasView): VNode {
  const { name, logo, logoDark, logoHasName } = view.product
  return (
    <span class="sso-brand">
      {logo === undefined ? <Monogram name={name} size="small" brand /> : <Logo src={logo} mode="light" />}
      {logo === undefined || logoDark === undefined ? null : <Logo src={logoDark} mode="dark" />}
      {logo !== undefined && logoHasName ? null : <bdi>{name}</bdi>}
    </span>
  )
}

function Logo({ src, mode }: { src: string; mode: 'light' | 'dark' }, { view: { product } }: HasView): VNode {
  const { name, logoHasName, logoDark } = product
  const look = `sso-logo${logoDark === undefined ? '' : ` sso-logo-${mode}`}`
  return logoHasName ? (
    <img class={`${look} sso-logo-wide`} src={src} alt={name} height={32} />
  ) : (
    <img class={look} src={src} alt="" width={32} height={32} />
  )
}

const NUMBER = /^\+?[\d()/ .-]{4,}$/

/** The configured contact. An email address or a phone number becomes a link. */
export function Contact({ contact }: { contact: string }): VNode {
  if (contact.includes('@') && !/\s/.test(contact)) return <MailLink to={contact} />
  if (!NUMBER.test(contact)) return <bdi class="sso-strong">{contact}</bdi>
  return (
    <a href={`tel:${contact.replaceAll(/[^\d+]/g, '')}`}>
      <bdi dir="ltr">{contact}</bdi>
    </a>
  )
}

/** A message that includes the configured contact, or a different message if no contact is configured. */
export const ContactText = ({ text, otherwise }: ContactTextProps, { view: { helpContact } }: HasView): VNode => (
  <>{helpContact === undefined ? otherwise : rich(text, { contact: <Contact contact={helpContact} /> })}</>
)

interface ContactTextProps {
  readonly text: HasView['view']['t']['suspended']['ask']
  readonly otherwise: string
}

/** The signed-in account, with a detail that distinguishes it from accounts with the same name. */
export interface AccountView {
  readonly name: string
  /** Email address or username. */
  readonly detail?: string | undefined
}

interface IdentityProps {
  readonly account: AccountView
  readonly action?: ComponentChildren
  readonly children?: ComponentChildren
}

export function Identity({ account, action, children }: IdentityProps): VNode {
  return (
    <div class="sso-identity">
      <Monogram name={account.name} size="small" />
      <span class="sso-identity-text">
        <bdi class="sso-identity-name">{account.name}</bdi>
        {account.detail === undefined || account.detail === account.name ? null : (
          <bdi class="sso-identity-detail">{account.detail}</bdi>
        )}
        {action}
      </span>
      {children}
    </div>
  )
}

/** The app that the user came from, as shown on pages. */
export interface ClientView {
  readonly name: string
  /** Name of the app's picture in the store. */
  readonly icon?: string | undefined
  readonly development?: boolean | undefined
}

export interface CardProps {
  readonly title: string
  /** The card's heading, which defaults to the title. If null, the content provides its own heading. */
  readonly heading?: ComponentChildren
  readonly lead?: ComponentChildren
  readonly client?: ClientView | undefined
  /** Icon and color that show the kind of message, on a page that does not show an app. */
  readonly mark?: { readonly icon: IconName; readonly tone: Tone }
  readonly wrong?: boolean
  /** The form's issue. Its field shows it, or the page above the content if there is no field. */
  readonly issue?: FormIssue | undefined
  /** Whether the heading receives focus, for pages where no control is an obvious choice. */
  readonly focusHeading?: boolean
  readonly wide?: boolean
  /** Whether this is the first page of a sign-in, shown without errors. */
  readonly first?: boolean
  readonly head?: ComponentChildren
  readonly children?: ComponentChildren
}

/** The layout of every sign-in and sign-out page: one card in a single column. */
export function Card(props: CardProps): VNode {
  const { title, heading = title, lead, client, mark, issue, wrong = issue !== undefined } = props
  const { focusHeading, wide, first, head, children } = props
  const focus = focusHeading ? { tabIndex: -1, autofocus: true } : {}
  return (
    <Layout title={title} wrong={wrong} kind="card" first={first} head={head}>
      <div class={wide ? 'sso-column sso-column-wide' : 'sso-column'}>
        <header class="sso-top">
          <Brand />
          <ThemeSwitch />
        </header>
        <main id="main" class="sso-card" tabIndex={-1}>
          {client === undefined ? null : <ClientMark client={client} />}
          {client !== undefined || mark === undefined ? null : (
            <span class={`sso-mark sso-tone-${mark.tone}`}>
              <Icon name={mark.icon} />
            </span>
          )}
          {heading === null ? null : <h1 {...focus}>{heading}</h1>}
          {lead === undefined ? null : <p class="sso-lead">{lead}</p>}
          {issue === undefined || issue.field !== undefined ? null : <Alert>{issue.text}</Alert>}
          {children}
        </main>
        <PageFooter />
      </div>
    </Layout>
  )
}

function ClientMark({ client }: { client: ClientView }, { view: { t } }: HasView): VNode {
  return (
    <div class="sso-client">
      <Monogram name={client.name} icon={client.icon} />
      {client.development ? (
        <Badge tone="warn">
          <span title={t.common.developmentHint}>{t.common.development}</span>
        </Badge>
      ) : null}
    </div>
  )
}
