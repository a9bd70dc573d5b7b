/** The host's access rule denies the sign-in. Shows the user, a contact, and a way back with `access_denied`. */
import type { VNode } from 'preact'
import { type AccountView, Card, type ClientView, Identity } from '../../web/ui/components/card.tsx'
import { Button, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { MailLink } from '../../web/ui/components/mail-link.tsx'
import { isolate, rich } from '../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../web/ui/view.ts'

export interface NotAllowedProps {
  readonly form: FormTarget
  readonly client: ClientView
  readonly account: AccountView
  /** Contact: the owner's email address or another contact. */
  readonly owner?: string | undefined
}

export function NotAllowed({ form, client, account, owner, view }: NotAllowedProps & Viewed): VNode {
  const { t } = view
  const name = account.detail === undefined ? account.name : `${account.name} (${account.detail})`
  const body = t.notAllowed.mailBody({ name, client: client.name, request: view.requestId })
  return (
    <Card
      view={view}
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
      <Form target={form}>
        <div class="sso-actions">
          <Button name="action" value="cancel">
            {rich(t.common.backTo, { client: <bdi>{client.name}</bdi> })}
          </Button>
          <Button look="secondary" name="action" value="other">
            {t.common.otherAccount}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
