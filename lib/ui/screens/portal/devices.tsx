/** Where the person is signed in (C5): this device first, each with its own way out. */
import type { VNode } from 'preact'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { DescriptionList } from '../../components/description-list.tsx'
import { Form, type FormTarget } from '../../components/form.tsx'
import { Section } from '../../components/section.tsx'
import { isolate } from '../../i18n/rich.ts'
import type { Viewed } from '../../view.ts'
import { distinct } from './distinct.ts'
import { type InPortal, PortalPage } from './portal-page.tsx'

export interface DeviceView {
  readonly uid: string
  readonly current: boolean
  /** Browser and system, as far as they can be told. */
  readonly browser?: string | undefined
  readonly system?: string | undefined
  readonly signedInAt: Date
  readonly lastSeenAt: Date
  readonly address: string
  readonly apps: readonly string[]
}

export interface PortalDevicesProps extends InPortal {
  readonly form: FormTarget
  readonly devices: readonly DeviceView[]
}

export function PortalDevices({ frame, form, devices, view }: PortalDevicesProps & Viewed): VNode {
  const t = view.t.portal.devices
  const nameOf = ({ browser, system }: DeviceView): string =>
    browser === undefined ? t.unknown : system === undefined ? browser : t.on({ browser, system })
  const names = distinct(devices.map(nameOf))
  return (
    <PortalPage frame={frame} section="devices" view={view} title={t.title} lead={t.lead}>
      {devices.map((device, index) => (
        <Section
          id={`device-${index}`}
          title={names[index] ?? ''}
          actions={device.current ? <Badge tone="ok">{t.current}</Badge> : undefined}
        >
          <DescriptionList
            facts={[
              { term: t.signedIn, value: <DateTime at={device.signedInAt} view={view} /> },
              { term: t.seen, value: <DateTime at={device.lastSeenAt} view={view} /> },
              { term: t.from, value: <bdi>{device.address}</bdi> },
              { term: t.apps, value: device.apps.length === 0 ? t.noApps : <bdi>{device.apps.join(', ')}</bdi> },
            ]}
          />
          <Form target={{ action: form.action, hidden: { ...form.hidden, uid: device.uid } }}>
            <div class="sso-row">
              <Button look="secondary" name="action" value="end">
                <span aria-hidden="true">{t.signOut}</span>
                <span class="sso-hidden">{t.signOutOf({ device: isolate(names[index] ?? '') })}</span>
              </Button>
            </div>
          </Form>
        </Section>
      ))}
      <Section id="everywhere" title={t.all} lead={t.allHint} danger>
        <Form target={form}>
          <div class="sso-row">
            {devices.length > 1 ? (
              <Button look="secondary" name="action" value="others">
                {t.others}
              </Button>
            ) : null}
            <Button look="danger" name="action" value="all">
              {t.all}
            </Button>
          </div>
        </Form>
      </Section>
    </PortalPage>
  )
}
