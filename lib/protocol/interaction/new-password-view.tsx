/** Asks for a new password, because the current one is weak, works only once, or an administrator requires another. */
import type { VNode } from 'preact'
import type { PasswordWeakness } from '../../../policies/new-password.ts'
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
export interface NewPasswordProps extends AccountPageProps, NewPasswordFieldsProps {
  /** Why the current password must be replaced; undefined if it works only once. */
  readonly weakness?: PasswordWeakness | undefined
}

export function NewPassword(
  { form, client, account, weakness, ...fields }: NewPasswordProps,
  { view }: HasView,
): VNode {
  const { t } = view
  return (
    <Card
      client={client}
      issue={newPasswordFormIssue(fields, view)}
      title={t.newPassword.title}
      lead={
        weakness === undefined
          ? rich(t.newPassword.lead, { name: <bdi>{account.name}</bdi>, client: <bdi>{client.name}</bdi> })
          : [t.newPassword.weaknesses[weakness], ' ', ...rich(t.newPassword.weak, { client: <bdi>{client.name}</bdi> })]
      }
    >
      <Identity account={account} />
      <Form target={form}>
        <NewPasswordFields {...fields} />
        <div class="sso-actions">
          <Button>{t.newPassword.submit}</Button>
        </div>
      </Form>
      <WaysOut form={form} client={client} />
    </Card>
  )
}
