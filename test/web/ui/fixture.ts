/** One page in one state. */
import { renderPage } from '../../../lib/web/pages/render.ts'
import type { PageKind } from '../../../lib/web/ui/csp.ts'
import type { Screen, View } from '../../../lib/web/ui/view.ts'

export interface Fixture {
  readonly name: string
  readonly kind: PageKind
  /** The same for all states of a page. */
  readonly screen: unknown
  readonly page: (view: View) => string
}

export const fixtureOf = <Props extends object>(
  name: string,
  screen: Screen<Props>,
  props: Props,
  kind: PageKind = 'panel',
): Fixture => ({ name, kind, screen, page: (view) => renderPage(screen, props, view) })
