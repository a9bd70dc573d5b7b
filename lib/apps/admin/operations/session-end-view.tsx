/** Before a session ends, or all of a user: whose, where, which apps are notified, and what lives on. */
import type { VNode } from 'preact'
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import { DescriptionList } from '../../../web/ui/components/description-list.tsx'
import type { FormTarget } from '../../../web/ui/components/form.tsx'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import { listOf } from '../../../web/ui/texts/format/time.ts'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

export interface SessionEndProps extends Framed {
  readonly form: FormTarget
  readonly user: string
  readonly scope: 'session' | 'everywhere'
  /** Where the user is signed in: the one session, or all of them. */
  readonly devices: readonly { readonly device: string; readonly address: string }[]
  /** Names of the apps that get a notice. */
  readonly told: readonly string[]
  /** Names of the apps in these sessions that have no address for one. */
  readonly untold: readonly string[]
  readonly backHref: string
}

export function SessionEnd({
  frame,
  form,
  user,
  scope,
  devices,
  told,
  untold,
  backHref,
  view,
}: SessionEndProps & Viewed): VNode {
  const t = view.t.operations.sessions
  const names = (apps: readonly string[]): string =>
    apps.length === 0 ? t.ask.none : listOf(view.locale, apps.map(isolate))
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
      frame={frame}
      section="sessions"
      view={view}
      title={t.ask.titles[scope]({ user: isolate(user) })}
      crumbs={[{ label: t.title, href: backHref }]}
    >
      <DescriptionList
        facts={[
          { term: t.user, value: <bdi>{user}</bdi> },
          { term: t.device, value: where.length === 0 ? t.ask.none : where },
          { term: t.ask.told, value: names(told) },
          ...(untold.length === 0 ? [] : [{ term: t.ask.untold, value: names(untold) }]),
        ]}
      />
      <Confirm
        form={form}
        effects={t.ask.effects[scope]}
        confirmLabel={isEverywhere ? t.endAll : t.end}
        cancelHref={backHref}
        danger
        view={view}
      />
    </AdminPage>
  )
}
