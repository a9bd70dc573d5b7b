/** A choice of roles, shared by the form for a user and the rule of a client. */
import { FieldBlock } from '../../../web/ui/components/field-block.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'

/** Number of checkboxes to show before the others are folded. */
const UNFOLDED = 10

export interface RoleBoxesProps {
  /** Name of each checkbox in the form data. */
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  /** `holders`: the number of users who hold the role, if it helps to choose. */
  readonly roles: readonly { readonly role: string; readonly holders?: number }[]
  readonly ticked: readonly string[]
  readonly meaningOf?: (role: string) => VNode
}

/** A checkbox for each role. If there are many, the last ones are folded, unless one of them is ticked. */
export function RoleBoxes(props: RoleBoxesProps, { view }: HasView): VNode {
  const { name, label, hint, roles, ticked, meaningOf } = props
  const number = new Intl.NumberFormat(view.locale)
  const boxes = roles.map(({ role, holders }, index) => (
    <div class="sso-check">
      <input type="checkbox" id={`${name}-${index}`} name={name} value={role} checked={ticked.includes(role)} />
      <label for={`${name}-${index}`}>
        <code dir="ltr">{role}</code>
        {holders === undefined ? null : <span class="sso-muted"> · {number.format(holders)}</span>}
        {meaningOf?.(role)}
      </label>
    </div>
  ))
  const [shown, folded] = [boxes.slice(0, UNFOLDED), boxes.slice(UNFOLDED)]
  const isOpen = roles.slice(UNFOLDED).some(({ role }) => ticked.includes(role))
  return (
    <FieldBlock id={`${name}-choice`} group hint={hint} label={<legend class="sso-label">{label}</legend>}>
      <div class="sso-role-boxes">{shown}</div>
      {folded.length === 0 ? null : (
        <details class="sso-fold" open={isOpen}>
          <summary>{view.t.operations.activity.more({ count: folded.length })}</summary>
          <div class="sso-role-boxes">{folded}</div>
        </details>
      )}
    </FieldBlock>
  )
}
