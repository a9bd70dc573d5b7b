/** What fixtures of the panel's pages stand in. */
import type { Screen } from '../../../lib/web/ui/view.ts'
import { type Fixture, fixtureOf } from './fixture.ts'

export const operationsPage = <Props extends object>(name: string, screen: Screen<Props>, props: Props): Fixture =>
  fixtureOf(`operations-${name}`, screen, props)
