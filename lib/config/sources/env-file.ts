/**
 * Reads an `.env` file: `NAME=value`, `export NAME=value`, quotes over several lines, and comments, as Node.js does.
 * What Node.js reads differently from what is written is an error: `#` without quotes ends a value there, a name that
 * occurs twice has its last value, a missing quote joins lines, and any other line is ignored.
 */
import { textIn } from '../data/file-text.ts'
import { ConfigError, type ConfigIssue, configIssue } from '../issues/config-error.ts'
import { unreadableFile, type Variables } from './variables.ts'

const COMMENT = /[ \t]*(?:#[^\n]*)?(?:\n|$)/y
const ENTRY = /[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=/y
const QUOTED = /[ \t]*(["'`])([^]*?)\1[ \t]*(?:#[^\n]*)?(?:\n|$)/y
const UNQUOTED = /([^\n]*)(?:\n|$)/y
const COMMENT_AFTER = /[ \t]#/
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** @param file its path, for messages @throws ConfigError with every issue */
export function readEnvFile(bytes: Uint8Array, file: string): Variables {
  let text: string
  try {
    text = textIn(bytes).replaceAll('\r\n', '\n')
  } catch (error) {
    throw new ConfigError([unreadableFile('.env', file, error)])
  }
  const [variables, issues] = [new Map<string, string>(), [] as ConfigIssue[]]
  let at = 0
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null) at = pattern.lastIndex
    return match
  }
  while (at < text.length) {
    if (next(COMMENT) !== null) continue
    const line = text.slice(0, at).split('\n').length
    const name = next(ENTRY)?.[1]
    const [, quote, quoted] = (name !== undefined && next(QUOTED)) || []
    const value = quoted ?? (next(UNQUOTED)?.[1] ?? '').split(COMMENT_AFTER, 1).join('').trim()
    const expected = name === undefined ? 'NAME=value' : expectedValue(value, quote !== undefined)
    const place = `${file}, line ${line}`
    if (name === undefined || expected !== undefined)
      issues.push(configIssue('E1014', place, expected ?? '', name ?? 'something else'))
    else if (variables.has(name)) issues.push(configIssue('E1014', place, 'each name once', `${name} again`))
    else variables.set(name, quote === '"' ? value.replaceAll('\\n', '\n') : value)
  }
  if (issues.length > 0) throw new ConfigError(issues)
  return Object.fromEntries(variables)
}

function expectedValue(value: string, isQuoted: boolean): string | undefined {
  if (CONTROL.test(value)) return 'no control characters'
  if (isQuoted) return undefined
  if (/^["'`]/.test(value)) return 'a closing quote, and nothing after it'
  return value.includes('#') ? 'quotes around a value that contains #' : undefined
}
