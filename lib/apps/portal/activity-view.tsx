/** Recent account activity, including failed attempts, with a link for reporting activity that looks unfamiliar. */
import type { AuditEventName, FailureReason } from '../../domain/audit/events.ts'
import { ButtonLink } from '../../web/ui/components/form.tsx'
import { Icon } from '../../web/ui/components/icon.tsx'
import { Banner, EmptyState } from '../../web/ui/components/section.tsx'
import { Pager, type PagerProps } from '../../web/ui/components/table.tsx'
import { Badge, DateTime, Link } from '../../web/ui/components/text.tsx'
import type { Messages } from '../../web/ui/texts/catalogue.ts'
import { type HasView, isolate, type VNode } from '../../web/ui/view.ts'
import { DeviceName } from './devices-view.tsx'
import { type Framed, type InPortal, SecurityPage } from './frame-view.tsx'
import { type BrowserNames, Row, Rows } from './row-view.tsx'

export interface ActivityView extends Happening, BrowserNames {
  readonly at: Date
  readonly ok: boolean
  /** Number of occurrences; `at` is the time of the last one. */
  readonly count: number
  readonly address?: string | undefined
}

export interface PortalActivityProps extends Framed, PagerProps {
  readonly entries: readonly ActivityView[]
}

export function PortalActivity(props: PortalActivityProps, { view }: HasView): VNode {
  const { frame, entries, previousHref, nextHref } = props
  const t = view.t.portal.activity
  return (
    <SecurityPage title={t.title} lead={t.lead}>
      <Banner>
        {t.unfamiliar} <Link href={`${frame.root}/secure`}>{t.unfamiliarHint}</Link>
      </Banner>
      {entries.length === 0 ? (
        <EmptyState icon="activity" title={nextHref === undefined ? t.empty : view.t.panel.noneYet} />
      ) : (
        <div class="sso-section">
          <Rows>
            {entries.map((entry) => (
              <Entry entry={entry} />
            ))}
          </Rows>
        </div>
      )}
      <Pager previousHref={previousHref} nextHref={nextHref} />
    </SecurityPage>
  )
}

function Entry({ entry }: { entry: ActivityView }, { view, frame }: InPortal): VNode {
  const t = view.t.portal.activity
  const { at, ok, count, app, browser, system, address } = entry
  const { text, withApp } = wordsOf({ ...entry, app: app === undefined ? undefined : isolate(app) }, view.t)
  const parts = [
    ...(app === undefined || withApp ? [] : [<bdi>{app}</bdi>]),
    ...(browser === undefined ? [] : [<DeviceName of={{ browser, system }} />]),
    ...(address === undefined ? [] : [<bdi>{address}</bdi>]),
  ]
  return (
    <Row
      mark={
        <span class={ok ? 'sso-happened' : 'sso-happened sso-happened-failed'}>
          <Icon name={ok ? 'check' : 'alert'} />
        </span>
      }
      name={text}
      badges={
        <>
          {ok ? null : <span class="sso-hidden">{t.failed}</span>}
          {count > 1 ? <Badge tone="warn">{t.times({ count })}</Badge> : null}
        </>
      }
      sub={
        <>
          <DateTime at={at} />
          {parts.map((part) => (
            <>
              {' · '}
              {part}
            </>
          ))}
        </>
      }
      action={
        ok ? undefined : (
          <ButtonLink look="plain" href={`${frame.root}/secure`} spoken={t.notMeOf({ what: text })}>
            {t.notMe}
          </ButtonLink>
        )
      }
    />
  )
}

/** Events that have a description for users. Other events are steps of these or do not concern the user's account. */
export type OwnEvent = AuditEventName & keyof Messages['portal']['activity']['events']

export const hasWords = (event: AuditEventName, { portal }: Messages): event is OwnEvent =>
  Object.hasOwn(portal.activity.events, event)

export interface Happening {
  readonly event: OwnEvent
  readonly reason?: FailureReason | undefined
  /** Name of the app that the event is about. */
  readonly app?: string | undefined
}

/** The description shown to the user. `withApp`: whether it contains the app's name. */
export function wordsOf(
  { event, reason, app }: Happening,
  { portal: { activity } }: Messages,
): { readonly text: string; readonly withApp: boolean } {
  const reasons: Readonly<Partial<Record<FailureReason, string>>> = activity.reasons
  const why = reason === undefined ? undefined : reasons[reason]
  if (why !== undefined) return { text: why, withApp: false }
  const ofApps: Readonly<Partial<Record<OwnEvent, (parts: { app: string }) => string>>> = activity.appEvents
  const ofApp = app === undefined ? undefined : ofApps[event]
  return app === undefined || ofApp === undefined
    ? { text: activity.events[event], withApp: false }
    : { text: ofApp({ app }), withApp: true }
}
