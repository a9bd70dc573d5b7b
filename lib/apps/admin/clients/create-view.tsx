/** Form for a new client. The server validates it on submission and, if scripts run, on input (`data-sso-validate`). */
import { RadioCards } from '../../../web/ui/components/choice.tsx'
import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { ErrorSummary, Form, type FormTarget, SubmitRow, VERBATIM } from '../../../web/ui/components/form.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { CatalogueChoice, type CatalogueChoiceProps, catalogueIssues } from './catalogue-view.tsx'
import {
  type ClientFieldsProps,
  GateFields,
  NameField,
  OwnerField,
  RedirectField,
  SignOutFields,
  summaryOf,
  TextField,
  textFor,
} from './fields-view.tsx'
import { ScopeChoice } from './scope-choice-view.tsx'

export interface ClientCreateProps extends Framed, ClientFieldsProps {
  readonly form: FormTarget
  readonly catalogue: CatalogueChoiceProps
  /** The app's configuration, without the secret. */
  readonly preview: { readonly discovery: string; readonly block: string }
  readonly validateHref: string
  readonly issuer: string
}

export function ClientCreate(props: ClientCreateProps, { view }: HasView): VNode {
  const { frame, form, catalogue, values, issues, preview, validateHref, issuer } = props
  const { clients } = view.t
  const texts = clients.form
  const part = { values, issues, view }
  const summary = [...catalogueIssues(catalogue, view), ...summaryOf(issues)]
  return (
    <AdminPage
      section="clients"
      title={texts.title}
      wrong={summary.length > 0}
      crumbs={[{ label: clients.title, href: `${frame.root}/clients` }]}
    >
      <ErrorSummary issues={summary} />
      <CatalogueChoice {...catalogue} />
      <div class="sso-beside" data-sso-validate={validateHref}>
        <template id="sso-alert-icon">
          <Icon name="alert" />
        </template>
        <Form target={form}>
          <Section id="identity" title={texts.identity}>
            <NameField {...part} />
            <TextField of="clientId" input={{ ...VERBATIM, dir: 'ltr' }} {...part} />
            <OwnerField {...part} />
          </Section>
          <Kind {...part} />
          <div class="sso-gated-only">
            <Section id="gate" title={texts.gate} lead={texts.gateLead}>
              <GateFields {...part} />
            </Section>
          </div>
          <div class="sso-protocol-only">
            <Section id="addresses" title={texts.addresses} lead={texts.addressesLead}>
              <RedirectField {...part} />
            </Section>
            <Section id="sign-out" title={texts.signOut} lead={texts.signOutLead}>
              <SignOutFields issuer={issuer} {...part} />
            </Section>
            <Section id="scope-list" title={texts.scopes} lead={texts.scopesLead}>
              <ScopeChoice chosen={values.scopes} />
            </Section>
          </div>
          <SubmitRow cancelHref={`${frame.root}/clients`}>{texts.submit}</SubmitRow>
        </Form>
        <aside class="sso-section sso-rail" aria-labelledby="preview">
          <h2 id="preview">{texts.preview}</h2>
          <CopyField id="discovery" label={texts.discovery} value={preview.discovery} />
          <div class="sso-field">
            <h3 class="sso-label">{texts.block}</h3>
            <pre class="sso-block" dir="ltr" data-sso-block>
              {preview.block}
            </pre>
          </div>
        </aside>
      </div>
    </AdminPage>
  )
}

function Kind({ values, issues }: ClientFieldsProps, { view }: HasView): VNode {
  const { fields, form } = view.t.clients
  return (
    <Section id="kind" title={form.kind}>
      <RadioCards
        id="client_type"
        label={fields.type}
        hint={fields.typeHint}
        value={values.type}
        error={textFor('client_type', issues)}
        options={[
          { value: 'confidential', label: fields.confidential, hint: fields.confidentialHint },
          { value: 'public', label: fields.public, hint: fields.publicHint },
          { value: 'gate', label: fields.gate, hint: fields.gateHint },
        ]}
      />
      <RadioCards
        id="environment"
        label={fields.environment}
        value={values.environment}
        error={textFor('environment', issues)}
        options={[
          { value: 'development', label: fields.development, hint: fields.developmentHint },
          { value: 'live', label: fields.live, hint: fields.liveHint },
        ]}
      />
    </Section>
  )
}
