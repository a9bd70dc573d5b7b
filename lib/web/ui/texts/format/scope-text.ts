import type { Messages } from '../catalogue.ts'

const STANDARD = ['openid', 'profile', 'email', 'roles', 'permissions', 'offline_access'] as const
type Standard = (typeof STANDARD)[number]

const isStandard = (scope: string): scope is Standard => (STANDARD as readonly string[]).includes(scope)

interface ScopeTexts {
  readonly t: Messages
  readonly declaredScopes?: Readonly<Record<string, { readonly label: string }>>
}

/** What users read of a scope: in words of ours, of the deployment, or by its name. */
export function scopeText(scope: string, { t: { scopes }, declaredScopes = {} }: ScopeTexts): string {
  if (isStandard(scope)) return scopes[scope]
  return Object.hasOwn(declaredScopes, scope) ? (declaredScopes[scope]?.label ?? scope) : scopes.other({ scope })
}
