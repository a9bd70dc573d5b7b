/** Account selection (`prompt=select_account`): continue with the current account or another one. */
import type { VNode } from 'preact'
import { type AccountView, Card, type ClientView, Identity } from '../../web/ui/components/card.tsx'
import { Button, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { Icon } from '../../web/ui/components/icon.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../web/ui/view.ts'

export interface SelectAccountProps {
  readonly form: FormTarget
  readonly client: ClientView
  readonly account: AccountView
}

export function SelectAccount({ form, client, account, view }: SelectAccountProps & Viewed): VNode {
  const { t } = view
  return (
    <Card
      view={view}
      client={client}
      focusHeading
      title={t.selectAccount.title}
      heading={t.selectAccount.title}
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
        <div class="sso-actions">
          <Button look="plain" name="action" value="cancel">
            {t.signIn.cancel}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
