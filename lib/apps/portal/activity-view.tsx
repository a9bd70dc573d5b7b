/** What happened with the account lately, failed tries too, with the way to say that it was somebody else. */
import type { VNode } from 'preact'
import { Badge } from '../../web/ui/components/badge.tsx'
import { Banner } from '../../web/ui/components/banner.tsx'
import { ButtonLink } from '../../web/ui/components/button.tsx'
import { DateTime } from '../../web/ui/components/date-time.tsx'
import { EmptyState } from '../../web/ui/components/empty-state.tsx'
import { Icon } from '../../web/ui/components/icon.tsx'
import { Link } from '../../web/ui/components/link.tsx'
import { isolate } from '../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../web/ui/view.ts'
import { type Happening, wordsOf } from './activity-words-view.tsx'
import { DeviceName } from './devices-view.tsx'
import { type InPortal, SecurityPage } from './frame-view.tsx'
import { Row, Rows } from './row-view.tsx'

export interface ActivityView extends Happening {
  readonly at: Date
  readonly ok: boolean
  /** How many times it happened, the last time at `at`. */
  readonly count: number
  /** Browser and system, as far as they are known. */
  readonly browser?: string | undefined
  readonly system?: string | undefined
  readonly address?: string | undefined
}

export interface PortalActivityProps extends InPortal {
  readonly entries: readonly ActivityView[]
}

export function PortalActivity({ frame, entries, view }: PortalActivityProps & Viewed): VNode {
  const t = view.t.portal.activity
  return (
    <SecurityPage frame={frame} view={view} title={t.title} lead={t.lead}>
      <Banner>
        {t.unfamiliar} <Link href={`${frame.root}/secure`}>{t.unfamiliarHint}</Link>
      </Banner>
      {entries.length === 0 ? (
        <EmptyState icon="activity" title={t.empty} />
      ) : (
        <div class="sso-section">
          <Rows>
            {entries.map((entry) => (
              <Entry frame={frame} entry={entry} view={view} />
            ))}
          </Rows>
        </div>
      )}
    </SecurityPage>
  )
}

function Entry({ frame, entry, view }: { entry: ActivityView } & InPortal & Viewed): VNode {
  const t = view.t.portal.activity
  const { at, ok, count, app, browser, system, address } = entry
  const { text, withApp } = wordsOf({ ...entry, app: app === undefined ? undefined : isolate(app) }, view.t)
  const parts = [
    ...(app === undefined || withApp ? [] : [<bdi>{app}</bdi>]),
    ...(browser === undefined ? [] : [<DeviceName of={{ browser, system }} view={view} />]),
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
          <DateTime at={at} view={view} />
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
