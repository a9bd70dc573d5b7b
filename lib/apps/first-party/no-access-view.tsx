/** Page shown to a signed-in user without access to the panel, the portal, one of the host's pages, or a gated app. */
import type { ErrorBody } from '../../web/http/errors.ts'
import { type AccountView, Card, type ClientView, Contact, Identity } from '../../web/ui/components/card.tsx'
import { ButtonLink, LinkRow } from '../../web/ui/components/form.tsx'
import { MailLink } from '../../web/ui/components/mail-link.tsx'
import { EmptyState, type EmptyStateProps } from '../../web/ui/components/section.tsx'
import { JsonBlock } from '../../web/ui/components/text.tsx'
import { type HasView, isolate, rich, type View, type VNode } from '../../web/ui/view.ts'

export interface NoAccessProps {
  readonly app: 'panel' | 'portal' | 'host' | 'gate'
  /** The gated app. `owner` is the contact for requesting access. */
  readonly client?: ClientView | undefined
  readonly owner?: string | undefined
  /** Absent if the sign-in itself was denied, in which case no user is identified. */
  readonly account?: AccountView | undefined
  /** URL that starts a sign-in with account selection. */
  readonly otherHref: string
  /** URL of the portal, if the user can use it. */
  readonly accountHref?: string | undefined
  /** True if the page requires two-step verification and the user has not set it up. */
  readonly isTooWeak?: boolean
  /** URL of the page for setting up two-step verification, if there is one. */
  readonly secureHref?: string | undefined
  readonly body: ErrorBody
}

export function NoAccess(props: NoAccessProps, { view }: HasView): VNode {
  const { account, client, owner, otherHref, accountHref, isTooWeak = false, secureHref, body } = props
  const { t } = view
  return (
    <Card
      title={titleOf(props, view)}
      heading={
        client === undefined ? titleOf(props, view) : rich(t.notAllowed.title, { client: <bdi>{client.name}</bdi> })
      }
      lead={
        account === undefined ? undefined : rich(t.noAccess.as, { name: <bdi class="sso-strong">{account.name}</bdi> })
      }
      {...(client === undefined ? {} : { client })}
      mark={{ icon: 'lock', tone: 'warn' }}
    >
      {account === undefined ? null : <Identity account={account} />}
      {isTooWeak ? <p>{t.noAccess.tooWeak}</p> : <Ask client={client} owner={owner} />}
      <div class="sso-actions">
        <ButtonLink look="primary" href={secureHref}>
          {t.noAccess.secure}
        </ButtonLink>
        <ButtonLink look={secureHref === undefined ? 'primary' : 'secondary'} href={otherHref}>
          {t.common.otherAccount}
        </ButtonLink>
        {secureHref === undefined && <ButtonLink href={accountHref}>{t.common.toAccount}</ButtonLink>}
      </div>
      <JsonBlock id="sso-error" data={body} />
    </Card>
  )
}

function titleOf({ app, client }: NoAccessProps, { t, product }: View): string {
  if (client !== undefined) return t.notAllowed.title({ client: isolate(client.name) })
  return app === 'host' || app === 'gate' ? t.noAccess.host : t.noAccess[app]({ product: product.name })
}

function Ask({ client, owner }: Pick<NoAccessProps, 'client' | 'owner'>, { view }: HasView): VNode {
  const { t } = view
  if (client !== undefined && owner !== undefined) {
    const subject = t.notAllowed.mailSubject({ client: client.name })
    return (
      <p>
        {rich(t.notAllowed.contact, {
          owner: <MailLink to={owner} subject={subject} body={`\n\n${view.requestId}`} />,
        })}
      </p>
    )
  }
  return (
    <p>
      {view.helpContact === undefined
        ? t.noAccess.ask
        : rich(t.noAccess.askContact, { contact: <Contact contact={view.helpContact} /> })}
    </p>
  )
}

export interface SignInCancelledProps {
  /** Name of the first-party app. */
  readonly app: string
  readonly signInHref: string
}

/** Page shown after the user cancels a sign-in to the portal or the panel. */
export function SignInCancelled({ app, signInHref }: SignInCancelledProps, { view }: HasView): VNode {
  const { t } = view
  return (
    <Card
      title={t.signInCancelled.title}
      heading={t.signInCancelled.title}
      lead={t.signInCancelled.lead}
      mark={{ icon: 'user', tone: 'neutral' }}
    >
      <div class="sso-actions">
        <ButtonLink look="primary" href={signInHref}>
          {rich(t.signIn.title, { client: <bdi>{app}</bdi> })}
        </ButtonLink>
      </div>
    </Card>
  )
}

export interface MissingProps extends Omit<EmptyStateProps, 'action'> {
  /** Label and URL of the app's start page. */
  readonly home: { readonly label: string; readonly href: string }
  readonly body: ErrorBody
}

/** Shown inside an app's frame if the URL does not lead to a page that this user can open. */
export const Missing = ({ home, body, ...empty }: MissingProps): VNode => (
  <>
    <EmptyState {...empty} action={<LinkRow href={home.href}>{home.label}</LinkRow>} />
    <JsonBlock id="sso-error" data={body} />
  </>
)
