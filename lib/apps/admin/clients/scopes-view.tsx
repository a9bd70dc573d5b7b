/** The tab Scopes & Access: what the app may ask for, what that releases, and whether users are asked. */
import type { VNode } from 'preact'
import { RadioCards } from '../../../web/ui/components/choice.tsx'
import { Button, ButtonLink, Checkbox, ErrorSummary, Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Banner, Section } from '../../../web/ui/components/section.tsx'
import { listOf } from '../../../web/ui/texts/format/time.ts'
import type { Viewed } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { type AccessProps, AccessSection } from './access-view.tsx'
import type { ClientHead, ConsentName } from './client-props.ts'
import { ClientFrame, clientHref, isChangeable } from './frame-view.tsx'
import { ScopeChoice } from './scope-choice-view.tsx'

export interface ClientScopesProps extends Framed {
  readonly client: ClientHead
  readonly form: FormTarget
  readonly scopes: readonly string[]
  readonly consent: ConsentName
  /** Whether the claims of the granted scopes stand in the ID token too. */
  readonly inIdToken: boolean
  /** Remembering does not help its users: any program of their device may have its address. */
  readonly imitable: boolean
  /** Claims that each scope releases. */
  readonly claims: Readonly<Record<string, readonly string[]>>
  /** Active sessions in which each scope was given. */
  readonly holders: Readonly<Record<string, number>>
  readonly access: AccessProps
}

export function ClientScopes(props: ClientScopesProps & Viewed): VNode {
  const { frame, client, form, scopes, consent, inIdToken, imitable, claims, holders, access, view } = props
  const { scopes: texts, ...rest } = view.t.client
  const { holders: held } = view.t.clientUse
  const more = (scope: string): readonly string[] => {
    const [released = [], holding = 0] = [claims[scope], holders[scope]]
    return [
      ...(released.length === 0 ? [] : [texts.releases({ name: listOf(view.locale, released) })]),
      ...(scope === 'openid' || holding === 0 ? [] : [held({ count: holding })]),
    ]
  }
  const here = clientHref(frame.root, client.id)
  const preview = (
    <ButtonLink look="secondary" href={`${here}/consent-preview`}>
      {texts.preview}
    </ButtonLink>
  )
  const hintOf = (value: ConsentName): string =>
    value === 'once' && imitable ? texts.onceImitableHint : texts[`${value}Hint`]
  const options = (['once', 'always', 'trusted'] as const).map((value) => ({
    value,
    label: texts[value],
    hint: hintOf(value),
  }))
  return (
    <ClientFrame frame={frame} client={client} tab="scopes" wrong={access.error !== undefined} view={view}>
      <ErrorSummary
        issues={access.error === undefined ? [] : [{ field: 'access_roles', text: access.error }]}
        view={view}
      />
      {consent === 'trusted' && client.type === 'public' ? <Banner tone="warn">{texts.trustedWarning}</Banner> : null}
      {isChangeable(props) ? (
        <Form target={form}>
          {client.type === 'gate' ? null : (
            <>
              <Section id="allowed" title={texts.allowed} lead={texts.lead}>
                <ScopeChoice chosen={scopes} more={more} view={view} />
                <Checkbox
                  id="id_token_claims"
                  name="id_token_claims"
                  label={texts.inIdToken}
                  hint={texts.inIdTokenHint}
                  checked={inIdToken}
                />
              </Section>
              <Section id="consent-part" title={texts.consent} actions={preview}>
                <RadioCards id="consent" name="consent" label={texts.consentWhen} value={consent} options={options} />
              </Section>
            </>
          )}
          <AccessSection access={access} testHref={`${here}/test-user`} reviewHref={`${here}/review`} view={view} />
          <div class="sso-row sso-save">
            <Button>{rest.save}</Button>
            <ButtonLink look="secondary" href={`${here}/scopes`}>
              {rest.discard}
            </ButtonLink>
          </div>
        </Form>
      ) : (
        <>
          {client.type === 'gate' ? null : (
            <>
              <Section id="allowed" title={texts.allowed}>
                <ScopeChoice chosen={scopes} more={more} fixed view={view} />
                <p>
                  {texts.inIdToken}: {inIdToken ? texts.inIdTokenToo : texts.userinfoAlone}
                </p>
              </Section>
              <Section id="consent-part" title={texts.consent} actions={preview}>
                <p>
                  <strong>{texts[consent]}</strong>
                  <span class="sso-hint">{hintOf(consent)}</span>
                </p>
              </Section>
            </>
          )}
          {/* Who may enter the panel is no rule of a client. */}
          {client.source === 'service' ? null : (
            <AccessSection
              access={access}
              testHref={`${here}/test-user`}
              reviewHref={`${here}/review`}
              fixed
              view={view}
            />
          )}
        </>
      )}
    </ClientFrame>
  )
}
