/** The tab Scopes & Access (B6): what the app may ask for, what that releases, and whether people are asked. */
import type { VNode } from 'preact'
import { Banner } from '../../../components/banner.tsx'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { RadioCards } from '../../../components/choice.tsx'
import { Form, type FormTarget } from '../../../components/form.tsx'
import { Section } from '../../../components/section.tsx'
import { listOf } from '../../../i18n/time.ts'
import type { Viewed } from '../../../view.ts'
import type { Framed } from '../admin-page.tsx'
import { clientHref, ClientFrame, isChangeable } from './client-frame.tsx'
import type { ClientHead, ConsentName, ScopeName } from './client-view.ts'
import { ScopeChoice } from './scope-choice.tsx'

export interface ClientScopesProps extends Framed {
  readonly client: ClientHead
  readonly form: FormTarget
  readonly scopes: readonly string[]
  readonly consent: ConsentName
  /** Claims that each scope releases. */
  readonly claims: Readonly<Record<ScopeName, readonly string[]>>
}

export function ClientScopes(props: ClientScopesProps & Viewed): VNode {
  const { frame, client, form, scopes, consent, claims, view } = props
  const { scopes: texts, ...rest } = view.t.client
  const releases = (scope: ScopeName): string | undefined =>
    claims[scope].length === 0 ? undefined : texts.releases({ name: listOf(view.locale, claims[scope]) })
  const preview = (
    <ButtonLink look="secondary" href={`${clientHref(frame.root, client.id)}/consent-preview`}>
      {texts.preview}
    </ButtonLink>
  )
  const options = (['once', 'always', 'trusted'] as const).map((value) => ({
    value,
    label: texts[value],
    hint: texts[`${value}Hint`],
  }))
  return (
    <ClientFrame frame={frame} client={client} tab="scopes" view={view}>
      {consent === 'trusted' && client.type === 'public' ? <Banner tone="warn">{texts.trustedWarning}</Banner> : null}
      {isChangeable(props) ? (
        <Form target={form}>
          <Section id="allowed" title={texts.allowed} lead={texts.lead}>
            <ScopeChoice chosen={scopes} more={releases} view={view} />
          </Section>
          <Section id="consent-part" title={texts.consent} actions={preview}>
            <RadioCards id="consent" name="consent" label={texts.consent} value={consent} options={options} />
          </Section>
          <div class="sso-row sso-save">
            <Button>{rest.save}</Button>
            <ButtonLink look="secondary" href={`${clientHref(frame.root, client.id)}/scopes`}>
              {rest.discard}
            </ButtonLink>
          </div>
        </Form>
      ) : (
        <>
          <Section id="allowed" title={texts.allowed}>
            <ScopeChoice chosen={scopes} more={releases} fixed view={view} />
          </Section>
          <Section id="consent-part" title={texts.consent} actions={preview}>
            <p>
              <strong>{texts[consent]}</strong>
              <span class="sso-hint">{texts[`${consent}Hint`]}</span>
            </p>
          </Section>
        </>
      )}
      <Section id="access" title={texts.access}>
        <p>{texts.accessText}</p>
      </Section>
    </ClientFrame>
  )
}
