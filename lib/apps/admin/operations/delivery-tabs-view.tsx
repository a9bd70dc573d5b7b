/** What is delivered: notices to apps, letters to users. */
import type { VNode } from 'preact'
import { Segments } from '../../../web/ui/components/segments.tsx'
import type { Viewed } from '../../../web/ui/view.ts'

export function DeliveryTabs({
  root,
  current,
  view,
}: { root: string; current: 'notices' | 'letters' } & Viewed): VNode {
  const { tabs } = view.t.operations.letters
  return (
    <Segments
      label={tabs.label}
      segments={[
        { label: tabs.notices, href: `${root}/deliveries`, current: current === 'notices' },
        { label: tabs.letters, href: `${root}/letters`, current: current === 'letters' },
      ]}
    />
  )
}
