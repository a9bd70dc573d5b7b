/** Lets the administrator select a catalogue app and its URL, to prefill the form below. */

import { Monogram } from '../../../web/ui/components/apps.tsx'
import { FieldBlock } from '../../../web/ui/components/field-block.tsx'
import { Button, Field, type FormIssue, VERBATIM } from '../../../web/ui/components/form.tsx'
import { Banner, Section } from '../../../web/ui/components/section.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
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
  readonly apps: readonly {
    readonly id: string
    readonly name: string
    readonly way: AppSummary['way']
    /** Absent if the app's icon is not part of Portico. */
    readonly mark?: { readonly color: string; readonly path: string } | undefined
  }[]
  readonly chosen: string
  readonly url: string
  readonly issue?: 'url' | 'app'
  readonly summary?: AppSummary
}

export function CatalogueChoice(props: CatalogueChoiceProps, { view }: HasView): VNode {
  const { action, apps, chosen, url, issue, summary } = props
  const { catalogue } = view.t.clients
  const app = apps.find(({ id }) => id === chosen)
  return (
    <div class="sso-app-choice" data-sso-filter={catalogue.noneFound}>
      <Section
        id="catalogue"
        title={catalogue.title}
        actions={app === undefined ? <AppFilter {...props} /> : undefined}
      >
        <form class="sso-catalogue" method="get" action={safeUrl(action)}>
          {app === undefined ? (
            <AppGrid {...props} />
          ) : (
            <p class="sso-chosen-app">
              <input type="hidden" name="app" value={app.id} />
              <AppTile app={app} size="medium" />
              <span>
                <strong>{app.name}</strong>
                <Link href={action}>{catalogue.another}</Link>
              </span>
            </p>
          )}
          <div class="sso-app-url">
            <Field
              id="app-url"
              name="url"
              label={catalogue.url}
              error={issue === 'url' ? catalogue.urlIssue : undefined}
              input={{ type: 'url', value: url, placeholder: 'https://app.example.com', dir: 'ltr', ...VERBATIM }}
            />
            <Button look="secondary">{catalogue.submit}</Button>
          </div>
        </form>
        {summary === undefined ? null : <AppNotice summary={summary} />}
      </Section>
      <p class="sso-hint" role="status" />
    </div>
  )
}

type KnownApp = CatalogueChoiceProps['apps'][number]

/** Without scripts, only the kinds can be selected. */
function AppFilter({ apps }: CatalogueChoiceProps, { view }: HasView): VNode {
  const { catalogue, types } = view.t.clients
  const kinds = { '': catalogue.all, 'openid-connect': catalogue.direct, gate: types.gate }
  return (
    <>
      <div class="sso-formats" role="radiogroup" aria-labelledby="catalogue">
        {Object.entries(kinds).map(([way, label]) => (
          <label>
            <input type="radio" name="way" value={way} checked={way === ''} />
            {label}
            <span class="sso-segment-count">{apps.filter((app) => way === '' || app.way === way).length}</span>
          </label>
        ))}
      </div>
      <input
        class="sso-input"
        type="search"
        data-sso-scripted
        aria-label={catalogue.find}
        placeholder={catalogue.find}
        {...VERBATIM}
      />
    </>
  )
}

function AppGrid({ apps, issue }: CatalogueChoiceProps, { view }: HasView): VNode {
  const { catalogue, types } = view.t.clients
  return (
    <FieldBlock
      id="app"
      group
      label={<legend class="sso-hidden">{catalogue.app}</legend>}
      error={issue === 'app' ? catalogue.chooseApp : undefined}
    >
      <ul class="sso-app-grid">
        <li>
          <label>
            <input type="radio" id="app" name="app" value="" checked />
            <span class="sso-tile sso-tile-small" aria-hidden="true">
              +
            </span>
            {catalogue.none}
          </label>
        </li>
        {apps.map((app) => (
          <li class={`sso-app-${app.way}`}>
            <label>
              <input type="radio" name="app" value={app.id} />
              <AppTile app={app} size="small" />
              <bdi>{app.name}</bdi>
              {app.way === 'gate' ? <span class="sso-hidden">{types.gate}</span> : null}
            </label>
          </li>
        ))}
      </ul>
    </FieldBlock>
  )
}

function AppTile({ app: { name, mark }, size }: { app: KnownApp; size: 'small' | 'medium' }): VNode {
  if (mark === undefined) return <Monogram name={name} size={size} />
  return (
    <svg class={`sso-tile sso-tile-${size} sso-tile-icon`} viewBox="-6 -6 36 36" aria-hidden="true">
      <path fill={mark.color} d={mark.path} />
    </svg>
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
