/** What of the clients is looked for; the order of the list is kept. */
import type { VNode } from 'preact'
import { Select } from '../../../web/ui/components/choice.tsx'
import { optionsOf, SearchFilter } from '../../../web/ui/components/filter.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'

export type ClientFilters = Readonly<Record<'q' | 'type' | 'env' | 'status' | 'sort', string>>

export function ClientFilter({ frame, filter, view }: Framed & { readonly filter: ClientFilters } & Viewed): VNode {
  const { columns, filter: texts, types, environments, states } = view.t.clients
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
      <Select
        id="type"
        name="type"
        label={columns.type}
        value={filter.type}
        options={optionsOf(texts.anyType, types)}
      />
      <Select
        id="env"
        name="env"
        label={columns.environment}
        value={filter.env}
        options={optionsOf(texts.anyEnvironment, environments)}
      />
      <Select
        id="status"
        name="status"
        label={columns.status}
        value={filter.status}
        options={optionsOf(texts.anyStatus, states)}
      />
      {filter.sort === '' ? null : <input type="hidden" name="sort" value={filter.sort} />}
    </SearchFilter>
  )
}
