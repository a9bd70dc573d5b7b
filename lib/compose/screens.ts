/**
 * Every screen by the name under which a host may put a page of its own in its place (`ui.views`). Names and props are part
 * of the package's interface: they change with a major version.
 */
import type { VNode } from 'preact'
import type { Viewed } from '../web/ui/view.ts'
import * as PANEL_SCREENS from './panel-screens.ts'
import * as PORTAL_SCREENS from './portal-screens.ts'
import * as PUBLIC_SCREENS from './public-screens.ts'

const SCREENS = { ...PUBLIC_SCREENS, ...PORTAL_SCREENS, ...PANEL_SCREENS } as const

export type ScreenName = keyof typeof SCREENS
type PropsOf<Shown> = Shown extends (props: infer Props) => VNode ? Omit<Props, keyof Viewed> : never

/** What each screen is given: `ScreenProps['consent']`. */
export type ScreenProps = { readonly [Name in ScreenName]: PropsOf<(typeof SCREENS)[Name]> }

export const SCREEN_NAMES = Object.keys(SCREENS) as readonly ScreenName[]

const BY_SCREEN = new Map<unknown, ScreenName>(SCREEN_NAMES.map((name) => [SCREENS[name], name]))

/** The name of a screen; undefined for one that is in no list, and so cannot be replaced. */
export function nameOfScreen(screen: unknown): ScreenName | undefined {
  return BY_SCREEN.get(screen)
}

/** Whose frame is around a screen. */
export function frameOfScreen(name: ScreenName): 'public' | 'portal' | 'panel' {
  return name in PORTAL_SCREENS ? 'portal' : name in PANEL_SCREENS ? 'panel' : 'public'
}
