/**
 * A coloured tile with the first letter of a name, instead of a logo: no image is ever loaded from another origin.
 * The colour follows from the name, so an app keeps it everywhere.
 */
import type { VNode } from 'preact'

const COLOURS = 6

export function Monogram({
  name,
  size = 'medium',
  brand = false,
}: {
  name: string
  size?: 'tiny' | 'small' | 'medium'
  brand?: boolean
}): VNode {
  return (
    <span class={`sso-tile sso-tile-${size} sso-tile-${brand ? 'brand' : colourOf(name)}`} aria-hidden="true">
      {initialOf(name)}
    </span>
  )
}

function initialOf(name: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0] ?? '?'
  return letter.toLocaleUpperCase()
}

/** Which of the tints a name has, from 1. */
export function colourOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return (sum % COLOURS) + 1
}
