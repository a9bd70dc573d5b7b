/** What a host gives for its pages besides settings: pages and texts of its own, judged with the settings at the start. */

import { type ConfigIssue, configIssue } from '../config/issues/config-error.ts'
import { nearestWord } from '../config/issues/suggestion.ts'
import type { HostView, Override } from '../web/pages/host-view.ts'
import { type HostMessages, messageIssues } from '../web/ui/texts/host-messages.ts'
import { hostLayout } from './host-layout.tsx'
import { frameOfScreen, nameOfScreen, SCREEN_NAMES, type ScreenName, type ScreenProps } from './screens.ts'

export type HostViews = { readonly [Name in ScreenName]?: HostView<ScreenProps[Name]> | undefined }

export interface HostPages {
  /** Pages of the host's own, by the name of the screen whose place they take. */
  readonly views: HostViews
  /** Texts of the host's own, by language. */
  readonly messages: HostMessages
}

/** Hosts are not always written in TypeScript: a name that no screen has would be a page that is never shown. */
export function hostPageIssues({ views, messages }: HostPages): readonly ConfigIssue[] {
  const unknown = (path: string, word: string, known: readonly string[]): ConfigIssue => {
    const near = nearestWord(word, known)
    return configIssue(
      'E1002',
      path,
      'a known name',
      'an unknown one',
      near === undefined ? undefined : `did you mean ${near}?`,
    )
  }
  return [
    ...Object.entries(views).flatMap(([name, view]) => {
      const path = `ui.views.${name}`
      if (!(SCREEN_NAMES as readonly string[]).includes(name)) return [unknown(path, name, SCREEN_NAMES)]
      return view === undefined || typeof view === 'function'
        ? []
        : [configIssue('E1001', path, 'a function', typeof view)]
    }),
    ...messageIssues(messages).map(({ path, expected, known }) =>
      expected === 'known'
        ? unknown(`ui.messages.${path}`, path.split('.').at(-1) ?? '', known)
        : configIssue('E1001', `ui.messages.${path}`, expected, 'something else'),
    ),
  ]
}

/** Finds the page of the host that takes the place of a screen. */
export function hostOverrides(views: HostViews): (screen: unknown) => Override | undefined {
  return (screen) => {
    const name = nameOfScreen(screen)
    const hostView = name === undefined ? undefined : (views[name] as HostView<object> | undefined)
    if (name === undefined || hostView === undefined) return undefined
    return { name, hostView, layout: (props, view) => hostLayout(frameOfScreen(name), props, view) }
  }
}
