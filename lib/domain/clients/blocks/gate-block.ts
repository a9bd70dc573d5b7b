/** Configuration of a gated app's reverse proxy. The proxy removes Portico's cookies and any spoofed headers. */
import type { IdentityFact } from '../../../../policies/identity-headers.ts'
import { CATALOGUE, isCatalogueId } from '../catalogue/catalogue.ts'
import type { GatedCatalogueApp } from '../catalogue/catalogue-app.ts'
import { type BlockPart, namedParts } from './block.ts'
import { type GateBlock, gateValues, rowsOf } from './gate-values.ts'
import { filled } from './render.ts'
import { readTemplate } from './template.ts'

export const GATE_FORMATS = ['nginx', 'caddy', 'traefik', 'haproxy'] as const
export type GateFormat = (typeof GATE_FORMATS)[number]

/** Names as the projects themselves spell them. They are never translated. */
export const GATE_FORMAT_LABELS: Readonly<Record<GateFormat, string>> = {
  nginx: 'nginx',
  caddy: 'Caddy',
  traefik: 'Traefik',
  haproxy: 'HAProxy',
}

/** The proxy's files, and the settings that make a known app trust the headers. */
export function gateParts(block: GateBlock, format: GateFormat): readonly BlockPart[] {
  const values = gateValues(block)
  const rows = rowsOf(block)
  const parts = readTemplate(`gate-${format}`).map(({ file, lines }) => {
    const text = lines.flatMap((line, at) => {
      const row = rowOf(line)
      if (row === undefined) return [line]
      // Consecutive lines about the same thing are repeated together.
      if (rowOf(lines[at - 1]) === row) return []
      const end = lines.findIndex((other, index) => index > at && rowOf(other) !== row)
      return (rows[row] ?? []).flatMap((each) => lines.slice(at, end).flatMap((one) => filled(one, each) ?? []))
    })
    return part(
      filled(file, values) ?? '',
      text.flatMap((line) => filled(line, values) ?? []),
    )
  })
  const id = block.app ?? block.client.clientId
  const app = isCatalogueId(id) ? CATALOGUE[id] : undefined
  if (app?.way !== 'gate' || app.settings.length === 0) return parts
  return [...parts, part(`settings of ${app.name}`, gatedSettings(app, block.headers))]
}

/** The settings that make a known app trust the headers, as they are named here. */
export const gatedSettings = (app: Pick<GatedCatalogueApp, 'settings'>, headers: GateBlock['headers']): string[] =>
  app.settings.map((line) =>
    line.replace(/Remote-(User|Name|Email|Groups)/g, (_, fact: string) => headers[fact.toLowerCase() as IdentityFact]),
  )

export const gateBlock = (block: GateBlock, format: GateFormat): string => namedParts(gateParts(block, format))

const part = (file: string, lines: readonly string[]): BlockPart => ({
  file,
  kind: 'file',
  comment: '#',
  text: lines.join('\n'),
})

/** What the line is repeated for. */
const rowOf = (line = ''): string | undefined => {
  if (/\{(?:fact|header|variable|VARIABLE)\}/.test(line)) return 'header'
  return /\{(character|dropped|other)\}/i.exec(line)?.[1]?.toLowerCase()
}
