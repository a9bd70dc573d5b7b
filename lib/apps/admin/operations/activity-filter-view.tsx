/** What of the audit trail is looked for. Clients and users are named exactly, days as they are written. */
import type { VNode } from 'preact'
import { Select } from '../../../web/ui/components/choice.tsx'
import { ErrorSummary } from '../../../web/ui/components/error-summary.tsx'
import { Field } from '../../../web/ui/components/field.tsx'
import { Filter, optionsOf } from '../../../web/ui/components/filter.tsx'
import type { Viewed } from '../../../web/ui/view.ts'

export type DayFilter = 'since' | 'until'

export interface ActivityFilters {
  readonly group: string
  readonly result: string
  readonly client: string
  readonly user: string
  readonly since: string
  readonly until: string
}

export interface ActivityFilterProps {
  /** Address of the list. */
  readonly path: string
  readonly filters: ActivityFilters
  readonly filtered: boolean
  /** Filters that name no day. */
  readonly wrong: readonly DayFilter[]
}

export function ActivityFilter({ path, filters, filtered, wrong, view }: ActivityFilterProps & Viewed): VNode {
  const t = view.t.operations.activity
  const { result } = view.t.admin
  const wrongText = { since: t.sinceWrong, until: t.untilWrong }
  const text = (name: 'client' | 'user'): VNode => (
    <Field
      id={name}
      name={name}
      label={t[name]}
      view={view}
      input={{ value: filters[name], autocomplete: 'off', spellcheck: false }}
    />
  )
  const day = (name: DayFilter): VNode => (
    <Field
      id={name}
      name={name}
      label={t[name]}
      error={wrong.includes(name) ? wrongText[name] : undefined}
      view={view}
      input={{ value: filters[name], placeholder: '2026-01-31', autocomplete: 'off' }}
    />
  )
  return (
    <>
      <ErrorSummary issues={wrong.map((field) => ({ field, text: wrongText[field] }))} view={view} />
      <Filter action={path} submit={t.filter} filtered={filtered} view={view}>
        <Select
          id="group"
          name="group"
          label={t.group}
          value={filters.group}
          options={optionsOf(t.anyGroup, t.groups)}
        />
        <Select
          id="result"
          name="result"
          label={t.result}
          value={filters.result}
          options={optionsOf(t.anyResult, { ok: result.ok, refused: result.refused })}
        />
        {text('client')}
        {text('user')}
        {day('since')}
        {day('until')}
      </Filter>
    </>
  )
}
