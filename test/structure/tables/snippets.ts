/** Programs that a document shows: parts of files that are compiled, and run where they can be. */
import { readFileSync } from 'node:fs'
import type { Parts } from './parts.ts'

const ts = (code: string): string => `\`\`\`ts\n${code.trim()}\n\`\`\``

/** From the first import up to the line that begins with `end`, or to the last line. */
function shown(path: string, end?: string): string {
  const text = readFileSync(path, 'utf8')
  const to = end === undefined ? text.length : text.indexOf(`\n${end}`)
  if (to < 0) throw new Error(`${path} has no line that begins with ${end}`)
  return ts(text.slice(text.indexOf('import'), to))
}

export const MINIMAL: Parts = { 'minimal example': () => shown('examples/minimal/main.ts', 'app.use((ctx)') }
export const HOST_PAGE: Parts = { 'host page': () => shown('test/types/host-page.ts') }
