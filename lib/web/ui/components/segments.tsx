/** A choice among few, of which one holds: links in one frame, such as the kinds of entries of a list. */
import type { VNode } from 'preact'
import { type MenuLink, MenuLinks } from './menu-links.tsx'

export const Segments = ({ label, segments }: { label: string; segments: readonly MenuLink[] }): VNode => (
  <nav class="sso-segments" aria-label={label}>
    <MenuLinks links={segments} />
  </nav>
)
