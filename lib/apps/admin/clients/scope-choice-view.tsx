/** Which scopes a client may ask for, and what each of them lets it see. `openid` is no choice. */
import type { ComponentChildren, VNode } from 'preact'
import { Checkbox } from '../../../web/ui/components/field.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import type { ScopeName } from './client-props.ts'

const CHOICES = ['profile', 'email', 'offline_access', 'roles', 'permissions'] as const satisfies readonly ScopeName[]

export interface ScopeChoiceProps {
  readonly chosen: readonly string[]
  /** What else is said of a scope. */
  readonly more?: (scope: ScopeName) => readonly string[]
  /** Shown, not asked. */
  readonly fixed?: boolean
}

export function ScopeChoice({ chosen, more = () => [], fixed = false, view }: ScopeChoiceProps & Viewed): VNode {
  const { clients, scopes } = view.t
  const hint = (scope: ScopeName): string => [scopes[scope], clients.scopes[scope], ...more(scope)].join(' · ')
  const choices = fixed ? CHOICES.filter((scope) => chosen.includes(scope)) : CHOICES
  return (
    <div class="sso-scope-choice" id="scopes">
      <Given scope="openid">{hint('openid')}</Given>
      {choices.map((scope) =>
        fixed ? (
          <Given scope={scope}>{hint(scope)}</Given>
        ) : (
          <Checkbox
            id={`scope_${scope}`}
            name={`scope_${scope}`}
            label={scope}
            checked={chosen.includes(scope)}
            hint={hint(scope)}
          />
        ),
      )}
    </div>
  )
}

function Given({ scope, children }: { scope: ScopeName; children: ComponentChildren }): VNode {
  return (
    <div class="sso-check">
      <Icon name="check" />
      <span>{scope}</span>
      <p class="sso-hint">{children}</p>
    </div>
  )
}
