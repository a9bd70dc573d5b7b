/** The filter of the client list; it keeps the sort order. */
import { Select } from '../../../web/ui/components/choice.tsx'
import { optionsOf, SearchFilter } from '../../../web/ui/components/filter.tsx'
import type { Viewed, VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'

export type ClientFilters = Readonly<Record<'q' | 'type' | 'env' | 'status' | 'sort', string>>

export function ClientFilter({ frame, filter, view }: Framed & { readonly filter: ClientFilters } & Viewed): VNode {
  const { columns, filter: texts, types, environments, states } = view.t.clients
  const choices = [
    ['type', columns.type, optionsOf(texts.anyType, types)],
    ['env', columns.environment, optionsOf(texts.anyEnvironment, environments)],
    ['status', columns.status, optionsOf(texts.anyStatus, states)],
  ] as const
  return (
    <SearchFilter
      action={`${frame.root}/clients`}
      label={texts.label}
      query={filter.q}
      queryLabel={texts.search}
      placeholder={texts.searchHint}
      submit={texts.apply}
      line
      view={view}
    >
      {choices.map(([name, label, options]) => (
        <Select id={name} name={name} label={label} value={filter[name]} options={options} />
      ))}
      {filter.sort === '' ? null : <input type="hidden" name="sort" value={filter.sort} />}
    </SearchFilter>
  )
}
