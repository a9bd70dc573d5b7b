/**
 * Templates for blocks: one file per format, written in the target languages. `{client_id}` is a value (values.ts),
 * `{if public}…{end}` is a section (render.ts). Lines with an absent value are omitted.
 */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { PartDraft, Variable } from './block.ts'
import { type Escape, filled, languageOf, type Values, withSections } from './render.ts'

/** Part of a template, for a single file. */
export interface TemplatePart {
  readonly file: string
  readonly lines: readonly string[]
}

/** By the name of the file. */
type Templates = Readonly<Record<string, string>>
let templates: Templates | undefined

/** Each part starts with `--- FILE`. Text before the first part is a note for maintainers. */
export function readTemplate(format: string): readonly TemplatePart[] {
  const compressed = new URL('./generated/templates.json.br', import.meta.url)
  templates ??= JSON.parse(String(brotliDecompressSync(readFileSync(compressed)))) as Templates
  const [, ...parts] = (templates[`${format}.tmpl`] ?? '').split(/^--- /m)
  return parts.map((part) => {
    const [file = '', ...lines] = part.trimEnd().split('\n')
    return { file, lines }
  })
}

/** @param escape overrides the escaping for the file's language */
export function draftOf(part: TemplatePart, values: Values, escape?: Escape): PartDraft {
  const kind = /^\.env|\/envvars$/.test(part.file) ? 'variables' : 'file'
  const language = languageOf(part.file)
  const lines = part.lines.flatMap((line) => withSections(line, values) ?? [])
  const isText = (line: string): boolean => kind === 'file' || line.startsWith('#')
  return {
    file: part.file.replace('{client_id}', values.client_id ?? ''),
    kind,
    comment: language.comment,
    lines: lines.filter(isText).flatMap((line) => filled(line, values, escape ?? language.escape) ?? []),
    variables: lines.filter((line) => !isText(line)).flatMap((line) => variableOf(line, values, escape) ?? []),
  }
}

/** By default, the value is not escaped here, because it will be quoted in the assignment. */
function variableOf(line: string, values: Values, escape?: Escape): Variable | undefined {
  const [, exported, name = '', setting = ''] = /^(export )?(\w+)="?([^"]*)"?$/.exec(line) ?? []
  const isSecret = setting === '{secret}'
  const value = isSecret ? values.secret : filled(setting, values, escape)
  return value === undefined && !isSecret ? undefined : { name, value, exported: exported !== undefined }
}
