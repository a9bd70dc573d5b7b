/** Asks for confirmation before sessions are ended, and shows the user, devices, and affected apps. */
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import { FanOut } from '../../../web/ui/components/fan-out.tsx'
import type { FormTarget } from '../../../web/ui/components/form.tsx'
import { DescriptionList, Section } from '../../../web/ui/components/section.tsx'
import { type HasView, isolate, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

export interface SessionEndProps extends Framed {
  readonly form: FormTarget
  readonly user: string
  readonly scope: 'session' | 'everywhere'
  /** Devices of the sessions to end. */
  readonly devices: readonly { readonly device: string; readonly address: string }[]
  /** Names of the apps that are signed out along with the session or receive a sign-out notice. */
  readonly notified: readonly string[]
  /** Names of the other apps that are used in the sessions. */
  readonly notNotified: readonly string[]
  readonly backHref: string
}

export function SessionEnd(props: SessionEndProps, { view }: HasView): VNode {
  const { form, user, scope, devices, notified, notNotified, backHref } = props
  const t = view.t.operations.sessions
  const isEverywhere = scope === 'everywhere'
  const where = devices.map(({ device, address }) => (
    <span>
      <bdi>{device}</bdi>
      <span class="sso-sub">
        <bdi>{address}</bdi>
      </span>
    </span>
  ))
  return (
    <AdminPage
      section="sessions"
      title={t.ask.titles[scope]({ user: isolate(user) })}
      crumbs={[{ label: t.title, href: backHref }]}
    >
      <DescriptionList
        facts={[
          [t.user, <bdi>{user}</bdi>],
          [t.device, where.length === 0 ? t.ask.none : where],
        ]}
      />
      <Section id="reach" title={t.ask.reach}>
        {notified.length + notNotified.length === 0 ? <p class="sso-muted">{t.ask.none}</p> : null}
        <FanOut
          groups={[
            { outcome: 'done', label: t.ask.notified, apps: notified.map((name) => ({ name })) },
            { outcome: 'not-notified', label: t.ask.notNotified, apps: notNotified.map((name) => ({ name })) },
          ]}
          newTab=""
        />
      </Section>
      <Confirm
        form={form}
        effects={t.ask.effects[scope]}
        confirmLabel={isEverywhere ? t.endAll : t.end}
        cancelHref={backHref}
        danger
      />
    </AdminPage>
  )
}
