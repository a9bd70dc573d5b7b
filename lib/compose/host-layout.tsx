/** Renders a host's page body inside the built-in layout of a public page, the portal, or the panel. */
import type { ComponentChildren, VNode } from 'preact'
import { AdminPage, type AdminSection } from '../apps/admin/shell/frame-view.tsx'
import { PortalPage, type PortalSection } from '../apps/portal/frame-view.tsx'
import type { HostLayout, LayoutOptions } from '../web/pages/host-view.ts'
import { markupOf } from '../web/pages/html.ts'
import { renderPart } from '../web/pages/render.ts'
import { Card } from '../web/ui/components/card.tsx'
import type { View } from '../web/ui/view.ts'

// Placeholder that is replaced with the host's page body. No built-in text contains it.
const PLACE = '\uE000body\uE001'

export function hostLayout(kind: 'public' | 'portal' | 'panel', props: object, view: View): HostLayout {
  const around = { public: PublicFrame, portal: PortalFrame, panel: PanelFrame }[kind]
  return (body, options) => {
    const markup = markupOf(body)
    if (markup === undefined || typeof body === 'string') throw new TypeError('a body is made by html, or is a VNode')
    const { frame } = props as { readonly frame?: object }
    const page = renderPart<Around>(around, { ...options, frame, children: PLACE }, view)
    const at = page.lastIndexOf(PLACE)
    return page.slice(0, at) + markup + page.slice(at + PLACE.length)
  }
}

/** `frame`: the one of the screen, which the page provides to its components. */
type Around = LayoutOptions & { readonly frame?: object | undefined; readonly children: ComponentChildren }

function PublicFrame({ title, wrong = false, children }: Around): VNode {
  return (
    <Card title={title} heading={null} wrong={wrong}>
      {children}
    </Card>
  )
}

function PortalFrame({ title, wrong = false, section, children }: Around): VNode {
  return (
    <PortalPage section={section as PortalSection} title={title} wrong={wrong}>
      {children}
    </PortalPage>
  )
}

function PanelFrame({ title, wrong = false, section, children }: Around): VNode {
  const at = section === undefined ? {} : { section: section as AdminSection }
  return (
    <AdminPage {...at} title={title} wrong={wrong}>
      {children}
    </AdminPage>
  )
}
