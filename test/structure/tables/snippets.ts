/** Programs that a document shows: parts of files that are compiled, and run where they can be. */
import { readFileSync } from 'node:fs'
import type { Parts } from './parts.ts'

/** From the first import to the last line. */
function shown(path: string, language = 'ts'): string {
  const text = readFileSync(path, 'utf8')
  return `\`\`\`${language}\n${text.slice(text.indexOf('import')).trim()}\n\`\`\``
}

/** It has no types, so that it runs as it is printed. */
export const MINIMAL: Parts = { 'minimal example': () => shown('examples/minimal/main.ts', 'js') }
export const HOST_PAGE: Parts = { 'host page': () => shown('test/types/host-page.ts') }
