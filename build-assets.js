// Writes the styles and scripts of the pages as browsers need them: without comments, and without the space that lays them out.
// Names stay as they are, so that a fault in a browser's console can be found in the source.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whether a file is one of those that are served as they lie in the folder of assets. */
export const isAsset = (path) => /^lib\/web\/ui\/assets\/.*\.(css|js)$/.test(path)

export function buildAsset(path) {
  const source = readFileSync(path, 'utf8')
  mkdirSync(dirname(`dist/${path}`), { recursive: true })
  writeFileSync(`dist/${path}`, path.endsWith('.css') ? shortStyles(source) : shortScript(source, path))
}

/** Strings stay as they are; a space before a colon is part of a selector, and one around an operator part of a sum. */
export const shortStyles = (css) =>
  css
    .replace(/(\/\*.*?\*\/)|"[^"]*"|'[^']*'/gs, (part, comment) => (comment === undefined ? part : ''))
    .split(/("[^"]*"|'[^']*')/)
    .map((part, index) => (index % 2 === 0 ? closed(part) : part))
    .join('')

const closed = (part) =>
  part
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')

/** Line by line: a statement may end where its line does. */
export function shortScript(script, path) {
  const lines = script.split('\n').map((line) => line.trim())
  // What looks like layout might be part of a text.
  if (lines.some((line) => line.split('`').length % 2 === 0))
    throw new Error(`${path}: a template that goes over lines cannot be made short`)
  return `${lines.filter((line) => line !== '' && !/^(?:\/\/|\/\*\*.*\*\/$)/.test(line)).join('\n')}\n`
}
