/** What a list is filtered by: a plain form, answered by the list itself. */
import type { ComponentChildren, VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { safeUrl } from '../view.ts'
import type { Option } from './choice.tsx'
import { Button, Field } from './form.tsx'

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

/** What a filter offers: any, or one of those that have a label. */
export const optionsOf = (any: string, labels: Readonly<Record<string, string>>): readonly Option[] => [
  { value: '', label: any },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
]
