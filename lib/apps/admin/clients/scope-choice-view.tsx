/** The scopes that a client can request, and the data that each one releases. `openid` is always included. */
import { Checkbox } from '../../../web/ui/components/form.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { scopeText } from '../../../web/ui/texts/format/words.ts'
import type { ComponentChildren, HasView, VNode } from '../../../web/ui/view.ts'

const STANDARD = ['profile', 'email', 'offline_access', 'roles', 'permissions']

export interface ScopeChoiceProps {
  readonly chosen: readonly string[]
  /** Additional notes about a scope. */
  readonly more?: (scope: string) => readonly string[]
  /** Shows the scopes as text, without inputs. */
  readonly fixed?: boolean
}

export function ScopeChoice({ chosen, more = () => [], fixed = false }: ScopeChoiceProps, { view }: HasView): VNode {
  const { clients } = view.t
  const notes: Readonly<Record<string, string>> = clients.scopes
  const known = [...STANDARD, ...Object.keys(view.declaredScopes ?? {})]
  const hint = (scope: string): string =>
    [scopeText(scope, view), ...(Object.hasOwn(notes, scope) ? [notes[scope]] : []), ...more(scope)].join(' · ')
  const choices = fixed ? known.filter((scope) => chosen.includes(scope)) : known
  const lost = chosen.filter((scope) => scope !== 'openid' && !known.includes(scope))
  return (
    <div class="sso-scope-choice" id="scopes">
      <Given scope="openid">{hint('openid')}</Given>
      {choices.map((scope) =>
        fixed ? (
          <Given scope={scope}>{hint(scope)}</Given>
        ) : (
          <Checkbox id={`scope_${scope}`} label={scope} checked={chosen.includes(scope)} hint={hint(scope)} />
        ),
      )}
      {lost.map((scope) => (
        <Given scope={scope} mark="alert">
          {clients.form.scopeLost}
        </Given>
      ))}
    </div>
  )
}

function Given(props: { scope: string; mark?: 'check' | 'alert'; children: ComponentChildren }): VNode {
  const { scope, mark = 'check', children } = props
  return (
    <div class="sso-check">
      <Icon name={mark} />
      <span>{scope}</span>
      <p class="sso-hint">{children}</p>
    </div>
  )
}
