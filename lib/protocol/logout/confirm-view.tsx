/** Asks the user to confirm a sign-out that no app has verifiably requested (OIDC RP-Initiated Logout 1.0 s2). */
import type { VNode } from 'preact'
import { type AppIcons, AppList } from '../../web/ui/components/apps.tsx'
import { type AccountView, Card, Identity } from '../../web/ui/components/card.tsx'
import { Button, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { HasView } from '../../web/ui/view.ts'

/** Props of the page that asks for confirmation of a sign-out. */
export interface LogoutConfirmProps {
  /** Target and hidden fields of the form. */
  readonly form: FormTarget
  /** The signed-in account, if known. */
  readonly account?: AccountView | undefined
  /** Names of the apps that the user is signed out of as well. */
  readonly apps: readonly string[]
  /** Names of the apps that the user may stay signed in to. */
  readonly remaining?: readonly string[]
  /** Icons of these apps. */
  readonly icons?: AppIcons | undefined
}

export function LogoutConfirm(props: LogoutConfirmProps, { view }: HasView): VNode {
  const { form, account, apps, remaining = [], icons } = props
  const { t, product } = view
  return (
    <Card
      focusHeading
      title={t.logoutConfirm.title({ product: product.name })}
      heading={rich(t.logoutConfirm.title, { product: <bdi>{product.name}</bdi> })}
    >
      {account === undefined ? null : <Identity account={account} />}
      <AppList id="apps" intro={t.logoutConfirm.also} apps={apps} icons={icons} />
      <AppList id="remaining" intro={t.logoutConfirm.stays} apps={remaining} icons={icons} />
      <Form target={form}>
        <div class="sso-actions">
          <Button name="action" value="confirm">
            {t.logoutConfirm.confirm}
          </Button>
          <Button look="secondary" name="action" value="stay">
            {t.logoutConfirm.stay}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
