/** A list of things with a mark, a name, a line below it, and what can be done, in one row each. */
import type { ComponentChildren, VNode } from 'preact'
import { isolate } from '../../web/ui/texts/format/rich.ts'

export interface RowProps {
  /** Tile, avatar or icon. */
  readonly mark: ComponentChildren
  readonly name: ComponentChildren
  /** States beside the name. */
  readonly badges?: ComponentChildren
  readonly sub?: ComponentChildren
  /** At the end of the row. */
  readonly action?: ComponentChildren
  /** Below, what is only sometimes of interest. */
  readonly children?: ComponentChildren
}

export const Rows = ({ children }: { children: ComponentChildren }): VNode => <ul class="sso-rows">{children}</ul>

export function Row({ mark, name, badges, sub, action, children }: RowProps): VNode {
  return (
    <li class="sso-line-row">
      {mark}
      <div class="sso-line-main">
        <p class="sso-line-name">
          <strong>{name}</strong>
          {badges}
        </p>
        {sub === undefined ? null : <p class="sso-sub">{sub}</p>}
        {children}
      </div>
      {action === undefined ? null : <div class="sso-line-action">{action}</div>}
    </li>
  )
}

/** What opens below a row. @param of the name of the row, for screen readers */
export const RowDetails = ({ label, of, children }: { label: string; of?: string; children: VNode }): VNode => (
  <details class="sso-line-details">
    <summary>
      {label}
      {of === undefined ? null : (
        <>
          {' '}
          <span class="sso-hidden">{isolate(of)}</span>
        </>
      )}
    </summary>
    {children}
  </details>
)
