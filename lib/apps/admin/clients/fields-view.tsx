/** A client's form fields, for creating and editing. Errors appear next to their field and in the summary. */
import type { InputHTMLAttributes } from 'preact'
import { neverConfirms } from '../../../../policies/frontchannel-logout.ts'
import { Checkbox, Field, type FormIssue } from '../../../web/ui/components/form.tsx'
import { Banner } from '../../../web/ui/components/section.tsx'
import { TextArea } from '../../../web/ui/components/text-area.tsx'
import type { ComponentChildren, HasView, VNode } from '../../../web/ui/view.ts'

/** Text fields, in form order. Each value is both the field's name in the form data and its element ID on the page. */
export const FIELD_NAMES = {
  name: 'name',
  clientId: 'client_id',
  ownerEmail: 'owner_email',
  /** Name of the stored picture. */
  icon: 'icon',
  type: 'client_type',
  environment: 'environment',
  /** One URI per line, as in every field for URIs or IP addresses. */
  redirectUris: 'redirect_uris',
  postLogoutRedirectUris: 'post_logout_redirect_uris',
  backchannelLogoutUri: 'backchannel_logout_uri',
  frontchannelLogoutUri: 'frontchannel_logout_uri',
  /** Only for gated apps. */
  gateUrl: 'gate_url',
  /** IP addresses of the app's own servers, and how many requests they can send per minute. */
  backendAddresses: 'backend_addresses',
  backendPerMinute: 'backend_per_minute',
} as const
export type ClientFormField = (typeof FIELD_NAMES)[keyof typeof FIELD_NAMES] | 'scopes'

/** The form's fields, as typed. */
export interface ClientFormValues extends Readonly<Record<keyof typeof FIELD_NAMES, string>> {
  /** The catalogue app that prefilled the form; empty if there was none. */
  readonly app: string
  readonly scopes: readonly string[]
  readonly listed: boolean
  readonly assertion: boolean
  readonly frontchannelLogoutSessionRequired: boolean
}

export interface ClientFormIssue {
  readonly field: ClientFormField
  readonly text: string
  /** The invalid value, if the field holds several values. */
  readonly uri?: string | undefined
}

export interface ClientFieldsProps {
  readonly values: ClientFormValues
  readonly issues: readonly ClientFormIssue[]
}

interface TextFieldProps extends ClientFieldsProps {
  readonly of:
    | 'name'
    | 'clientId'
    | 'ownerEmail'
    | 'gateUrl'
    | 'backchannelLogoutUri'
    | 'frontchannelLogoutUri'
    | 'backendPerMinute'
  readonly input?: InputHTMLAttributes<HTMLInputElement>
}

export function TextField({ of: key, input = {}, values, issues }: TextFieldProps, { view }: HasView): VNode {
  const name = FIELD_NAMES[key]
  const { fields } = view.t.clients
  return (
    <Field
      id={name}
      label={fields[key]}
      hint={fields[`${key}Hint`]}
      error={textFor(name, issues)}
      input={{ type: 'text', value: values[key], autocomplete: 'off', ...input }}
    />
  )
}

interface LinesProps extends ClientFieldsProps {
  readonly of: 'redirectUris' | 'postLogoutRedirectUris' | 'backendAddresses'
  readonly rows: number
}

/** A field with several values, one per line. */
function Lines({ of: key, rows, values, issues }: LinesProps, { view }: HasView): VNode {
  const name = FIELD_NAMES[key]
  const { fields } = view.t.clients
  return (
    <TextArea
      id={name}
      label={fields[key]}
      hint={fields[`${key}Hint`]}
      error={errorsFor(name, issues)}
      value={values[key]}
      rows={rows}
    />
  )
}

const EMAIL = { type: 'email', dir: 'ltr', spellcheck: false } as const
const URI = { type: 'url', dir: 'ltr', spellcheck: false, inputMode: 'url' } as const

export const NameField = (part: ClientFieldsProps): VNode => <TextField of="name" {...part} />

export const OwnerField = (part: ClientFieldsProps): VNode => <TextField of="ownerEmail" input={EMAIL} {...part} />

