/** A list's filter: a plain form that submits to the list's own page. */
import { type ComponentChildren, type HasView, safeUrl, type VNode } from '../view.ts'
import type { Option } from './choice.tsx'
import { Button, ButtonLink, Field } from './form.tsx'

export interface SearchFilterProps {
  readonly action: string
  readonly label: string
  readonly query: string
  /** Label of the text field; defaults to the form's label. */
  readonly queryLabel?: string
  readonly placeholder?: string
  readonly submit: string
  /** Whether the filter is on one line without visible labels, so each option must be clear on its own. */
  readonly line?: boolean
  readonly children?: ComponentChildren
}

/** A filter that starts with a text field. */
export function SearchFilter(props: SearchFilterProps): VNode {
  const { action, label, query, queryLabel = label, placeholder, submit, line = false, children } = props
  const input = { type: 'search', value: query, autocomplete: 'off', spellcheck: false } as const
  return (
    <form
      class={line ? 'sso-filter-line' : 'sso-filter'}
      method="get"
      action={safeUrl(action)}
      aria-label={label}
      role="search"
    >
      <Field id="q" label={queryLabel} input={placeholder === undefined ? input : { ...input, placeholder }} />
      {children}
      <Button look="secondary">{submit}</Button>
    </form>
  )
}

export interface SearchLineProps {
  readonly action: string
  /** Label for the form, and for the field if there is no `fieldLabel`. */
  readonly label: string
  readonly fieldLabel?: string
  readonly placeholder?: string
  readonly query: string
  readonly submit: string
  /** The form's hidden fields. */
  readonly hidden?: Readonly<Record<string, string | undefined>>
  /** Whether a filter is active. If so, a link to clear it is shown. */
  readonly filtered?: boolean
}

/** A text field and its button on one line. */
export function SearchLine(props: SearchLineProps, { view }: HasView): VNode {
  const { action, label, fieldLabel = label, placeholder = fieldLabel, query, submit, hidden = {} } = props
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

/** A filter's options: any value, or one of the labeled values. */
export const optionsOf = (any: string, labels: Readonly<Record<string, string>>): readonly Option[] => [
  { value: '', label: any },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
]
