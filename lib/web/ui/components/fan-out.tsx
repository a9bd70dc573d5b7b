/** A diagram of a sign-out, with a line to each app. The outcome for each app is also described in words. */
import type { ComponentChildren, VNode } from 'preact'
import { type AppIcons, Monogram } from './apps.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Link } from './text.tsx'

export type FanOutOutcome = 'done' | 'unconfirmed' | 'pending' | 'not-notified'

export interface FanOutGroup {
  readonly outcome: FanOutOutcome
  readonly label: string
  readonly apps: readonly {
    readonly name: string
    /** Links to the app, where the user can sign out directly. */
    readonly ways?: readonly { readonly href: string; readonly text: ComponentChildren }[]
  }[]
}

const ICONS: Readonly<Record<FanOutOutcome, IconName>> = {
  done: 'check',
  unconfirmed: 'alert',
  pending: 'clock',
  'not-notified': 'info',
}

export function FanOut(props: {
  readonly groups: readonly FanOutGroup[]
  readonly newTab: string
  readonly icons?: AppIcons | undefined
}): VNode | null {
  const { groups, newTab, icons } = props
  const iconOf = new Map(icons)
  const shown = groups.filter(({ apps }) => apps.length > 0)
  if (shown.length === 0) return null
  return (
    <div class="sso-fan">
      {shown.map(({ outcome, label, apps }) => (
        <section class={`sso-fan-group sso-fan-${outcome}`} aria-labelledby={`apps-${outcome}`}>
          <p class="sso-fan-label" id={`apps-${outcome}`}>
            <Icon name={ICONS[outcome]} />
            {label}
          </p>
          <ul>
            {apps.map(({ name, ways = [] }) => (
              <li>
                <Monogram name={name} icon={iconOf.get(name)} size="small" />
                <span class="sso-fan-app">
                  <bdi>{name}</bdi>
                  {ways.map(({ href, text }) => (
                    <Link href={href} newTab>
                      {text} <span class="sso-hidden">{newTab}</span>
                    </Link>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