/** A file that replaces the stored icon. */
export function IconField({ values: { icon }, issues }: ClientFieldsProps, { view }: HasView): VNode {
  const { fields } = view.t.clients
  return (
    <>
      <Field
        id="icon"
        name="icon_file"
        label={fields.icon}
        hint={fields.iconHint}
        error={errorsFor('icon', issues)}
        input={{ type: 'file', accept: 'image/png,image/jpeg,image/svg+xml' }}
      />
      <input type="hidden" name="icon" value={icon} />
      {icon === '' ? null : <Checkbox id="icon_remove" label={fields.removeIcon} />}
    </>
  )
}

export function ListedField({ values }: ClientFieldsProps, { view }: HasView): VNode {
  const { fields } = view.t.clients
  return <Checkbox id="listed" label={fields.listed} hint={fields.listedHint} checked={values.listed} />
}

export const RedirectField = (part: ClientFieldsProps): VNode => (
  <>
    <Lines of="redirectUris" rows={2} {...part} />
    <p class="sso-fine" data-sso-origin hidden />
  </>
)

export function GateFields(part: ClientFieldsProps, { view }: HasView): VNode {
  const { values } = part
  const { fields } = view.t.clients
  return (
    <>
      <TextField of="gateUrl" input={URI} {...part} />
      <Checkbox id="assertion" label={fields.assertion} hint={fields.assertionHint} checked={values.assertion} />
    </>
  )
}

/** Warns about a front-channel URI at another site, whose frame gets no cookies. */
export function SignOutFields(
  { issuer, ...part }: ClientFieldsProps & { readonly issuer: string },
  { view }: HasView,
): VNode {
  const { values, issues } = part
  const { fields } = view.t.clients
  const isWrong = textFor('frontchannel_logout_uri', issues) !== undefined
  return (
    <>
      <Lines of="postLogoutRedirectUris" rows={2} {...part} />
      <TextField of="backchannelLogoutUri" input={URI} {...part} />
      <details class="sso-fold" open={values.frontchannelLogoutUri !== '' || isWrong}>
        <summary>{fields.olderWays}</summary>
        <TextField of="frontchannelLogoutUri" input={URI} {...part} />
        {neverConfirms(issuer, values) ? <Banner tone="warn">{fields.frontchannelUnconfirmed}</Banner> : null}
        <Checkbox
          id="frontchannel_logout_session_required"
          label={fields.frontchannelSession}
          hint={fields.frontchannelSessionHint}
          checked={values.frontchannelLogoutSessionRequired}
        />
      </details>
    </>
  )
}

const COUNT = { dir: 'ltr', inputMode: 'numeric' } as const

/** Few apps need this section, so it is collapsed while empty. */
export function BackendFields(part: ClientFieldsProps, { view }: HasView): VNode {
  const { values, issues } = part
  const isWrong = textFor('backend_per_minute', issues) !== undefined
  return (
    <details class="sso-fold" open={values.backendAddresses !== '' || isWrong}>
      <summary>{view.t.clients.fields.backend}</summary>
      <Lines of="backendAddresses" rows={2} {...part} />
      <TextField of="backendPerMinute" input={COUNT} {...part} />
    </details>
  )
}

export function textFor(field: ClientFormField, issues: readonly ClientFormIssue[]): string | undefined {
  return issues.find((issue) => issue.field === field)?.text
}

/** In a field with several values, the error includes the invalid one. */
function errorsFor(field: ClientFormField, issues: readonly ClientFormIssue[]): readonly ComponentChildren[] {
  return issues.filter((issue) => issue.field === field).map(withUri)
}

export function summaryOf(issues: readonly ClientFormIssue[]): readonly FormIssue[] {
  return issues.map((issue) => ({ field: issue.field, text: withUri(issue) }))
}

function withUri({ text, uri }: ClientFormIssue): ComponentChildren {
  return uri === undefined ? (
    text
  ) : (
    <>
      {text}: <code dir="ltr">{uri}</code>
    </>
  )
}
