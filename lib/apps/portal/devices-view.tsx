/** The user's sessions, one per row, starting with this device. Several sessions on one machine form a group. */

import { AppName, type AppView } from '../../web/ui/components/apps.tsx'
import { ButtonLink, type FormTarget } from '../../web/ui/components/form.tsx'
import { DeviceIcon, type DeviceShape } from '../../web/ui/components/icon.tsx'
import { DescriptionList, Section } from '../../web/ui/components/section.tsx'
import { Badge, DateTime } from '../../web/ui/components/text.tsx'
import { listOf } from '../../web/ui/texts/format/time.ts'
import { distinct, isolate, rich } from '../../web/ui/texts/format/words.ts'
import type { HasView, View, VNode } from '../../web/ui/view.ts'
import { type Framed, PortalPage, PortalQuestion } from './frame-view.tsx'
import { type BrowserNames, Row, RowDetails, Rows } from './row-view.tsx'

export interface DeviceView extends BrowserNames {
  readonly uid: string
  readonly current: boolean
  /** Whether this might be a device that the user has not used before. */
  readonly fresh: boolean
  readonly shape: DeviceShape
  readonly signedInAt: Date
  readonly lastSeenAt: Date
  readonly address: string
  readonly apps: readonly AppView[]
}

export interface PortalDevicesProps extends Framed {
  /** The user's sessions, starting with this device. Several sessions on one machine share an inner list. */
  readonly machines: readonly (readonly DeviceView[])[]
}

export function PortalDevices({ frame, machines }: PortalDevicesProps, { view }: HasView): VNode {
  const t = view.t.portal.devices
  const devices = machines.flat()
  const names = distinct(devices.map((device) => deviceName(device, view)))
  const nameOf = (device: DeviceView): string => names[devices.indexOf(device)] ?? ''
  const askHref = (query: string): string => `${frame.root}/devices/sign-out?${query}`
  const row = (device: DeviceView): VNode => (
    <Device device={device} name={nameOf(device)} href={askHref(`uid=${encodeURIComponent(device.uid)}`)} />
  )
  return (
    <PortalPage section="devices" title={t.title}>
      <div class="sso-section">
        <Rows>
          {machines.map((machine) => {
            const [first] = machine
            return machine.length === 1 || first === undefined ? (
              machine.map(row)
            ) : (
              <Row
                mark={<DeviceIcon shape={first.shape} />}
                name={t.group({ count: machine.length, system: isolate(first.system ?? t.unknownSystem) })}
                badges={machine.some(({ fresh }) => fresh) ? <Badge tone="warn">{t.fresh}</Badge> : null}
                sub={rich(t.lastUsed, { when: <DateTime at={latest(machine)} /> })}
              >
                <RowDetails label={t.details}>
                  <Rows>{machine.map(row)}</Rows>
                </RowDetails>
              </Row>
            )
          })}
        </Rows>
      </div>
      <Section id="everywhere" title={t.all} lead={t.allHint}>
        <div class="sso-row">
          {devices.length > 1 ? <ButtonLink href={askHref('which=others')}>{t.others}</ButtonLink> : null}
          <ButtonLink href={askHref('which=all')}>{t.all}</ButtonLink>
        </div>
      </Section>
    </PortalPage>
  )
}

const latest = (devices: readonly DeviceView[]): Date =>
  new Date(Math.max(...devices.map(({ lastSeenAt }) => lastSeenAt.getTime())))

function Device({ device, name, href }: { device: DeviceView; name: string; href: string }, { view }: HasView): VNode {
  const t = view.t.portal.devices
  return (
    <Row
      mark={<DeviceIcon shape={device.shape} />}
      name={<bdi dir={view.dir}>{name}</bdi>}
      badges={
        <>
          {device.current ? <Badge tone="ok">{t.current}</Badge> : null}
          {device.fresh ? <Badge tone="warn">{t.fresh}</Badge> : null}
        </>
      }
      sub={rich(t.lastUsed, { when: <DateTime at={device.lastSeenAt} /> })}
      action={
        <ButtonLink href={href} spoken={t.signOutOf({ device: isolate(name) })}>
          {t.signOut}
        </ButtonLink>
      }
    >
      <RowDetails label={t.details} of={name}>
        <DescriptionList
          facts={[
            [t.signedIn, <DateTime at={device.signedInAt} />],
            [t.from, <bdi>{device.address}</bdi>],
            [
              t.apps,
              device.apps.length === 0 ? (
                t.noApps
              ) : (
                <span class="sso-row">
                  {device.apps.map((app) => (
                    <AppName app={app} />
                  ))}
                </span>
              ),
            ],
          ]}
        />
      </RowDetails>
    </Row>
  )
}

/** The name consists of words in the page's language, so it follows the page's text direction. */
export const DeviceName = ({ of: device }: { of: BrowserNames }, { view }: HasView): VNode => (
  <bdi dir={view.dir}>{deviceName(device, view)}</bdi>
)

export function deviceName({ browser, system }: BrowserNames, { t }: View): string {
  const { unknown, on } = t.portal.devices
  return browser === undefined ? unknown : system === undefined ? browser : on({ browser, system })
}

/** `others` excludes this device; `all` includes it. */
export type SignOutImpact =
  | { readonly which: 'one'; readonly device: BrowserNames }
  | { readonly which: 'others' | 'all' }

export interface PortalDeviceSignOutProps extends Framed {
  readonly reach: SignOutImpact
  /** Names of the apps that are used in the sessions. */
  readonly apps: readonly string[]
  readonly form: FormTarget
}

export function PortalDeviceSignOut({ reach, apps, form }: PortalDeviceSignOutProps, { view }: HasView): VNode {
  const t = view.t.portal.devices
  const ended = reach.which === 'one' ? t.confirm.appsThere : t.confirm.apps
  const notified = apps.length === 0 ? [] : [ended({ apps: listOf(view.locale, apps.map(isolate)) })]
  return (
    <PortalQuestion
      section="devices"
      label={t.title}
      title={titleOf(reach, view)}
      form={form}
      effects={[...notified, ...(reach.which === 'all' ? t.confirm.everything : t.confirm.there)]}
      confirmLabel={reach.which === 'one' ? t.signOut : t[reach.which]}
      danger
    />
  )
}

function titleOf(reach: SignOutImpact, view: View): string {
  const { confirm } = view.t.portal.devices
  return reach.which === 'one' ? confirm.one({ device: isolate(deviceName(reach.device, view)) }) : confirm[reach.which]
}
