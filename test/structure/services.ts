/** The members that handlers take, and the order of the composition; both read from the source. */
import { dirname, join } from 'node:path/posix'
import type { SourceText } from './rooms.ts'

/** The member names of an interface or type, including inherited ones. */
export function membersOf(sources: readonly SourceText[], path: string, name: string): ReadonlySet<string> {
  const text = sources.find((source) => source.path === path)?.text ?? ''
  const of = (type: string): ReadonlySet<string> => membersOf(sources, path, type)
  const written = (expression: string): readonly string[] => {
    return partsOf(expression, '&').flatMap((part) => {
      const [, utility, target = '', listed = ''] = /^(Pick|Omit)<\s*(\w+),([^>]*)>$/.exec(part) ?? []
      if (utility === undefined) return part.startsWith('{') ? ownMembers(part.slice(1)) : [...of(part)]
      const names = partsOf(listed, '|').flatMap((one) =>
        one.startsWith('keyof ') ? [...of(one.slice(6))] : [one.replaceAll("'", '')],
      )
      return utility === 'Pick' ? names : [...of(target)].filter((member) => !names.includes(member))
    })
  }
  const found = new RegExp(
    `^(?:export )?interface ${name}(?:<[^{]*?>)?(?: extends ([^{]+))? \\{\\n([\\s\\S]*?)^\\}`,
    'm',
  )
  const [isInterface, heritage = '', body = ''] = found.exec(text) ?? []
  if (isInterface !== undefined) return new Set([...ownMembers(body), ...partsOf(heritage, ',').flatMap(written)])
  const alias = new RegExp(`^(?:export )?type ${name} =\\s+([\\s\\S]*?)\\n(?=\\S|$)`, 'm').exec(text)?.[1]
  if (alias !== undefined) return new Set(written(alias))
  const from = new RegExp(`^import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '(\\.[^']+)'`, 'm').exec(text)?.[1]
  return from === undefined ? new Set() : membersOf(sources, join(dirname(path), from), name)
}

const ownMembers = (body: string): readonly string[] =>
  [...body.matchAll(/^ {2}(?:readonly )?(\w+)(?:<[^>]*>)?\??[:(]/gm)].map(([, member = '']) => member)

/** The parts between separators outside of brackets. */
function partsOf(expression: string, separator: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const [index, sign] of [...expression].entries()) {
    if ('<{('.includes(sign)) depth += 1
    if ('>})'.includes(sign) && expression[index - 1] !== '=') depth -= 1
    if (sign === separator && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Interfaces and types for a feature's dependencies. */
export const namedServices = ({ text }: SourceText): readonly string[] =>
  [...text.matchAll(/^export (?:interface|type) (\w+(?:Services|Parts)|RelyingParty)\b/gm)].map(([, name = '']) => name)

/** Names that a function of the file uses, in a closure, before the statement that declares them. */
export function usedBeforeDeclared({ path, text }: SourceText): readonly string[] {
  return text.split(/^\}$/m).flatMap((part) => {
    const whole = part.replace(/^import[^']*|'[^'\n]*'/gm, '').split('\n')
    const lines = whole.slice(whole.findLastIndex((line) => /^(?:export |async |function |const )/.test(line)))
    return lines.flatMap((line, index) => {
      const [, single, several = ''] = /^ {2}const (?:(\w+)|[{[]([^}\]]*)[}\]])/.exec(line) ?? []
      const names = single === undefined ? several.split(',').map((one) => one.split(/[:=]/).at(-1)?.trim()) : [single]
      const before = lines.slice(0, index).join('\n')
      return names
        .filter(
          (name) => name !== undefined && name !== '' && new RegExp(`(?<![\\w./])${name}\\b(?!\\??:)`).test(before),
        )
        .map((name) => `${path}: ${name} is used before it is made`)
    })
  })
}

/** Spreads of the whole service, or of one of its groups, in a file that receives the whole. */
export function wholeGroups({ path, text }: SourceText, groups: readonly string[]): readonly string[] {
  if (!/^import type \{ Service \} from '\.\/service\.ts'$/m.test(text)) return []
  const spreads = [...text.matchAll(/\.\.\.((?:service\.)?(\w+))(?![\w.(])/g)]
  return spreads
    .filter(([, , name = '']) => name === 'service' || groups.includes(name))
    .map(([, written = '']) => `${path} hands on all of ${written}: pick the members that are needed`)
}
