/** Lists trusted browsers with their dates and remove buttons. In these browsers, a password is enough to sign in. */
import { ActForm, type FormTarget } from '../../web/ui/components/form.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { DateTime } from '../../web/ui/components/text.tsx'
import type { HasView, VNode } from '../../web/ui/view.ts'
import { deviceName } from './devices-view.tsx'
import { type BrowserNames, Cards, usedFact } from './row-view.tsx'

export interface TrustedDeviceView extends BrowserNames {
  /** Identifies the browser in the form. */
  readonly key: string
  readonly since: Date
  readonly until: Date
  readonly usedAt?: Date | undefined
}

export interface TrustedDevicesProps {
  readonly form: FormTarget
  readonly devices: readonly TrustedDeviceView[]
}

export function TrustedDevicesSection({ form, devices }: TrustedDevicesProps, { view }: HasView): VNode {
  const { trusted, security } = view.t.factors
  return (
    <Section id="trusted" title={trusted.title} lead={trusted.lead}>
      {devices.length === 0 ? <p>{trusted.none}</p> : null}
      <Cards
        cards={devices.map((device) => ({
          name: deviceName(device, view),
          facts: [
            [trusted.since, <DateTime at={device.since} />],
            [trusted.until, <DateTime at={device.until} />],
            usedFact(device.usedAt, view),
          ],
          operations: (name) => (
            <ActForm form={form} fields={{ device: device.key }} spoken={security.removeOf({ name })}>
              {security.remove}
            </ActForm>
          ),
        }))}
      />
      {devices.length < 2 ? null : (
        <ActForm form={form} name="action" value="all">
          {trusted.removeAll}
        </ActForm>
      )}
    </Section>
  )
}
