/** The fields of a client, as creating and changing it share them. Faults stand beside their field, and in the summary. */
import type { ComponentChildren, VNode } from 'preact'
import type { FormIssue } from '../../../web/ui/components/form.tsx'
import { Checkbox, Field } from '../../../web/ui/components/form.tsx'
import { TextArea } from '../../../web/ui/components/text-area.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import type { ClientFormField, ClientFormIssue, ClientFormValues } from './client-props.ts'

export interface ClientFieldsProps {
  readonly values: ClientFormValues
  readonly faults: readonly ClientFormIssue[]
}

type Part = ClientFieldsProps & Viewed

export function NameField({ values, faults, view }: Part): VNode {
  const { fields } = view.t.clients
  return (
    <Field
      view={view}
      id="name"
      name="name"
      label={fields.name}
      hint={fields.nameHint}
      error={textFor('name', faults)}
      input={{ type: 'text', value: values.name, autocomplete: 'off' }}
    />
  )
}

export function OwnerField({ values, faults, view }: Part): VNode {
  const { fields } = view.t.clients
  return (
    <Field
      view={view}
      id="owner_email"
      name="owner_email"
      label={fields.ownerEmail}
      hint={fields.ownerEmailHint}
      error={textFor('owner_email', faults)}
      input={{ type: 'email', value: values.ownerEmail, autocomplete: 'off', dir: 'ltr', spellcheck: false }}
    />
  )
}

export function ListedField({ values, view }: Part): VNode {
  const { fields } = view.t.clients
  return <Checkbox id="listed" name="listed" label={fields.listed} hint={fields.listedHint} checked={values.listed} />
}

export function RedirectField({ values, faults, view }: Part): VNode {
  const { fields } = view.t.clients
  return (
    <>
      <TextArea
        id="redirect_uris"
        name="redirect_uris"
        label={fields.redirectUris}
        hint={fields.redirectUrisHint}
        error={errorsFor('redirect_uris', faults)}
        value={values.redirectUris}
        rows={3}
        dir="ltr"
      />
      <p class="sso-fine" data-sso-origin hidden />
    </>
  )
}

export function GateFields(part: Part): VNode {
  const { values, view } = part
  const { fields } = view.t.clients
  return (
    <>
      <UriField name="gate_url" of="gateUrl" {...part} />
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
  const { fields } = view.t.clients
  const frontchannelWrong = textFor('frontchannel_logout_uri', faults) !== undefined
  return (
    <>
      <TextArea
        id="post_logout_redirect_uris"
        name="post_logout_redirect_uris"
        label={fields.postLogoutRedirectUris}
        hint={fields.postLogoutRedirectUrisHint}
        error={errorsFor('post_logout_redirect_uris', faults)}
        value={values.postLogoutRedirectUris}
        rows={2}
        dir="ltr"
      />
      <UriField name="backchannel_logout_uri" of="backchannelLogoutUri" {...part} />
      <details class="sso-fold" open={values.frontchannelLogoutUri !== '' || frontchannelWrong}>
        <summary>{fields.olderWays}</summary>
        <UriField name="frontchannel_logout_uri" of="frontchannelLogoutUri" {...part} />
      </details>
    </>
  )
}

/** Few apps need it, so it is folded away until one does. */
export function BackendFields({ values, faults, view }: Part): VNode {
  const { fields } = view.t.clients
  const [wrong, error] = [errorsFor('backend_addresses', faults), textFor('backend_per_minute', faults)]
  return (
    <details class="sso-fold" open={values.backendAddresses !== '' || error !== undefined}>
      <summary>{fields.backend}</summary>
      <TextArea
        id="backend_addresses"
        name="backend_addresses"
        label={fields.backendAddresses}
        hint={fields.backendAddressesHint}
        error={wrong}
        value={values.backendAddresses}
        rows={2}
        dir="ltr"
      />
      <Field
        view={view}
        id="backend_per_minute"
        name="backend_per_minute"
        label={fields.backendPerMinute}
        hint={fields.backendPerMinuteHint}
        error={error}
        input={{ type: 'text', value: values.backendPerMinute, autocomplete: 'off', dir: 'ltr', inputMode: 'numeric' }}
      />
    </details>
  )
}

function UriField({
  name,
  of: key,
  values,
  faults,
  view,
}: {
  name: ClientFormField
  of: 'gateUrl' | 'backchannelLogoutUri' | 'frontchannelLogoutUri'
} & Part): VNode {
  const { fields } = view.t.clients
  return (
    <Field
      view={view}
      id={name}
      name={name}
      label={fields[key]}
      hint={fields[`${key}Hint`]}
      error={textFor(name, faults)}
      input={{ type: 'url', value: values[key], autocomplete: 'off', dir: 'ltr', spellcheck: false, inputMode: 'url' }}
    />
  )
}

export function textFor(field: ClientFormField, faults: readonly ClientFormIssue[]): string | undefined {
  return faults.find((fault) => fault.field === field)?.text
}

/** A field with several addresses says which one is meant. */
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
