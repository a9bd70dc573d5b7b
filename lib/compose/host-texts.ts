/** Loads languages from a folder (`ui.texts`) at startup, and compares their messages with the English messages. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { textIn } from '../config/data/file-text.ts'
import { readJson } from '../config/data/json-text.ts'
import { ConfigError, type ConfigIssue, configIssue, notJson } from '../config/issues/config-error.ts'
import { systemErrorCode } from '../config/issues/system-error.ts'
import { unreadableFile } from '../config/sources/variables.ts'
import { readEnglish } from '../web/ui/texts/built-in.ts'
import type { HostMessages } from '../web/ui/texts/host-messages.ts'
import { checkTexts, type TextIssue } from '../web/ui/texts/icu/check.ts'
import { compileTexts } from '../web/ui/texts/icu/compile.ts'
import { parseTexts } from '../web/ui/texts/icu/pattern.ts'
import { isTree, joinTrees, type ParsedTexts, pathsOf, type TextTree } from '../web/ui/texts/icu/tree.ts'

export interface HostLanguage {
  readonly locale: string
  /** Path of the language's file. */
  readonly file: string
  readonly texts: TextTree
  /** Messages that do not match the English messages and therefore fall back to English. */
  readonly issues: readonly HostTextIssue[]
}

export interface HostTextIssue extends TextIssue {
  /** Whether the message is used only in the panel. */
  readonly inPanel: boolean
}

const FILE = /^([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.json$/

/** @throws ConfigError when the folder or a file cannot be read, or a file is not a JSON object */
export async function readHostTexts(folder: string): Promise<readonly HostLanguage[]> {
  const english = readEnglish()
  const names = await readdir(folder).catch((error: unknown) => {
    throw new ConfigError([
      configIssue('E1008', 'ui.texts', 'a folder that can be read', systemErrorCode(error) ?? 'none'),
    ])
  })
  const readings = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => readLanguage(folder, name, english)),
  )
  const issues = readings.filter((reading) => 'code' in reading)
  if (issues.length > 0) throw new ConfigError(issues)
  return readings.filter((reading) => 'locale' in reading)
}

async function readLanguage(
  folder: string,
  name: string,
  { users, panel }: { readonly users: ParsedTexts; readonly panel: ParsedTexts },
): Promise<HostLanguage | ConfigIssue> {
  const file = join(folder, name)
  const path = `ui.texts: ${file}`
  const locale = FILE.exec(name)?.[1]
  if (locale === undefined) return configIssue('E1001', path, 'a language tag before .json', `"${name}"`)
  const content = await readFile(file)
    .then(textIn)
    .catch((error: unknown) => unreadableFile('ui.texts', file, error))
  if (typeof content !== 'string') return content
  const json = readJson(content)
  if (json.outcome === 'invalid') return notJson(path, json)
  if (!isTree(json.value)) return configIssue('E1001', path, 'an object', 'something else')
  const texts = json.value as TextTree
  const ofPanel = new Set(pathsOf(panel))
  const issues = checkTexts(joinTrees([users, panel]), texts).map((issue) => ({
    ...issue,
    inPanel: ofPanel.has(issue.path.replace(/\.\d+$/, '')),
  }))
  return { locale, file, texts, issues }
}

/** The messages without issues, compiled to functions. */
export function messagesOf(languages: readonly HostLanguage[]): HostMessages {
  return Object.fromEntries(
    languages.map(({ locale, texts, issues }) => [locale, compileTexts(parseTexts(without(texts, issues)), locale)]),
  )
}

function without(texts: TextTree, issues: readonly TextIssue[], path = ''): TextTree {
  const hasIssue = (at: string): boolean => issues.some((issue) => issue.path === at || issue.path.startsWith(`${at}.`))
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]): [string, TextTree[string]][] => {
      const at = path === '' ? name : `${path}.${name}`
      if (isTree(text)) return issues.some((issue) => issue.path === at) ? [] : [[name, without(text, issues, at)]]
      return hasIssue(at) ? [] : [[name, text]]
    }),
  )
}
