import { ContactText } from '../../web/ui/components/card.tsx'
import { type HasView, isolate, type VNode } from '../../web/ui/view.ts'

/** Where a password is set that cannot be changed here: in the configuration, at a provider, or by the host. */
export interface FixedPasswordProps {
  readonly isConfigured?: boolean
  /** Name of the provider that the account comes from. */
  readonly by?: string | undefined
}

/** @param before whether the user is about to sign out everywhere, which the new password must precede */
export function FixedPassword(
  { isConfigured, by, before = false }: FixedPasswordProps & { readonly before?: boolean },
  { view }: HasView,
): VNode {
  const { password, secure } = view.t.portal
  if (isConfigured) return <ContactText text={password.configured} otherwise={password.configuredAsk} />
  const text = before ? secure.managedExternally : password.managedExternally
  return <>{text({ company: isolate(by ?? view.product.name) })}</>
}
