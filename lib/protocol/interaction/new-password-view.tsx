/** Asks for a new password, because the current one works only once or an administrator requires a new one. */
import type { VNode } from 'preact'
import { Card, Identity } from '../../web/ui/components/card.tsx'
import { Button, Form } from '../../web/ui/components/form.tsx'
import {
  NewPasswordFields,
  type NewPasswordFieldsProps,
  newPasswordFormIssue,
} from '../../web/ui/components/new-password-fields.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { HasView } from '../../web/ui/view.ts'
import type { AccountPageProps } from './button-stages-view.tsx'
import { WaysOut } from './ways-out-view.tsx'

/** Props of the page that requires a new password during sign-in. */
export type NewPasswordProps = AccountPageProps & NewPasswordFieldsProps

export function NewPassword({ form, client, account, view, ...fields }: NewPasswordProps & HasView): VNode {
  const { t } = view
  const { issue } = fields
  return (
    <Card
      view={view}
      client={client}
      issue={issue && newPasswordFormIssue(issue, view)}
      title={t.newPassword.title}
      lead={rich(t.newPassword.lead, { name: <bdi>{account.name}</bdi>, client: <bdi>{client.name}</bdi> })}
    >
      <Identity account={account} />
      <Form target={form}>
        <NewPasswordFields {...fields} view={view} />
        <div class="sso-actions">
          <Button>{t.newPassword.submit}</Button>
          <WaysOut view={view} />
        </div>
      </Form>
    </Card>
  )
}
