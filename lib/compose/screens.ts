/** Every screen, keyed by the name under which a host can replace it (`ui.views`). Names and props are public API. */
import type { VNode } from 'preact'
import type { HasView } from '../web/ui/view.ts'
import * as PANEL_SCREENS from './panel-screens.ts'
import * as PORTAL_SCREENS from './portal-screens.ts'
import * as PUBLIC_SCREENS from './public-screens.ts'

const SCREENS = { ...PUBLIC_SCREENS, ...PORTAL_SCREENS, ...PANEL_SCREENS } as const

/** Name of a screen that a host can replace, such as `signIn`. */
export type ScreenName = keyof typeof SCREENS
type PropsOf<Shown> = Shown extends (props: infer Props, context: HasView) => VNode ? Props : never

/** Props of each screen: `ScreenProps['consent']`. */
export type ScreenProps = { readonly [Name in ScreenName]: PropsOf<(typeof SCREENS)[Name]> }

export const SCREEN_NAMES = Object.keys(SCREENS) as readonly ScreenName[]

const BY_SCREEN = new Map<unknown, ScreenName>(SCREEN_NAMES.map((name) => [SCREENS[name], name]))

/** The name of a screen; undefined for a screen that cannot be replaced. */
export function nameOfScreen(screen: unknown): ScreenName | undefined {
  return BY_SCREEN.get(screen)
}

export function frameOfScreen(name: ScreenName): 'public' | 'portal' | 'panel' {
  return name in PORTAL_SCREENS ? 'portal' : name in PANEL_SCREENS ? 'panel' : 'public'
}
