import type { VNode } from 'preact'
import type { ClientView } from '../../web/ui/components/card.tsx'
import { Button, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { type ComponentChildren, type HasView, rich } from '../../web/ui/view.ts'

interface WaysOutProps {
  readonly form: FormTarget
  readonly client: ClientView
  readonly children?: ComponentChildren
}

/** The last line of a card: help that the user can open, and the way back to the app. */
export function WaysOut({ form, client, children }: WaysOutProps, { view: { t } }: HasView): VNode {
  return (
    <div class="sso-foot">
      {children}
      <Form target={form} class="sso-back">
        <Button look="plain" name="action" value="cancel">
          {rich(t.common.backTo, { client: <bdi>{client.name}</bdi> })}
        </Button>
      </Form>
    </div>
  )
}
