/**
 * A user by name: round avatar with initials, then the name. The identifier is a tooltip at most; people do not read it.
 * The tint follows from the name, so a user keeps it everywhere.
 */
import type { VNode } from 'preact'
import { Link } from './link.tsx'
import { colourOf } from './monogram.tsx'

export interface WhoView {
  /** What is shown: the full name, else the username. */
  readonly name: string
  /** What tells two users of one name apart: username or email address. */
  readonly detail?: string | undefined
  /** Page of the user. */
  readonly href?: string | undefined
  readonly title?: string | undefined
}

export const Who = ({ who }: { who: WhoView }): VNode => <Named mark={<Avatar name={who.name} />} of={who} />

/** A picture, a name, and what distinguishes it from others of that name. */
export function Named({ mark, of: { name, detail, href, title } }: { mark: VNode; of: WhoView }): VNode {
  return (
    <span class="sso-who" {...(title === undefined ? {} : { title })}>
      {mark}
      <span class="sso-who-text">
        {href === undefined ? (
          <bdi>{name}</bdi>
        ) : (
          <Link href={href}>
            <bdi>{name}</bdi>
          </Link>
        )}
        {detail === undefined || detail === name ? null : <bdi class="sso-sub">{detail}</bdi>}
      </span>
    </span>
  )
}

export function Avatar({ name, size = 'small' }: { name: string; size?: 'small' | 'large' }): VNode {
  return (
    <span class={`sso-avatar sso-avatar-${size} sso-tile-${colourOf(name)}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** First letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.@_-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = ends.map((word) => /[\p{L}\p{N}]/u.exec(word ?? '')?.[0] ?? '').join('')
  return letters.toLocaleUpperCase() || '?'
}
