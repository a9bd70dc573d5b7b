/** The audit trail's filter on one line: a link for each kind of event, a search field, and preset periods. */
import type { AuditKind } from '../../../domain/audit/audit-kinds.ts'
import { HiddenFields, SearchLine } from '../../../web/ui/components/filter.tsx'
import { Button, ButtonLink, ErrorSummary, Field } from '../../../web/ui/components/form.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { LinkMenu } from '../../../web/ui/components/menu.tsx'
import { Segments } from '../../../web/ui/components/tabs.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import { type HasView, isolate, safeUrl, type VNode } from '../../../web/ui/view.ts'
import type { DayField, Narrow, Period } from './activity-query.ts'
import { FirstMatches } from './search-view.tsx'

type Hidden = Readonly<Record<string, string | undefined>>

export interface ActivityFilterProps {
  readonly path: string
  /** The search text as typed. */
  readonly text: string
  readonly kinds: readonly { readonly kind: AuditKind; readonly href: string; readonly current: boolean }[]
  /** Number of failures; absent if unknown. */
  readonly failures?: string | undefined
  readonly period: Period
  readonly periods: readonly { readonly period: Period; readonly href: string }[]
  readonly days: Readonly<Record<DayField, string>>
  /** Fields that contain an invalid date. */
  readonly wrong: readonly DayField[]
  /** Hidden fields of the search form and of the date form. */
  readonly hidden: Hidden
  readonly daysHidden: Hidden
  readonly clearHref: string
  /** The active single-value filters. Each URL leads to the list without that filter. */
  readonly narrowed: readonly { readonly name: Narrow; readonly text: string; readonly href: string }[]
  /** Present if the search matches several users or clients; each links to a list filtered by that user or client. */
  readonly named?:
    | {
        readonly shown: readonly { readonly kind: 'user' | 'client'; readonly name: string; readonly href: string }[]
        readonly more: number
      }
    | undefined
  /** Number of users, clients, and requests that match the search and are included, if more match. */
  readonly first?: number | undefined
}

export function ActivityFilter(props: ActivityFilterProps, { view }: HasView): VNode {
  const { path, text, kinds, failures, period, periods, wrong, hidden } = props
  const t = view.t.operations.activity
  return (
    <>
      <ErrorSummary issues={wrong.map((field) => ({ field, text: t.wrong[field] }))} />
      <div class="sso-bar-line">
        <Segments
          label={t.kind}
          segments={kinds.map(({ kind, href, current }) => ({
            label: t.kinds[kind],
            href,
            current,
            count: kind === 'failures' ? failures : undefined,
          }))}
        />
        <SearchLine action={path} label={t.filter} fieldLabel={t.find} query={text} submit={t.filter} hidden={hidden} />
        <LinkMenu
          label={
            <>
              <span class="sso-hidden">{t.period}</span>
              {t.periods[period]}
            </>
          }
          links={periods.map((one) => ({
            label: t.periods[one.period],
            href: one.href,
            current: one.period === period,
          }))}
        />
      </div>
      {period === 'choose' ? <Days {...props} /> : null}
      <Narrowed {...props} />
    </>
  )
}

function Days({ path, days, wrong, daysHidden }: ActivityFilterProps, { view }: HasView): VNode {
  const t = view.t.operations.activity
  const day = (name: DayField): VNode => (
    <Field
      id={name}
      label={t[name]}
      error={wrong.includes(name) ? t.wrong[name] : undefined}
      // A date field cannot display an invalid date, so the input becomes a text field.
      input={
        wrong.includes(name)
          ? { type: 'text', value: days[name], autocomplete: 'off' }
          : { type: 'date', value: days[name], autocomplete: 'off' }
      }
    />
  )
  return (
    <form class="sso-day-fields" method="get" action={safeUrl(path)} aria-label={t.period}>
      <HiddenFields values={daysHidden} />
      {day('since')}
      {day('until')}
      <Button look="secondary">{t.filter}</Button>
    </form>
  )
}

function Narrowed({ narrowed, named, first, text, clearHref }: ActivityFilterProps, { view }: HasView): VNode | null {
  const t = view.t.operations.activity
  if (narrowed.length === 0 && named === undefined && text === '') return null
  return (
    <div class="sso-narrowed">
      {narrowed.map(({ name, text: value, href }) => (
        <Link href={href} class="sso-chip">
          {t.narrowedTo[name]} <bdi>{value}</bdi>
          <Icon name="close" />
          <span class="sso-hidden">{t.remove}</span>
        </Link>
      ))}
      {named === undefined ? null : (
        <>
          <span class="sso-muted">{t.several({ query: isolate(text), count: named.shown.length + named.more })}</span>
          {named.shown.map(({ name, href }) => (
            <Link href={href} class="sso-chip">
              <bdi>{name}</bdi>
            </Link>
          ))}
          {named.more === 0 ? null : <span class="sso-muted">{t.more({ count: named.more })}</span>}
        </>
      )}
      <ButtonLink look="plain" href={clearHref}>
        {view.t.panel.clearFilters}
      </ButtonLink>
      <FirstMatches count={first || undefined} />
    </div>
  )
}
