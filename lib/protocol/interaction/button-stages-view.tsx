/** Sign-in pages that have only buttons and no input fields. */
import type { VNode } from 'preact'
import { type AccountView, Card, type ClientView, ContactText, Identity } from '../../web/ui/components/card.tsx'
import { controlAria, FieldBlock, Label } from '../../web/ui/components/field-block.tsx'
import { Button, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { Icon } from '../../web/ui/components/icon.tsx'
import { MailLink } from '../../web/ui/components/mail-link.tsx'
import { DateTime } from '../../web/ui/components/text.tsx'
import { isolate, rich } from '../../web/ui/texts/format/words.ts'
import type { HasView } from '../../web/ui/view.ts'
import { WaysOut } from './ways-out-view.tsx'

export interface StagePageProps {
  /** Target and hidden fields of the form. */
  readonly form: FormTarget
  /** The app that the user signs in to. */
  readonly client: ClientView
}

/** Props of the pages for choosing an account during sign-in. */
export interface AccountPageProps extends StagePageProps {
  /** The signed-in account. */
  readonly account: AccountView
}

/** Account selection (`prompt=select_account`): continue with the current account or choose another one. */
export function SelectAccount({ form, client, account }: AccountPageProps, { view }: HasView): VNode {
  const { t } = view
  return (
    <Card
      client={client}
      focusHeading
      title={t.selectAccount.title}
      lead={rich(t.selectAccount.lead, { client: <bdi>{client.name}</bdi> })}
    >
      <Form target={form} class="sso-form sso-choices">
        <button type="submit" class="sso-choice" name="action" value="continue">
          <Identity account={account}>
            <span class="sso-identity-state">{t.selectAccount.signedIn}</span>
          </Identity>
        </button>
        <button type="submit" class="sso-choice" name="action" value="other">
          <span class="sso-identity">
            <span class="sso-tile sso-tile-small">
              <Icon name="user" />
            </span>
            <span class="sso-identity-text">{t.common.otherAccount}</span>
          </span>
        </button>
      </Form>
      <WaysOut form={form} client={client} />
    </Card>
  )
}

/** Shown if the user has signed in from another tab in the meantime. Offers to continue or choose another account. */
export function SignedIn({ form, client, account }: AccountPageProps, { view }: HasView): VNode {
  const { t } = view
  return (
    <Card
      client={client}
      lead={t.signIn.alreadyLead}
      title={t.signIn.alreadyTitle({ name: isolate(account.name) })}
      heading={rich(t.signIn.alreadyTitle, { name: <bdi>{account.name}</bdi> })}
    >
      <Identity account={account} />
      <OrOtherAccount action="continue" label={t.signIn.goOn} form={form} client={client} />
    </Card>
  )
}

export interface NotAllowedProps extends AccountPageProps {
  /** How to contact the app's owner, such as an email address. */
  readonly owner?: string | undefined
  /** Undefined if the user cannot ask for access here. */
  readonly ask?:
    | {
        readonly askedAt: Date | undefined
        readonly issue: AskIssue | undefined /** In characters. */
        readonly max: number
      }
    | undefined
}

/** Why a request for access was not sent. `often`: too many requests; `reason`: the text to show again. */
export interface AskIssue {
  readonly kind: 'missing' | 'long' | 'often'
  readonly reason: string
}

/** Shown when the host's access rule denies the sign-in. Going back to the app sends it an `access_denied` error. */
export function NotAllowed(props: NotAllowedProps, { view }: HasView): VNode {
  const { form, client, account, owner, ask } = props
  const { t } = view
  const name = account.detail === undefined ? account.name : `${account.name} (${account.detail})`
  const asks = ask !== undefined && (ask.askedAt === undefined || ask.issue !== undefined)
  const body = t.notAllowed.mailBody({ name, client: client.name, request: view.requestId })
  return (
    <Card
      client={client}
      title={t.notAllowed.title({ client: isolate(client.name) })}
      heading={rich(t.notAllowed.title, { client: <bdi>{client.name}</bdi> })}
      lead={rich(t.notAllowed.as, { name: <bdi class="sso-strong">{account.name}</bdi> })}
    >
      <Identity account={account} />
      <p>
        {owner === undefined
          ? t.notAllowed.contactUnknown
          : rich(t.notAllowed.contact, {
              owner: <MailLink to={owner} subject={t.notAllowed.mailSubject({ client: client.name })} body={body} />,
            })}
      </p>
      {ask && <AskForAccess form={form} asks={asks} {...ask} />}
      <OrOtherAccount
        action="cancel"
        label={t.common.backTo}
        look={asks ? 'secondary' : 'primary'}
        form={form}
        client={client}
      />
    </Card>
  )
}

function AskForAccess(
  {
    form,
    asks,
    askedAt,
    issue,
    max,
  }: NonNullable<NotAllowedProps['ask']> & {
    readonly form: FormTarget
    readonly asks: boolean
  },
  { view }: HasView,
): VNode {
  const t = view.t.notAllowed
  if (!asks && askedAt !== undefined)
    return <p role="status">{rich(t.asked, { when: <DateTime at={askedAt} style="exact" /> })}</p>
  return (
    <Form target={form}>
      <FieldBlock id="reason" label={<Label of="reason">{t.reason}</Label>} error={issue && t.askIssues[issue.kind]}>
        <textarea
          class="sso-input"
          id="reason"
          name="reason"
          rows={3}
          maxLength={max}
          dir="auto"
          {...controlAria({ id: 'reason', error: issue && t.askIssues[issue.kind] })}
        >
          {issue?.reason}
        </textarea>
      </FieldBlock>
      <div class="sso-actions">
        <Button name="action" value="ask">
          {t.ask}
        </Button>
      </div>
    </Form>
  )
}

/** Shown when the user is authenticated, but the account is suspended or has ended. */
export function Suspended(
  { form, client, ended }: StagePageProps & { readonly ended: boolean },
  { view }: HasView,
): VNode {
  const { suspended, common } = view.t
  return (
    <Card
      client={client}
      title={ended ? suspended.endedTitle : suspended.title}
      lead={ended ? suspended.endedLead : suspended.lead}
    >
      <p>
        <ContactText text={suspended.ask} otherwise={suspended.askAdministrator} />
      </p>
      <p class="sso-fine">
        {common.requestId}: <code dir="ltr">{view.requestId}</code>
      </p>
      <OrOtherAccount action="cancel" label={common.backTo} form={form} client={client} />
    </Card>
  )
}

interface OrOtherAccountProps extends StagePageProps {
  readonly action: 'continue' | 'cancel'
  /** Label of the first button. The text contains the client's name. */
  readonly label: HasView['view']['t']['common']['backTo']
  readonly look?: 'primary' | 'secondary'
}

function OrOtherAccount(props: OrOtherAccountProps, { view: { t } }: HasView): VNode {
  const { action, label, look = 'primary', form, client } = props
  return (
    <Form target={form}>
      <div class="sso-actions">
        <Button look={look} name="action" value={action}>
          {rich(label, { client: <bdi>{client.name}</bdi> })}
        </Button>
        <Button look="secondary" name="action" value="other">
          {t.common.otherAccount}
        </Button>
      </div>
    </Form>
  )
}
