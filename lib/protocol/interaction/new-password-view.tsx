/** Asks for a new password: the current one is valid for one sign-in, or an administrator requires another. */
import type { VNode } from 'preact'
import { type AccountView, Card, type ClientView, Identity } from '../../web/ui/components/card.tsx'
import { Button, ErrorSummary, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import {
  NewPasswordFields,
  type NewPasswordFieldsProps,
  newPasswordFormIssue,
} from '../../web/ui/components/new-password-fields.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../web/ui/view.ts'

export interface NewPasswordProps extends NewPasswordFieldsProps {
  readonly form: FormTarget
  readonly client: ClientView
  readonly account: AccountView
}

export function NewPassword({ form, client, account, view, ...fields }: NewPasswordProps & Viewed): VNode {
  const { t } = view
  const { fault } = fields
  return (
    <Card
      view={view}
      client={client}
      wrong={fault !== undefined}
      title={t.newPassword.title}
      lead={rich(t.newPassword.lead, { name: <bdi>{account.name}</bdi>, client: <bdi>{client.name}</bdi> })}
    >
      <ErrorSummary issues={fault === undefined ? [] : [newPasswordFormIssue(fault, view)]} view={view} />
      <Identity account={account} />
      <Form target={form}>
        <NewPasswordFields {...fields} view={view} />
        <div class="sso-actions">
          <Button>{t.newPassword.submit}</Button>
          <div class="sso-quiet-actions">
            <Button look="plain" name="action" value="cancel">
              {t.signIn.cancel}
            </Button>
          </div>
        </div>
      </Form>
    </Card>
  )
}
