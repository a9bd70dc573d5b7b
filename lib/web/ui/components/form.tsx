/** A plain HTML form by POST. The caller gives the address and the hidden fields (CSRF token and the like). */
import type { ComponentChildren, VNode } from 'preact'
import { safeUrl } from '../safe-url.ts'

export interface FormTarget {
  readonly action: string
  readonly hidden: Readonly<Record<string, string>>
}

export function Form({
  target,
  children,
  class: look = 'sso-form',
}: {
  target: FormTarget
  children: ComponentChildren
  class?: string
}): VNode {
  return (
    <form method="post" action={safeUrl(target.action)} class={look} novalidate data-sso-form>
      {Object.entries(target.hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
