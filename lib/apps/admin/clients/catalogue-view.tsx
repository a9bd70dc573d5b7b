/** Lets the administrator select a catalogue app and its URL, to prefill the form below. */

import { Select } from '../../../web/ui/components/choice.tsx'
import { Button, Field, type FormIssue } from '../../../web/ui/components/form.tsx'
import { Banner, Section } from '../../../web/ui/components/section.tsx'
import { type HasView, isolate, safeUrl, type View, type VNode } from '../../../web/ui/view.ts'

/** The selected app's catalogue entry. Names and reasons are in English, as in the app's own documentation. */
export interface AppSummary {
  readonly name: string
  readonly version: string
  readonly way: 'openid-connect' | 'gate'
  readonly checked: 'tried' | 'read'
  /** The month in which its documentation and source were read. */
  readonly date: string
  /** Why the app needs the gate, or a note about its settings. */
  readonly note?: string
  /** For an app behind the gate, the app settings that are needed to accept the gate's headers. */
  readonly settings: readonly string[]
}

export interface CatalogueChoiceProps {
  readonly action: string
  readonly apps: readonly { readonly id: string; readonly name: string; readonly way: AppSummary['way'] }[]
  readonly chosen: string
  readonly url: string
  readonly issue?: 'url' | 'app'
  readonly summary?: AppSummary
}

export function CatalogueChoice(props: CatalogueChoiceProps, { view }: HasView): VNode {
  const { action, apps, chosen, url, issue, summary } = props
  const { catalogue } = view.t.clients
  const labelOf = ({ name, way }: CatalogueChoiceProps['apps'][number]): string =>
    way === 'gate' ? catalogue.byTheGate({ name: isolate(name) }) : name
  return (
    <Section id="catalogue" title={catalogue.title}>
      <form class="sso-catalogue" method="get" action={safeUrl(action)}>
        <Select
          id="app"
          label={catalogue.app}
          value={chosen}
          error={issue === 'app' ? catalogue.chooseApp : undefined}
          options={[
            { value: '', label: catalogue.none },
            ...apps.map((app) => ({ value: app.id, label: labelOf(app) })),
          ]}
        />
        <Field
          id="app-url"
          name="url"
          label={catalogue.url}
          error={issue === 'url' ? catalogue.urlIssue : undefined}
          input={{
            type: 'url',
            value: url,
            placeholder: 'https://app.example.com',
            autocomplete: 'off',
            spellcheck: false,
            dir: 'ltr',
          }}
        />
        <Button look="secondary">{catalogue.submit}</Button>
      </form>
      {summary === undefined ? null : <AppNotice summary={summary} />}
    </Section>
  )
}

/** The issue with the selected app or its URL, for the error summary at the top of the page. */
export function catalogueIssues({ issue }: CatalogueChoiceProps, view: View): readonly FormIssue[] {
  const { catalogue } = view.t.clients
  if (issue === undefined) return []
  return [
    issue === 'app' ? { field: 'app', text: catalogue.chooseApp } : { field: 'app-url', text: catalogue.urlIssue },
  ]
}

function AppNotice({ summary }: { readonly summary: AppSummary }, { view }: HasView): VNode {
  const { catalogue } = view.t.clients
  const name = isolate(summary.name)
  return (
    <Banner tone={summary.way === 'gate' ? 'warn' : 'ok'}>
      <p>{summary.way === 'gate' ? catalogue.gated({ name }) : catalogue.filled({ name })}</p>
      {summary.note === undefined ? null : (
        <p lang="en" dir="ltr">
          {summary.way === 'gate' ? `${summary.name} ${summary.note}.` : summary.note}
        </p>
      )}
      {summary.settings.length === 0 ? null : (
        <>
          <p>{catalogue.headers}</p>
          <pre class="sso-block" dir="ltr">
            {summary.settings.join('\n')}
          </pre>
        </>
      )}
      <p class="sso-fine">
        {summary.checked === 'tried'
          ? catalogue.tried({ version: isolate(summary.version) })
          : catalogue.read({ version: isolate(summary.version), date: isolate(summary.date) })}
      </p>
    </Banner>
  )
}
