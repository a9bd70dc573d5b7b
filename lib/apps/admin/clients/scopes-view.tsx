/** The "Scopes and access" tab: the app's scopes, the claims they release, and the consent mode. */

import type { ConsentMode } from '../../../../policies/consent.ts'
import type { ClientImpact } from '../../../domain/management/client-impact.ts'
import { Monogram } from '../../../web/ui/components/apps.tsx'
import { RadioCards } from '../../../web/ui/components/choice.tsx'
import { ConsentForm, type ConsentProps } from '../../../web/ui/components/consent-form.tsx'
import { ButtonLink, Checkbox, ErrorSummary, Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Banner, Section } from '../../../web/ui/components/section.tsx'
import { listOf } from '../../../web/ui/texts/format/time.ts'
import { type HasView, rich, type VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { type AccessProps, AccessSection } from './access-view.tsx'
import { BelowClient, ClientFrame, type ClientHead, clientHref, isChangeable, SaveRow } from './frame-view.tsx'
import { type PendingRequest, PendingRequests } from './requests-view.tsx'
import { ScopeChoice } from './scope-choice-view.tsx'

export interface ClientScopesProps extends Framed {
  readonly client: ClientHead
  readonly form: FormTarget
  readonly scopes: readonly string[]
  readonly consent: ConsentMode
  /** Whether the ID token also contains the claims of the granted scopes. */
  readonly inIdToken: boolean
  /** True if any program on the device can use the app's redirect URI. If so, remembered consent is not safe. */
  readonly imitable: boolean
  /** Claims that each scope releases. */
  readonly claims: Readonly<Record<string, readonly string[]>>
  /** Number of active sessions per granted scope. */
  readonly holders: Readonly<Record<string, number>>
  /** `at-least`: not all sessions were counted. */
  readonly counted?: ClientImpact['counted']
  readonly access: AccessProps
  readonly requests: readonly PendingRequest[]
}

export function ClientScopes(props: ClientScopesProps, { view }: HasView): VNode {
  const { frame, client, form, consent, access } = props
  const texts = view.t.client.scopes
  const here = clientHref(frame.root, client.id)
  const entry = { access, here, view }
  return (
    <ClientFrame client={client} tab="scopes" wrong={access.error !== undefined}>
      <ErrorSummary issues={access.error === undefined ? [] : [{ field: 'access_roles', text: access.error }]} />
      {consent === 'trusted' && client.type === 'public' ? <Banner tone="warn">{texts.trustedWarning}</Banner> : null}
      <PendingRequests requests={props.requests} />
      {isChangeable(props) ? (
        <Form target={form}>
          {client.type === 'gate' ? null : <Released {...props} fixed={false} />}
          <AccessSection {...entry} />
          <SaveRow discardHref={`${here}/scopes`} />
        </Form>
      ) : (
        <>
          {client.type === 'gate' ? null : <Released {...props} fixed />}
          {/* The access rule of Portico's own apps is not a client setting. */}
          {client.source === 'service' ? null : <AccessSection {...entry} fixed />}
        </>
      )}
    </ClientFrame>
  )
}

/** Scopes and consent. @param fixed shows the settings as text, without inputs */
function Released(props: ClientScopesProps & { readonly fixed: boolean }, { view }: HasView): VNode {
  const { frame, client, scopes, consent, inIdToken, imitable, claims, holders, counted = 'all', fixed } = props
  const texts = view.t.client.scopes
  const { holders: held } = view.t.clientUse
  const more = (scope: string): readonly string[] => {
    const { [scope]: released = [] } = claims
    const holding = { count: holders[scope] ?? 0, counted }
    return [
      ...(released.length === 0 ? [] : [texts.releases({ name: listOf(view.locale, released) })]),
      ...(scope === 'openid' || !isHeld(holding) ? [] : [held(holding)]),
    ]
  }
  const preview = <ButtonLink href={`${clientHref(frame.root, client.id)}/consent-preview`}>{texts.preview}</ButtonLink>
  const hintOf = (value: ConsentMode): string =>
    value === 'once' && imitable ? texts.onceImitableHint : texts[`${value}Hint`]
  const options = CONSENTS.map((value) => ({ value, label: texts[value], hint: hintOf(value) }))
  return (
    <>
      <Section id="allowed" title={texts.allowed} lead={fixed ? undefined : texts.lead}>
        <ScopeChoice chosen={scopes} more={more} fixed={fixed} />
        {fixed ? (
          <p>
            {texts.inIdToken}: {inIdToken ? texts.inIdTokenToo : texts.userinfoAlone}
          </p>
        ) : (
          <Checkbox id="id_token_claims" label={texts.inIdToken} hint={texts.inIdTokenHint} checked={inIdToken} />
        )}
      </Section>
      <Section id="consent-part" title={texts.consent} actions={preview}>
        {fixed ? (
          <p>
            <strong>{texts[consent]}</strong>
            <span class="sso-hint">{hintOf(consent)}</span>
          </p>
        ) : (
          <RadioCards id="consent" label={texts.consentWhen} value={consent} options={options} />
        )}
      </Section>
    </>
  )
}

/** Whether sessions might hold a scope: some were counted, or some were not. */
export const isHeld = ({ count, counted }: { readonly count: number; readonly counted: string }): boolean =>
  count > 0 || counted !== 'all'

const CONSENTS = ['once', 'always', 'trusted'] as const

/** The consent page as users would see it. It is inert, so it cannot be submitted. */
interface ConsentPreviewProps extends Framed {
  readonly client: ClientHead
  readonly mode: ConsentMode
  readonly consent: Omit<ConsentProps, 'form'>
}

export function ConsentPreview({ client, mode, consent }: ConsentPreviewProps, { view }: HasView): VNode {
  const { scopes } = view.t.client
  const product = <bdi>{view.product.name}</bdi>
  return (
    <BelowClient client={client} tab="scopes" title={scopes.previewTitle} lead={scopes.previewLead}>
      {mode === 'trusted' ? <Banner>{scopes.previewTrusted}</Banner> : null}
      <div class="sso-card sso-preview" inert>
        <div class="sso-client">
          <Monogram name={client.name} icon={client.icon} />
        </div>
        <h2>{rich(view.t.consent.title, { client: <bdi>{client.name}</bdi>, product })}</h2>
        <ConsentForm form={{ action: '', hidden: {} }} {...consent} />
      </div>
    </BelowClient>
  )
}
