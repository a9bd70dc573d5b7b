import { isDeepStrictEqual } from 'node:util'

/** `conflict`: a record with this ID is there and is different. The others have a text in the panel. */
export type RefusalCode =
  | 'conflict'
  | 'duplicate'
  | 'username-taken'
  | 'username-retired'
  | 'username-unusable'
  | 'email-taken'
  | 'role-unusable'

export interface LineRefusal {
  readonly outcome: 'refused'
  readonly reason: string
  readonly code?: RefusalCode | undefined
}

/** `unchanged`: an identical record already exists. */
export type LineOutcome = { readonly outcome: 'created' | 'unchanged' } | LineRefusal

export const CREATED: LineOutcome = { outcome: 'created' }
export const refusedFor = (reason: string, code?: RefusalCode): LineRefusal => ({ outcome: 'refused', reason, code })

type Line = Readonly<Record<string, unknown>>

/** Compares an existing record with a line. Nothing is overwritten, because the existing record may be newer. */
export function comparedWith(present: Line, wanted: Line, name: string): LineOutcome {
  const fields = [...new Set([...Object.keys(present), ...Object.keys(wanted)])]
  const different = fields.filter((field) => !isDeepStrictEqual(present[field], wanted[field]))
  return different.length === 0
    ? { outcome: 'unchanged' }
    : refusedFor(
        `conflict: ${name} is there already, with another ${different.join(', ')}; nothing was changed`,
        'conflict',
      )
}
