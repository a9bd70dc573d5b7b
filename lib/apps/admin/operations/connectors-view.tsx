/** External providers: the values to register with each one, and all settings of its connector. */
import type { registeredAddresses } from '../../../protocol/upstream/services.ts'
import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'

export interface ConnectorRow {
  readonly path: string
  /** Description from the schema, in English. */
  readonly description: string
  readonly value?: DisplayText | undefined
}

export interface ConnectorView extends ReturnType<typeof registeredAddresses> {
  readonly id: string
  readonly name: string
  readonly rows: readonly ConnectorRow[]
}

export function Connectors({ connectors }: { connectors: readonly ConnectorView[] }): VNode {
  return (
    <>
      {connectors.map((connector) => (
        <Connector connector={connector} />
      ))}
    </>
  )
}

const ADDRESSES = ['redirectUri', 'backchannelLogoutUri', 'signedOutUri'] as const

function Connector({ connector }: { connector: ConnectorView }, { view }: HasView): VNode {
  const { id, name, rows } = connector
  const t = view.t.operations.settings
  const anchor = `connector-${id}`
  return (
    <Section id={anchor} title={t.connector.title({ name })} lead={t.connector.lead}>
      {ADDRESSES.map((address) => (
        <CopyField id={`${anchor}-${address}`} label={t.connector[address]} value={connector[address]} />
      ))}
      <Table<ConnectorRow>
        caption={t.connector.caption({ name })}
        rows={rows}
        prose
        columns={[
          {
            label: t.name,
            cell: SettingName,
          },
          {
            label: t.value,
            cell: ({ value }) =>
              value === undefined ? <span class="sso-muted">{t.none}</span> : <Shown shown={value} />,
          },
        ]}
      />
    </Section>
  )
}

export interface DisplayText {
  readonly text: string
  /** True for a literal value, such as a URL or a configuration keyword. */
  readonly code?: boolean
}

export const Shown = ({ shown: { text, code = false } }: { shown: DisplayText }): VNode =>
  code ? <code dir="ltr">{text}</code> : <span>{text}</span>

/** A setting's description, followed by its configuration path. Neither is translated. */
export function SettingName({ path, description }: { readonly path: string; readonly description: string }): VNode {
  return (
    <>
      <span dir="ltr" lang="en">
        {description}
      </span>
      <code class="sso-sub" dir="ltr">
        {path}
      </code>
    </>
  )
}
