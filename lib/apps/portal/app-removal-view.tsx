/** Before an app loses its access: what that means. */
import type { VNode } from 'preact'
import { Confirm } from '../../web/ui/components/confirm.tsx'
import type { FormTarget } from '../../web/ui/components/form.tsx'
import { isolate } from '../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../web/ui/view.ts'
import { type InPortal, PortalPage } from './frame-view.tsx'

export interface PortalAppRemovalProps extends InPortal {
  /** Its name. */
  readonly app: string
  readonly form: FormTarget
}

export function PortalAppRemoval({ frame, app, form, view }: PortalAppRemovalProps & Viewed): VNode {
  const t = view.t.portal.apps
  const back = `${frame.root}/apps`
  return (
    <PortalPage
      frame={frame}
      section="apps"
      view={view}
      title={t.askTitle({ app: isolate(app) })}
      crumbs={[{ label: t.title, href: back }]}
    >
      <Confirm
        form={form}
        effects={[t.effects.end({ app: isolate(app) }), t.effects.again]}
        confirmLabel={t.remove}
        cancelHref={back}
        danger
        view={view}
      />
    </PortalPage>
  )
}
