/** The consent form. Shows the app, its scopes in plain words, and where it redirects. The panel shows a preview. */
import { rich, scopeText } from '../texts/format/words.ts'
import { type HasView, hostOf, type VNode } from '../view.ts'
import { type AccountView, type ClientView, Identity } from './card.tsx'
import { Button, Form, type FormTarget } from './form.tsx'
import { Icon } from './icon.tsx'

/** Props of the consent page. */
export interface ConsentProps {
  /** Target and hidden fields of the form. */
  readonly form: FormTarget
  /** The app that requests access. */
  readonly client: ClientView & {
    /** The redirect URI. Only its host is displayed. */
    readonly redirectUri: string
    /** Domain of the app owner's email address. */
    readonly ownerDomain?: string | undefined
  }
  /** The signed-in account. */
  readonly account: AccountView
  /** Requested scopes that the user has not granted yet. */
  readonly scopes: readonly string[]
  /** Requested scopes that the user has already granted. */
  readonly grantedScopes?: readonly string[] | undefined
  /** Whether there is a portal where the user can withdraw access. */
  readonly removable?: boolean | undefined
}

export function ConsentForm(props: ConsentProps, { view }: HasView): VNode {
  const { form, client, account, scopes, grantedScopes = [], removable = false } = props
  const { t } = view
  return (
    <Form target={form}>
      <Identity
        account={account}
        action={
          <Button look="plain" name="action" value="other">
            {t.common.otherAccount}
          </Button>
        }
      />
      {scopes.length === 0 ? null : (
        <section aria-labelledby="will">
          <h2 class="sso-subhead" id="will">
            {rich(t.consent.will, { client: <bdi>{client.name}</bdi> })}
          </h2>
          <ScopeList scopes={scopes} />
        </section>
      )}
      {grantedScopes.length === 0 ? null : (
        <details class="sso-fold">
          <summary>{t.consent.already}</summary>
          <ScopeList scopes={grantedScopes} />
        </details>
      )}
      <div class="sso-actions sso-actions-even">
        <Button look="secondary" name="action" value="deny">
          {t.consent.deny}
        </Button>
        <Button name="action" value="allow">
          {t.consent.allow}
        </Button>
      </div>
      <p class="sso-fine">
        {rich(t.consent.destination, { host: <bdi class="sso-strong">{hostOf(client.redirectUri)}</bdi> })}
        {client.ownerDomain === undefined ? null : (
          <> {rich(t.consent.owner, { domain: <bdi>{client.ownerDomain}</bdi> })}</>
        )}
        {removable ? <> {t.consent.remove}</> : null}
      </p>
    </Form>
  )
}

function ScopeList({ scopes }: { scopes: readonly string[] }, { view }: HasView): VNode {
  return (
    <ul class="sso-scopes">
      {scopes.map((scope) => (
        <li key={scope}>
          <Icon name={scope === 'offline_access' ? 'clock' : 'check'} />
          <span>
            {scopeText(scope, view)}
            <ScopeHint scope={scope} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function ScopeHint({ scope }: { scope: string }, { view }: HasView): VNode | null {
  const hint = scope === 'offline_access' ? view.t.scopes.offlineHint : view.declaredScopes?.[scope]?.description
  return hint === undefined ? null : <span class="sso-hint">{hint}</span>
}
