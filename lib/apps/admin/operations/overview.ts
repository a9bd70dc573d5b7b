import { ATTENTION_REASONS } from '../../../../policies/attention.ts'
import { weekOf } from '../../../domain/metrics/client-use-record.ts'
import type { DayStats } from '../../../domain/metrics/daily-stats.ts'
import type { Incident, OverviewCounts } from '../../../domain/metrics/overview-counts.ts'
import type { LedgerEntry } from '../../../domain/sessions/delivery-ledger.ts'
import { redirect } from '../../../web/http/responses.ts'
import { dateOf, formAt } from '../../first-party/page.ts'
import { clientPath } from '../shell/names.ts'
import { actorOf, nameOf, show } from '../shell/show.ts'
import type { ClientReason } from './attention-view.tsx'
import { addHrefOf } from './explain.ts'
import type { IncidentView } from './incidents-view.tsx'
import { type Compared, chartPeriods, Overview } from './overview-view.tsx'
import { attentionOfService } from './service-attention.ts'
import type { OperationsRequest } from './services.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Maximum number of users, and of deliveries, to count. If there are more, the page shows "or more". */
const USERS_MAX = 200
const DELIVERIES_MAX = 500

/** GET /?days=: incidents, today compared with a week ago, the chart, and less urgent issues. */
export async function showOverview(page: OperationsRequest): Promise<void> {
  if (!page.mayLook) return redirect(page.context, page.href(page.services.managedUsers ? '/users' : '/search'))
  const { metrics, storage, outbox, now } = page.services
  const period = chartPeriods.find((days) => String(days) === page.query.get('days')) ?? chartPeriods[0]
  const [counts, days, users, ledger, outage] = await Promise.all([
    metrics.overview.read(),
    metrics.stats.read(period),
    storage.sessions.subjects(undefined, USERS_MAX),
    outbox.deliveries.list({ limit: DELIVERIES_MAX }),
    outbox.emailLedger?.outage(),
  ])
  const recent = ledger.entries.filter(({ createdAt }) => createdAt >= now() - DAY_MS)
  const failed = recent.filter(({ state }) => state === 'failed')
  const counted = reachesBack(ledger.entries, recent)
  const { users: userCounts } = counts ?? {}
  await show(page, 200, Overview, {
    countedAt: dateOf(counts?.countedAt),
    emails: outage && { ...outage, since: new Date(outage.since) },
    incidents: await Promise.all((counts?.incidents ?? []).map((incident) => incidentView(page, incident))),
    signIns: compared(days, ({ signIns, hours }) => ({ count: signIns, hours }), now()),
    failedSignIns: compared(
      days,
      ({ failedSignIns, failedHours }) => ({ count: failedSignIns, hours: failedHours }),
      now(),
    ),
    people: { count: users.length, counted: users.length < USERS_MAX ? 'all' : 'at-least' },
    failedDeliveries: { count: failed.length, counted },
    days: days.map(({ day, signIns, failedSignIns }) => ({ day, signIns, failedSignIns })),
    hours: weekOf(days),
    apps: counts?.apps ?? [],
    more: { apps: unlisted(counts, 'apps'), incidents: unlisted(counts, 'incidents') },
    attention: {
      ...(await attentionOfService(page, failed, counted)),
      reasons: await reasonsOf(page, counts?.attention ?? []),
      form: page.mayChange ? formAt(page, '/attention') : undefined,
    },
    secondStep:
      userCounts === undefined
        ? undefined
        : { users: userCounts.counted, mustSetUp: userCounts.mustSetUp ?? 0, ...userCounts.secondStep },
  })
}

/** POST /attention: dismisses or restores a reason. */
export async function dismissAttention(page: OperationsRequest): Promise<void> {
  const { dismissals } = page.services
  const reason = ATTENTION_REASONS.find((one) => one === page.form.get('reason'))
  if (reason !== undefined) {
    if (page.form.get('act') === 'restore') await dismissals.restore(reason, actorOf(page))
    else await dismissals.dismiss(reason, actorOf(page))
  }
  redirect(page.context, page.href('/'))
}

const unlisted = (counts: OverviewCounts | undefined, what: 'apps' | 'incidents'): number =>
  counts?.all === undefined ? 0 : counts.all[what] - counts[what].length

const reachesBack = (all: readonly LedgerEntry[], recent: readonly LedgerEntry[]): 'all' | 'at-least' =>
  all.length < DELIVERIES_MAX || recent.length < all.length ? 'all' : 'at-least'

/** Counts the same day last week up to this time: the full hours, plus a proportional share of the current hour. */
function compared(
  days: readonly DayStats[],
  of: (day: DayStats) => { readonly count: number; readonly hours: readonly number[] },
  now: number,
): Compared {
  const [today, before] = [days.at(-1), days.at(-8)]
  const hour = Math.floor((now % DAY_MS) / HOUR_MS)
  const passed = (now % HOUR_MS) / HOUR_MS
  const until = before === undefined ? [] : of(before).hours
  const whole = until.slice(0, hour).reduce((sum, count) => sum + count, 0)
  return {
    today: today === undefined ? 0 : of(today).count,
    lastWeek: Math.round(whole + (until[hour] ?? 0) * passed),
  }
}

/** Adds links to the incident's fix and to the most recent denied request. */
async function incidentView(page: OperationsRequest, incident: Incident): Promise<IncidentView> {
  const { clientId } = incident
  const at = (tab: string): string => page.href(clientPath(clientId, tab))
  if (incident.kind === 'silent') return { ...incident, fixHref: at('overview'), whyHref: at('overview') }
  const { entries } = await page.services.audit.list(
    { client: clientId, group: 'request', result: 'refused' },
    undefined,
    1,
  )
  const requestId = entries.find(({ ref }) => ref === incident.ref)?.requestId
  const found = requestId === undefined ? undefined : await page.services.explanations.find(requestId)
  const addHref = found && addHrefOf(page, found, await page.services.clients.find(clientId))
  return {
    ...incident,
    fixHref: addHref ?? at(FIX_TABS[incident.ref] ?? 'overview'),
    whyHref:
      requestId === undefined
        ? page.href(`/activity?client=${encodeURIComponent(clientId)}&result=refused`)
        : page.href(`/explain/${encodeURIComponent(requestId)}`),
  }
}

/** The client tab on which to fix each cause. Causes that must be fixed in the app itself are not listed. */
const FIX_TABS: Readonly<Record<string, string>> = {
  redirect_uri_mismatch: 'settings',
  post_logout_redirect_uri_mismatch: 'settings',
  scope_denied: 'scopes',
  client_disabled: 'lifecycle',
  invalid_client_secret: 'security',
}

async function reasonsOf(
  page: OperationsRequest,
  counted: readonly Omit<ClientReason, 'dismissed'>[],
): Promise<readonly ClientReason[]> {
  const dismissed = await page.services.dismissals.read()
  return Promise.all(
    counted.map(async ({ reason, count }) => {
      const aside = dismissed[reason]
      return aside === undefined
        ? { reason, count }
        : { reason, count, dismissed: { by: await nameOf(page, aside.by), until: new Date(aside.until) } }
    }),
  )
}
