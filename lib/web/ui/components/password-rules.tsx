/** Rules for a new password, as a list that the script marks as met while the user types. */
import type { Viewed, VNode } from '../view.ts'
import { Icon } from './icon.tsx'

export interface PasswordRulesProps {
  /** The validated field. */
  readonly of: string
  readonly minLength: number
  /** Values that are not allowed. */
  readonly names: readonly string[]
}

export function PasswordRules({ of, minLength, names, view }: PasswordRulesProps & Viewed): VNode {
  const t = view.t.common.passwordRules
  return (
    <>
      <ul class="sso-rules" data-sso-rules={of} data-met={t.met}>
        <li data-min={minLength}>
          <Icon name="check" />
          <span>{t.length({ count: minLength })}</span>
          <span class="sso-hidden" />
        </li>
        <li data-names={JSON.stringify(names)}>
          <Icon name="check" />
          <span>{t.names}</span>
          <span class="sso-hidden" />
        </li>
      </ul>
      <script type="module" src={view.asset('new-password.js')} />
    </>
  )
}
