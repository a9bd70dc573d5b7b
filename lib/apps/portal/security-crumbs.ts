import type { View } from '../../web/ui/view.ts'
import type { PortalFrame } from './frame-view.tsx'

/** The way back from a page about one method to all of them. */
export const securityCrumbs = (
  { root }: PortalFrame,
  view: View,
): readonly { readonly label: string; readonly href: string }[] => [
  { label: view.t.portal.sections.security, href: `${root}/security` },
]
