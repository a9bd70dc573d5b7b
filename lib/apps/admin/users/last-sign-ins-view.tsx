/** A user's last sign-ins: time, app, and reason of failure. */
import type { FailureReason } from '../../../domain/audit/events.ts'
import { AppName, type AppView } from '../../../web/ui/components/apps.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { DateTime, Link } from '../../../web/ui/components/text.tsx'
import type { Viewed, VNode } from '../../../web/ui/view.ts'

export interface SignInRow {
  readonly at: Date
  /** Absent after a success. */
  readonly reason: FailureReason | undefined
  /** Number of denials combined in this row. */
  readonly count: number
  readonly app: AppView | undefined
  readonly address: string | undefined
  readonly requestId: string | undefined
}

export function LastSignIns({
  root,
  rows,
  activityHref,
  view,
}: {
  root: string
  rows: readonly SignInRow[]
  activityHref: string
} & Viewed): VNode {
  const t = view.t.users.user
  const reasons = view.t.operations.explain.signIn
  return (
    <Section id="sign-ins" title={t.lastSignIns} actions={<Link href={activityHref}>{t.showActivity}</Link>}>
      {rows.length === 0 ? (
        <p class="sso-muted">{t.noSignIns}</p>
      ) : (
        <ul class="sso-plain sso-refusals">
          {rows.map(({ at, reason, count, app, address, requestId }) => {
            const words =
              reason === undefined
                ? t.signedIn
                : count === 1
                  ? reasons[reason]
                  : t.times({ what: reasons[reason], count })
            return (
              <li>
                <span class="sso-sign-in">
                  <span class={reason === undefined ? 'sso-sign-in-ok' : 'sso-sign-in-failed'}>
                    <Icon name={reason === undefined ? 'check' : 'alert'} />
                  </span>
                  {reason !== undefined && requestId !== undefined ? (
                    <Link href={`${root}/explain/${encodeURIComponent(requestId)}`}>{words}</Link>
                  ) : (
                    <span>{words}</span>
                  )}
                  {app === undefined ? null : <AppName app={app} />}
                </span>
                <span class="sso-refusal-when" {...(address === undefined ? {} : { title: address })}>
                  <DateTime at={at} view={view} />
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
