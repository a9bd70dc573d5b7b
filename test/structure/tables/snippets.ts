/** Programs in documents: parts of compiled files, which tests run where possible. */
import { readFileSync } from 'node:fs'
import type { Parts } from './parts.ts'

/** From the first import to the last line. */
function shown(path: string, language = 'ts'): string {
  const text = readFileSync(path, 'utf8')
  return `\`\`\`${language}\n${text.slice(text.indexOf('import')).trim()}\n\`\`\``
}

/** Without types, so that it runs as printed. */
export const MINIMAL: Parts = { 'minimal example': () => shown('examples/minimal/main.ts', 'js') }
export const HOST_PAGE: Parts = { 'host page': () => shown('test/types/host-page.ts') }
