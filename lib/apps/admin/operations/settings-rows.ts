/** Converts settings to grouped rows with units. The two numbers of a rate limit share one row. */
import type { DisplayValue, SettingLine } from '../../../config/settings-list.ts'
import { lifeOf } from '../../../web/ui/texts/format/life.ts'
import { listOf } from '../../../web/ui/texts/format/time.ts'
import type { View } from '../../../web/ui/view.ts'
import type { DisplayText } from './connectors-view.tsx'
import type { SettingRow, SettingsGroup } from './settings-view.tsx'
import { shortPath } from './short-path.ts'

/** Longer values, such as style sheets and images, are not shown. */
const TEXT_MAX = 200

/** The beginnings of the settings' paths in each group. The longest match wins. */
const GROUPS: Readonly<Record<SettingsGroup, readonly string[]>> = {
  addresses: ['baseUrl', 'adminUrl', 'portalUrl', 'trustProxy', 'hsts', 'admin', 'portal'],
  signIn: ['login', 'accounts', 'ldap', 'clients'],
  tokens: ['lifetimes', 'idTokenClaims'],
  signOut: ['logout'],
  limits: ['rateLimits', 'login.throttle'],
  appearance: ['theme', 'ui'],
  keys: ['secret', 'keys'],
  audit: ['audit'],
}

/** Settings that contain a path of the server. */
const PATHS: readonly string[] = ['login.passwordList', 'ui.texts']

export function groupOf(path: string): SettingsGroup {
  const matches = (Object.keys(GROUPS) as SettingsGroup[]).flatMap((group) =>
    GROUPS[group].filter((start) => `${path}.`.startsWith(`${start}.`)).map((start) => ({ group, start })),
  )
  return matches.toSorted((a, b) => b.start.length - a.start.length)[0]?.group ?? 'addresses'
}

export function rowsOf(lines: readonly SettingLine[], view: View): readonly SettingRow[] {
  const windows = new Map(lines.map((line) => [line.path, line]))
  return lines.flatMap((line) => {
    const { path, shown, usual, changed, source, description } = line
    const window = windows.get(path.replace(/\.limit$/, '.windowSeconds'))
    if (path.endsWith('.limit') && window !== undefined && window !== line)
      return [limitRow(path.replace(/\.limit$/, ''), line, window, view)]
    if (path.endsWith('.windowSeconds') && windows.has(path.replace(/\.windowSeconds$/, '.limit'))) return []
    return [
      {
        path,
        group: groupOf(path),
        // The unit is already part of the value.
        description: description.replace(/, in seconds\.$/, '.'),
        value: shown === undefined ? undefined : PATHS.includes(path) ? pathText(shown) : shownText(shown, view),
        usual: usual === undefined ? undefined : shownText(usual, view),
        changed,
        source: source.from,
        origin: originOf(source),
      },
    ]
  })
}

/** Combines the two numbers of a rate limit in one row: "10 tries in 15 minutes". */
function limitRow(path: string, limit: SettingLine, window: SettingLine, view: View): SettingRow {
  const { limits } = view.t.operations.settings
  const say = limits[groupOfLimit(path)]
  const textOf = (count: DisplayValue | undefined, span: DisplayValue | undefined): DisplayText | undefined =>
    count === undefined || span === undefined
      ? undefined
      : { text: say({ count: numberIn(count), span: lifeOf(view.locale, numberIn(span)) }) }
  const changed = limit.changed || window.changed
  const { source } = limit.changed || !window.changed ? limit : window
  return {
    path,
    group: groupOf(path),
    description: limit.about ?? limit.description,
    value: textOf(limit.shown, window.shown),
    usual: changed ? textOf(limit.usual ?? limit.shown, window.usual ?? window.shown) : undefined,
    changed,
    source: source.from,
    origin: originOf(source),
  }
}

const pathText = (shown: DisplayValue): DisplayText => ({
  text: shown.kind === 'value' ? shortPath(String(shown.value)) : '',
  code: true,
})

const originOf = ({ from, name }: SettingLine['source']): string | undefined =>
  from === 'file' && name !== undefined ? shortPath(name) : name

const groupOfLimit = (path: string): 'tries' | 'requests' => (path.startsWith('login.') ? 'tries' : 'requests')
const numberIn = (shown: DisplayValue): number => (shown.kind === 'value' ? Number(shown.value) : shown.count)

function shownText(shown: DisplayValue, view: View): DisplayText {
  const t = view.t.operations.settings
  if (shown.kind !== 'value') return { text: t[shown.kind]({ count: shown.count }) }
  const { value, unit } = shown
  if (Array.isArray(value))
    return value.length === 0
      ? { text: view.t.panel.none }
      : unit === undefined
        ? { text: value.join(', '), code: true }
        : {
            text: listOf(
              view.locale,
              value.map((one) => lifeOf(view.locale, secondsOf(Number(one), unit))),
            ),
          }
  if (typeof value === 'boolean') return { text: value ? t.on : t.off }
  if (typeof value === 'number')
    return {
      text:
        unit === undefined
          ? new Intl.NumberFormat(view.locale).format(value)
          : lifeOf(view.locale, secondsOf(value, unit)),
    }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return { text: text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text, code: true }
}

const secondsOf = (value: number, unit: string): number => (unit === 'days' ? value * 86_400 : value)
