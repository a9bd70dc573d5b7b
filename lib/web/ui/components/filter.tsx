/** What a list is filtered by: a plain form, answered by the list itself. */
import type { ComponentChildren, VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { safeUrl } from '../view.ts'
import type { Option } from './choice.tsx'
import { Button, ButtonLink, Field } from './form.tsx'

export interface SearchFilterProps {
  readonly action: string
  readonly label: string
  readonly query: string
  /** Of the field for the text; as the form's own where there is none. */
  readonly queryLabel?: string
  readonly placeholder?: string
  readonly submit: string
  /** On one line: labels are for assistive technology, and each choice says what it is. */
  readonly line?: boolean
  /** What else can be chosen. */
  readonly children?: ComponentChildren
}

/** Begins with a text to look for. */
export function SearchFilter(props: SearchFilterProps & Viewed): VNode {
  const { action, label, query, queryLabel = label, placeholder, submit, line = false, children, view } = props
  const input = { type: 'search', value: query, autocomplete: 'off', spellcheck: false } as const
  return (
    <form
      class={line ? 'sso-filter-line' : 'sso-filter'}
      method="get"
      action={safeUrl(action)}
      aria-label={label}
      role="search"
    >
      <Field
        view={view}
        id="q"
        name="q"
        label={queryLabel}
        input={placeholder === undefined ? input : { ...input, placeholder }}
      />
      {children}
      <Button look="secondary">{submit}</Button>
    </form>
  )
}

export interface SearchLineProps {
  readonly action: string
  /** Of the form, and of the field where that has none of its own. */
  readonly label: string
  readonly fieldLabel?: string
  readonly placeholder?: string
  readonly query: string
  readonly submit: string
  /** What the form sends along. */
  readonly hidden?: Readonly<Record<string, string | undefined>>
  /** Whether anything is filtered, so that there is something to clear. */
  readonly filtered?: boolean
}

/** A text to look for, on one line with its button. */
export function SearchLine(props: SearchLineProps & Viewed): VNode {
  const { action, label, fieldLabel = label, placeholder = fieldLabel, query, submit, hidden = {}, view } = props
  return (
    <form class="sso-search-line" role="search" method="get" action={safeUrl(action)} aria-label={label}>
      <HiddenFields values={hidden} />
      <input
        class="sso-input"
        type="search"
        name="q"
        aria-label={fieldLabel}
        value={query}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
      />
      <Button look="secondary">{submit}</Button>
      {props.filtered ? (
        <ButtonLink look="plain" href={action}>
          {view.t.panel.clearFilters}
        </ButtonLink>
      ) : null}
    </form>
  )
}

export const HiddenFields = ({ values }: { values: Readonly<Record<string, string | undefined>> }): VNode => (
  <>
    {Object.entries(values).map(([name, value]) =>
      value === undefined ? null : <input type="hidden" name={name} value={value} />,
    )}
  </>
)

/** What a filter offers: any, or one of those that have a label. */
export const optionsOf = (any: string, labels: Readonly<Record<string, string>>): readonly Option[] => [
  { value: '', label: any },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
]
