/** Form for a new client. The server validates it on submission and, if scripts run, on input (`data-sso-validate`). */
import { RadioCards } from '../../../web/ui/components/choice.tsx'
import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { ErrorSummary, Form, type FormTarget, SubmitRow, VERBATIM } from '../../../web/ui/components/form.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import type { ComponentChildren, HasView, VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { CatalogueChoice, type CatalogueChoiceProps, catalogueIssues } from './catalogue-view.tsx'
import {
  type ClientFieldsProps,
  type ClientFormField,
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
      <div class="sso-new-client" data-sso-validate={validateHref}>
        <template id="sso-alert-icon">
          <Icon name="alert" />
        </template>
        <Form target={form}>
          <section class="sso-section" aria-label={texts.identity}>
            <div class="sso-pair">
              <NameField {...part} />
              <TextField of="clientId" input={{ ...VERBATIM, dir: 'ltr' }} {...part} />
              <OwnerField {...part} />
            </div>
            <Type {...part} />
            <div class="sso-protocol-only">
              <RedirectField {...part} />
            </div>
            <div class="sso-gated-only">
              <p class="sso-panel-lead">{texts.gateLead}</p>
              <GateFields {...part} />
            </div>
            <div class="sso-folds">
              <div class="sso-protocol-only">
                <Folded title={texts.signOut} now={texts.optional} fields={SIGN_OUT} {...part}>
                  <p class="sso-panel-lead">{texts.signOutLead}</p>
                  <SignOutFields issuer={issuer} {...part} />
                </Folded>
                <Folded title={texts.scopes} now={values.scopes.join(' ')} fields={['scopes']} {...part}>
                  <p class="sso-panel-lead">{texts.scopesLead}</p>
                  <ScopeChoice chosen={values.scopes} />
                </Folded>
              </div>
              <Environment {...part} />
              <div class="sso-protocol-only">
                <Folded title={texts.preview} now={`${texts.discovery} · ${texts.block}`} fields={[]} {...part}>
                  <CopyField id="discovery" label={texts.discovery} value={preview.discovery} />
                  <div class="sso-field">
                    <h3 class="sso-label">{texts.block}</h3>
                    <pre class="sso-block" dir="ltr" data-sso-block>
                      {preview.block}
                    </pre>
                  </div>
                </Folded>
              </div>
            </div>
          </section>
          <SubmitRow cancelHref={`${frame.root}/clients`}>{texts.submit}</SubmitRow>
        </Form>
      </div>
    </AdminPage>
  )
}

function Type({ values, issues }: ClientFieldsProps, { view }: HasView): VNode {
  const { fields } = view.t.clients
  return (
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
  )
}

function Environment(part: ClientFieldsProps, { view }: HasView): VNode {
  const { fields } = view.t.clients
  const { environment } = part.values
  return (
    <Folded
      title={fields.environment}
      now={environment === 'live' ? fields.live : fields.development}
      fields={['environment']}
      {...part}
    >
      <RadioCards
        id="environment"
        label={fields.environment}
        value={environment}
        error={textFor('environment', part.issues)}
        options={[
          { value: 'development', label: fields.development, hint: fields.developmentHint },
          { value: 'live', label: fields.live, hint: fields.liveHint },
        ]}
      />
    </Folded>
  )
}

const SIGN_OUT = ['post_logout_redirect_uris', 'backchannel_logout_uri', 'frontchannel_logout_uri'] as const

interface FoldedProps extends ClientFieldsProps {
  readonly title: string
  /** The values in one line. */
  readonly now: string
  readonly fields: readonly ClientFormField[]
  readonly children: ComponentChildren
}

/** Fields that most clients leave as they are. Open if one has an error or was prefilled. */
function Folded({ title, now, fields, values, issues, children }: FoldedProps): VNode {
  const isFilled = fields === SIGN_OUT && values.postLogoutRedirectUris + values.backchannelLogoutUri !== ''
  return (
    <details class="sso-folded" open={isFilled || issues.some(({ field }) => fields.includes(field))}>
      <summary>
        <strong>{title}</strong> <span class="sso-muted">{now}</span>
      </summary>
      {children}
    </details>
  )
}
