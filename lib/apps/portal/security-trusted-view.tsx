/** The browsers on which the password alone is enough: since when, until when, and the way to end it. */
import type { VNode } from 'preact'
import { Button } from '../../web/ui/components/button.tsx'
import { DateTime } from '../../web/ui/components/date-time.tsx'
import { DescriptionList } from '../../web/ui/components/description-list.tsx'
import { Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { distinct } from '../../web/ui/texts/format/distinct.ts'
import { isolate } from '../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../web/ui/view.ts'
import { deviceName } from './devices-view.tsx'

export interface TrustedDeviceView {
  /** Names it in the form. */
  readonly key: string
  /** Browser and system, as far as they are known. */
  readonly browser?: string | undefined
  readonly system?: string | undefined
  readonly since: Date
  readonly until: Date
  readonly usedAt?: Date | undefined
}

export interface TrustedDevicesProps {
  readonly form: FormTarget
  readonly devices: readonly TrustedDeviceView[]
}

export function TrustedDevicesSection({ form, devices, view }: TrustedDevicesProps & Viewed): VNode {
  const { trusted, security } = view.t.factors
  const names = distinct(devices.map((device) => deviceName(device, view)))
  return (
    <Section id="trusted" title={trusted.title} lead={trusted.lead}>
      {devices.length === 0 ? <p>{trusted.none}</p> : null}
      <ul class="sso-passkeys">
        {devices.map(({ key, since, until, usedAt }, index) => (
          <li class="sso-passkey-card">
            <h3>
              <bdi>{names[index]}</bdi>
            </h3>
            <DescriptionList
              facts={[
                { term: trusted.since, value: <DateTime at={since} view={view} /> },
                { term: trusted.until, value: <DateTime at={until} view={view} /> },
                {
                  term: security.used,
                  value: usedAt === undefined ? security.never : <DateTime at={usedAt} view={view} />,
                },
              ]}
            />
            <Form target={{ action: form.action, hidden: { ...form.hidden, device: key } }} class="sso-inline">
              <Button look="secondary">
                <span aria-hidden="true">{security.remove}</span>
                <span class="sso-hidden">{security.removeOf({ name: isolate(names[index] ?? '') })}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      {devices.length < 2 ? null : (
        <Form target={form} class="sso-inline">
          <Button look="secondary" name="action" value="all">
            {trusted.removeAll}
          </Button>
        </Form>
      )}
    </Section>
  )
}
