/** Before devices are signed out: which, what ends there, and which apps are notified. */
import type { VNode } from 'preact'
import { Confirm } from '../../web/ui/components/confirm.tsx'
import type { FormTarget } from '../../web/ui/components/form.tsx'
import { listOf } from '../../web/ui/texts/format/time.ts'
import { isolate } from '../../web/ui/texts/format/words.ts'
import type { View, Viewed } from '../../web/ui/view.ts'
import { type DeviceView, deviceName } from './devices-view.tsx'
import { type InPortal, PortalPage } from './frame-view.tsx'

/** `others` and `all` are about every device but this one, and about all of them. */
export type SignOutImpact =
  | { readonly which: 'one'; readonly device: Pick<DeviceView, 'browser' | 'system'> }
  | { readonly which: 'others' | 'all' }

export interface PortalDeviceSignOutProps extends InPortal {
  readonly reach: SignOutImpact
  /** Names of the apps that are in use there. */
  readonly apps: readonly string[]
  readonly form: FormTarget
}

export function PortalDeviceSignOut({ frame, reach, apps, form, view }: PortalDeviceSignOutProps & Viewed): VNode {
  const t = view.t.portal.devices
  const back = `${frame.root}/devices`
  const ended = reach.which === 'one' ? t.confirm.appsThere : t.confirm.apps
  const notified = apps.length === 0 ? [] : [ended({ apps: listOf(view.locale, apps.map(isolate)) })]
  return (
    <PortalPage
      frame={frame}
      section="devices"
      view={view}
      title={titleOf(reach, view)}
      crumbs={[{ label: t.title, href: back }]}
    >
      <Confirm
        form={form}
        effects={[...notified, ...(reach.which === 'all' ? t.confirm.everything : t.confirm.there)]}
        confirmLabel={reach.which === 'one' ? t.signOut : t[reach.which]}
        cancelHref={back}
        danger
        view={view}
      />
    </PortalPage>
  )
}

function titleOf(reach: SignOutImpact, view: View): string {
  const { confirm } = view.t.portal.devices
  return reach.which === 'one' ? confirm.one({ device: isolate(deviceName(reach.device, view)) }) : confirm[reach.which]
}
