/** Where the user is signed in: this device first, each with its own way out. */
import type { VNode } from 'preact'
import { Badge } from '../../web/ui/components/badge.tsx'
import { ButtonLink } from '../../web/ui/components/button.tsx'
import { DateTime } from '../../web/ui/components/date-time.tsx'
import { DescriptionList } from '../../web/ui/components/description-list.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { distinct } from '../../web/ui/texts/format/distinct.ts'
import { isolate } from '../../web/ui/texts/format/rich.ts'
import type { View, Viewed } from '../../web/ui/view.ts'
import { type InPortal, PortalPage } from './frame-view.tsx'

export interface DeviceView {
  readonly uid: string
  readonly current: boolean
  /** Browser and system, as far as they are known. */
  readonly browser?: string | undefined
  readonly system?: string | undefined
  readonly signedInAt: Date
  readonly lastSeenAt: Date
  readonly address: string
  readonly apps: readonly string[]
}

export interface PortalDevicesProps extends InPortal {
  readonly devices: readonly DeviceView[]
}

export function PortalDevices({ frame, devices, view }: PortalDevicesProps & Viewed): VNode {
  const t = view.t.portal.devices
  const names = distinct(devices.map((device) => deviceName(device, view)))
  const askHref = (query: string): string => `${frame.root}/devices/sign-out?${query}`
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
          <div class="sso-row">
            <ButtonLink
              look="secondary"
              href={askHref(`uid=${encodeURIComponent(device.uid)}`)}
              spoken={t.signOutOf({ device: isolate(names[index] ?? '') })}
            >
              {t.signOut}
            </ButtonLink>
          </div>
        </Section>
      ))}
      <Section id="everywhere" title={t.all} lead={t.allHint} danger>
        <div class="sso-row">
          {devices.length > 1 ? (
            <ButtonLink look="secondary" href={askHref('which=others')}>
              {t.others}
            </ButtonLink>
          ) : null}
          <ButtonLink look="danger" href={askHref('which=all')}>
            {t.all}
          </ButtonLink>
        </div>
      </Section>
    </PortalPage>
  )
}

export function deviceName({ browser, system }: Pick<DeviceView, 'browser' | 'system'>, { t }: View): string {
  const { unknown, on } = t.portal.devices
  return browser === undefined ? unknown : system === undefined ? browser : on({ browser, system })
}
