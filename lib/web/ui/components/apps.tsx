import type { HasView, VNode } from '../view.ts'
import { Link } from './text.tsx'

const COLOURS = 6

interface MonogramProps {
  readonly name: string
  /** Name of the stored picture. */
  readonly icon?: string | undefined
  readonly size?: 'tiny' | 'small' | 'medium'
  readonly brand?: boolean
}

/** An app's icon, or a tile with the name's first character. Pages never load pictures from other origins. */
export function Monogram(props: MonogramProps, { view }: HasView): VNode {
  const { name, icon, size = 'medium', brand = false } = props
  if (icon !== undefined)
    return <img class={`sso-tile sso-tile-${size} sso-tile-icon`} src={view.picture(icon)} alt="" />
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

/** The number of the color for a name, starting at 1. */
export function colourOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return (sum % COLOURS) + 1
}

/** An app, shown as a tile and its name. The client ID is shown in a tooltip, or as the detail on a second line. */
export interface AppView {
  readonly name: string
  readonly icon?: string | undefined
  /** Distinguishes two apps with the same name. */
  readonly detail?: string | undefined
  readonly href?: string | undefined
  readonly title?: string | undefined
}

export const AppName = ({ app }: { app: AppView }): VNode => (
  <Named of={app} picture={<Monogram name={app.name} icon={app.icon} size="tiny" />} />
)

function Named({ of: { name, detail, href, title }, picture }: { of: AppView; picture: VNode }): VNode {
  return (
    <span class="sso-who" {...(title === undefined ? {} : { title })}>
      {picture}
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

/** Icons of apps that are listed by name. */
export type AppIcons = readonly (readonly [name: string, icon: string])[]

interface AppListProps {
  readonly id: string
  readonly intro: string
  readonly apps: readonly string[]
  readonly icons?: AppIcons | undefined
}

/** A list of app names, each with a tile. */
export function AppList({ intro, apps, icons, id }: AppListProps): VNode | null {
  if (apps.length === 0) return null
  const iconOf = new Map(icons)
  return (
    <section class="sso-apps">
      <p id={id}>{intro}</p>
      <ul aria-labelledby={id}>
        {apps.map((name) => (
          <li>
            <Monogram name={name} icon={iconOf.get(name)} size="small" />
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A user, shown as an avatar with initials and a full name or username. The identifier is only in a tooltip. */
export type WhoView = AppView

export const Who = ({ who }: { who: WhoView }): VNode => <Named of={who} picture={<Avatar name={who.name} />} />

export function Avatar({ name, size = 'small' }: { name: string; size?: 'small' | 'large' }): VNode {
  return (
    <span class={`sso-avatar sso-avatar-${size} sso-tile-${colourOf(name)}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** Initials of the first and last words. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.@_-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = ends.map((word) => /[\p{L}\p{N}]/u.exec(word ?? '')?.[0] ?? '').join('')
  return letters.toLocaleUpperCase() || '?'
}
