/** Parts of one subject, each with its own URL: these are links, not buttons. */
import type { VNode } from 'preact'

export interface Tab {
  readonly label: string
  readonly href: string
  readonly current?: boolean
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }): VNode {
  return (
    <nav class="sso-tabs" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li>
            <a href={tab.href} {...(tab.current ? { 'aria-current': 'page' as const } : {})}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
