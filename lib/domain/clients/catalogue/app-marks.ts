/** Icons of known apps: one color and one path each. An app without one is shown with the first letter of its name. */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

export interface AppMark {
  readonly color: string
  /** On a grid of 24 by 24. */
  readonly path: string
}

const FILE = new URL('./generated/app-marks.json.br', import.meta.url)
let marks: ReadonlyMap<string, AppMark> | undefined

export function appMark(id: string): AppMark | undefined {
  marks ??= new Map(
    (JSON.parse(String(brotliDecompressSync(readFileSync(FILE)))) as [string, string, string][]).map(
      ([id, color, path]) => [id, { color, path }],
    ),
  )
  return marks.get(id)
}
