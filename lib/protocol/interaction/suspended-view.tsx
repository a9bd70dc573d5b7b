/** The password is correct, but the account is suspended: shows a contact and the actions that all pages share. */
import type { VNode } from 'preact'
import { Card, type ClientView, Contact } from '../../web/ui/components/card.tsx'
import { Button, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../web/ui/view.ts'

export interface SuspendedProps {
  readonly form: FormTarget
  readonly client: ClientView
}

export function Suspended({ form, client, view }: SuspendedProps & Viewed): VNode {
  const { suspended, common } = view.t
  return (
    <Card view={view} client={client} title={suspended.title} heading={suspended.title} lead={suspended.lead}>
      <p>
        {view.helpContact === undefined
          ? suspended.askAnybody
          : rich(suspended.ask, { contact: <Contact contact={view.helpContact} /> })}
      </p>
      <p class="sso-fine">
        {common.requestId}: <code dir="ltr">{view.requestId}</code>
      </p>
      <Form target={form}>
        <div class="sso-actions">
          <Button name="action" value="cancel">
            {rich(common.backTo, { client: <bdi>{client.name}</bdi> })}
          </Button>
          <Button look="secondary" name="action" value="other">
            {common.otherAccount}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
