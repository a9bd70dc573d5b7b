/** An app, or client, by name: its tile, then the name. The client ID is a tooltip, or a second line where it is given as the detail. */
import type { VNode } from 'preact'
import { Monogram } from './monogram.tsx'
import { Named, type WhoView } from './who.tsx'

export type AppView = WhoView

export const AppName = ({ app }: { app: AppView }): VNode => (
  <Named mark={<Monogram name={app.name} size="tiny" />} of={app} />
)
