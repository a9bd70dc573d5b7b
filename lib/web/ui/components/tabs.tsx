/** Parts of one subject, each at an address of its own: these are links, not buttons. */
import type { VNode } from 'preact'
import { type MenuLink, MenuLinks } from './menu-links.tsx'

export const Tabs = ({ label, tabs }: { label: string; tabs: readonly MenuLink[] }): VNode => (
  <nav class="sso-tabs" aria-label={label}>
    <MenuLinks links={tabs} as="page" />
  </nav>
)
