import type { VNode } from 'preact'
import { Button } from '../../web/ui/components/form.tsx'
import type { HasView } from '../../web/ui/view.ts'

/** Buttons to cancel or to switch accounts. @param confirm set if the page is for a particular account */
export function WaysOut({ confirm, view: { t } }: { readonly confirm?: object | undefined } & HasView): VNode {
  return (
    <div class="sso-quiet-actions">
      <Button look="plain" name="action" value="cancel">
        {t.signIn.cancel}
      </Button>
      {confirm === undefined ? null : (
        <Button look="plain" name="action" value="other">
          {t.signIn.notYou}
        </Button>
      )}
    </div>
  )
}
