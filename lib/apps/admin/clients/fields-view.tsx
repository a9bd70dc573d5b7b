/** The form fields of a client, for creating and editing. Issues are shown next to their field and in the summary. */
import type { InputHTMLAttributes } from 'preact'
import { Checkbox, Field, type FormIssue } from '../../../web/ui/components/form.tsx'
import { TextArea } from '../../../web/ui/components/text-area.tsx'
import type { ComponentChildren, Viewed, VNode } from '../../../web/ui/view.ts'
import type { ClientFormField, ClientFormIssue, ClientFormValues } from './client-props.ts'

export interface ClientFieldsProps {
  readonly values: ClientFormValues
  readonly faults: readonly ClientFormIssue[]
}

interface Part extends ClientFieldsProps, Viewed {}

interface TextFieldProps extends Part {
  readonly name: ClientFormField
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

export function TextField({ name, of: key, input = {}, values, faults, view }: TextFieldProps): VNode {
  const { fields } = view.t.clients
  return (
    <Field
      view={view}
      id={name}
      name={name}
      label={fields[key]}
      hint={fields[`${key}Hint`]}
      error={textFor(name, faults)}
      input={{ type: 'text', value: values[key], autocomplete: 'off', ...input }}
    />
  )
}

interface LinesProps extends Part {
  readonly name: ClientFormField
  readonly of: 'redirectUris' | 'postLogoutRedirectUris' | 'backendAddresses'
  readonly rows: number
}

/** Several values, one per line. */
function Lines({ name, of: key, rows, values, faults, view }: LinesProps): VNode {
  const { fields } = view.t.clients
  return (
    <TextArea
      id={name}
      name={name}
      label={fields[key]}
      hint={fields[`${key}Hint`]}
      error={errorsFor(name, faults)}
      value={values[key]}
      rows={rows}
      dir="ltr"
    />
  )
}

const EMAIL = { type: 'email', dir: 'ltr', spellcheck: false } as const
const URI = { type: 'url', dir: 'ltr', spellcheck: false, inputMode: 'url' } as const

export const NameField = (part: Part): VNode => <TextField name="name" of="name" {...part} />

export const OwnerField = (part: Part): VNode => (
  <TextField name="owner_email" of="ownerEmail" input={EMAIL} {...part} />
)

export function ListedField({ values, view }: Part): VNode {
  const { fields } = view.t.clients
  return <Checkbox id="listed" name="listed" label={fields.listed} hint={fields.listedHint} checked={values.listed} />
}

export const RedirectField = (part: Part): VNode => (
  <>
    <Lines name="redirect_uris" of="redirectUris" rows={3} {...part} />
    <p class="sso-fine" data-sso-origin hidden />
  </>
)

export function GateFields(part: Part): VNode {
  const { values, view } = part
  const { fields } = view.t.clients
  return (
    <>
      <TextField name="gate_url" of="gateUrl" input={URI} {...part} />
      <Checkbox
        id="assertion"
        name="assertion"
        label={fields.assertion}
        hint={fields.assertionHint}
        checked={values.assertion}
      />
    </>
  )
}

export function SignOutFields(part: Part): VNode {
  const { values, faults, view } = part
  const isWrong = textFor('frontchannel_logout_uri', faults) !== undefined
  return (
    <>
      <Lines name="post_logout_redirect_uris" of="postLogoutRedirectUris" rows={2} {...part} />
      <TextField name="backchannel_logout_uri" of="backchannelLogoutUri" input={URI} {...part} />
      <details class="sso-fold" open={values.frontchannelLogoutUri !== '' || isWrong}>
        <summary>{view.t.clients.fields.olderWays}</summary>
        <TextField name="frontchannel_logout_uri" of="frontchannelLogoutUri" input={URI} {...part} />
      </details>
    </>
  )
}

const COUNT = { dir: 'ltr', inputMode: 'numeric' } as const

/** Few apps need it, so the section is closed while it is empty. */
export function BackendFields(part: Part): VNode {
  const { values, faults, view } = part
  const isWrong = textFor('backend_per_minute', faults) !== undefined
  return (
    <details class="sso-fold" open={values.backendAddresses !== '' || isWrong}>
      <summary>{view.t.clients.fields.backend}</summary>
      <Lines name="backend_addresses" of="backendAddresses" rows={2} {...part} />
      <TextField name="backend_per_minute" of="backendPerMinute" input={COUNT} {...part} />
    </details>
  )
}

export function textFor(field: ClientFormField, faults: readonly ClientFormIssue[]): string | undefined {
  return faults.find((fault) => fault.field === field)?.text
}

/** In a field with several values, the error includes the invalid one. */
function errorsFor(field: ClientFormField, faults: readonly ClientFormIssue[]): readonly ComponentChildren[] {
  return faults.filter((fault) => fault.field === field).map(withUri)
}

export function summaryOf(faults: readonly ClientFormIssue[]): readonly FormIssue[] {
  return faults.map((fault) => ({ field: fault.field, text: withUri(fault) }))
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
