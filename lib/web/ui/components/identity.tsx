/** Whose account it is: monogram, name, and what else distinguishes two accounts. */
import type { ComponentChildren, VNode } from 'preact'
import { Monogram } from './monogram.tsx'

export interface AccountView {
  readonly name: string
  /** Email address or username. */
  readonly detail?: string | undefined
}

export function Identity({
  account,
  action,
  children,
}: {
  account: AccountView
  action?: ComponentChildren
  children?: ComponentChildren
}): VNode {
  return (
    <div class="sso-identity">
      <Monogram name={account.name} size="small" />
      <span class="sso-identity-text">
        <bdi class="sso-identity-name">{account.name}</bdi>
        {account.detail === undefined || account.detail === account.name ? null : (
          <bdi class="sso-identity-detail">{account.detail}</bdi>
        )}
        {action}
      </span>
      {children}
    </div>
  )
}
