import type { VNode } from 'preact'
import { Button, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../web/ui/view.ts'

export interface ElsewhereProps {
  readonly only?: boolean
  readonly elsewhere?: readonly { readonly name: string; readonly form: FormTarget }[] | undefined
}

/** One button per external provider. @param only there is no other way to sign in */
export function Elsewhere({ elsewhere = [], only = false, view: { t } }: ElsewhereProps & Viewed): VNode | null {
  if (elsewhere.length === 0) return null
  return (
    <div class="sso-elsewhere">
      {only ? null : <p class="sso-or">{t.signIn.otherWays}</p>}
      {elsewhere.map(({ name, form }) => (
        <Form key={form.action} target={form}>
          <Button look={only ? 'primary' : 'secondary'}>
            {rich(t.signIn.continueWith, { name: <bdi>{name}</bdi> })}
          </Button>
        </Form>
      ))}
    </div>
  )
}
