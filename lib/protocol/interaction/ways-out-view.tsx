import type { VNode } from 'preact'
import { Button } from '../../web/ui/components/form.tsx'
import type { HasView } from '../../web/ui/view.ts'

/** Buttons to cancel or to switch accounts. @param confirm set if the page is for a particular account */
export function WaysOut({ confirm }: { readonly confirm?: object | undefined }, { view: { t } }: HasView): VNode {
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
