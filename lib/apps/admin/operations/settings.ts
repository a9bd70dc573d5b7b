import { type ConnectorSettings, listConnector, listSettings } from '../../../config/settings-list.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { registeredAddresses } from '../../../protocol/upstream/services.ts'
import type { View } from '../../../web/ui/view.ts'
import { viewOf } from '../../first-party/page.ts'
import { show } from '../shell/show.ts'
import type { ConnectorView } from './connectors-view.tsx'
import type { OperationsRequest } from './services.ts'
import { rowsOf } from './settings-rows.ts'
import { type SettingRow, Settings, type SettingsTab, settingsGroups } from './settings-view.tsx'

/** GET /settings?group=&q=: the effective configuration. For a secret, at most its size is shown. */
export async function showSettings(page: OperationsRequest): Promise<void> {
  const { query, href, services } = page
  const { configuration, node } = services
  const text = (query.get('q') ?? '').trim().slice(0, 200)
  const rows = rowsOf(listSettings(configuration, node.sources), viewOf(page))
  const tab: SettingsTab = settingsGroups.find((group) => group === query.get('group')) ?? 'changed'
  const changed = rows.filter((row) => row.changed)
  await show(page, 200, Settings, {
    text,
    tab,
    tabs: (['changed', ...settingsGroups] as const).map((name) => ({
      name,
      href: withParameters(href('/settings'), { group: name === 'changed' ? undefined : name }),
    })),
    changed: changed.length,
    rows:
      text === '' ? rowsIn(tab, rows) : rows.filter((row) => isMeant(row, text.toLowerCase())).toSorted(changedFirst),
    connectors: isAboutConnectors(text, tab)
      ? configuration.login.upstreams.map((one) => connectorView(services.site.issuerUrl, one, viewOf(page)))
      : undefined,
    lifetimes: text === '' && tab === 'tokens' ? configuration.lifetimes : undefined,
    healthHref: href('/health'),
  })
}

const isAboutConnectors = (text: string, tab: SettingsTab): boolean =>
  text === '' ? tab === 'signIn' : text.toLowerCase().startsWith('login.upstreams')

function rowsIn(tab: SettingsTab, rows: readonly SettingRow[]): readonly SettingRow[] {
  if (tab === 'changed') return rows.filter(({ changed }) => changed)
  return rows.filter(({ group }) => group === tab).toSorted(changedFirst)
}

const changedFirst = (a: SettingRow, b: SettingRow): number => Number(b.changed) - Number(a.changed)

const isMeant = ({ path, description, value }: SettingRow, wanted: string): boolean =>
  [path, description, value?.text ?? ''].some((text) => text.toLowerCase().includes(wanted)) ||
  // A limit's two settings share one row, so a search for the full path of either setting must find that row.
  wanted.startsWith(`${path.toLowerCase()}.`)

/** A connector with all its settings. For its secret, the page only shows whether one is set. */
export function connectorView(issuerUrl: string, connector: ConnectorSettings, view: View): ConnectorView {
  const { id, name } = connector
  return { id, name, ...registeredAddresses(issuerUrl, id), rows: rowsOf(listConnector(connector), view) }
}
