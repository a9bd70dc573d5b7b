/** Forms and questions of the panel, built from the shell's parts. */
import type { VNode } from 'preact'
import { Button, ButtonLink } from '../../../lib/web/ui/components/button.tsx'
import { RadioCards, Select } from '../../../lib/web/ui/components/choice.tsx'
import { Confirm, TypeToConfirm } from '../../../lib/web/ui/components/confirm.tsx'
import { ErrorSummary } from '../../../lib/web/ui/components/error-summary.tsx'
import { Checkbox, Field } from '../../../lib/web/ui/components/field.tsx'
import { Form } from '../../../lib/web/ui/components/form.tsx'
import { Section } from '../../../lib/web/ui/components/section.tsx'
import type { Viewed } from '../../../lib/web/ui/view.ts'
import { Page } from './panel-fixtures.tsx'

const form = { action: '/admin/clients', hidden: { csrf: 'token-1' } }

export function FormPage({ view }: Viewed): VNode {
  return (
    <Page
      view={view}
      section="clients"
      title="New client"
      wrong
      crumbs={[{ label: 'Clients', href: '/admin/clients' }]}
    >
      <ErrorSummary
        view={view}
        issues={[
          { field: 'client_id', text: 'Client ID can only use lowercase letters, numbers and hyphens' },
          { field: 'client_type', text: 'Choose a client type' },
        ]}
      />
      <Section id="identity" title="Identity">
        <Form target={form}>
          <Field
            view={view}
            id="name"
            name="name"
            label="Display name"
            input={{ type: 'text', value: 'Billing', autocomplete: 'off' }}
          />
          <Field
            view={view}
            id="client_id"
            name="client_id"
            label="Client ID"
            hint="3 to 63 lowercase letters, numbers or hyphens. Can’t be changed later."
            error="Client ID can only use lowercase letters, numbers and hyphens"
            input={{ type: 'text', value: 'Billing!', autocomplete: 'off', dir: 'ltr' }}
          />
          <RadioCards
            id="client_type"
            name="client_type"
            label="Client type"
            error="Choose a client type"
            hint="Can’t be changed later."
            options={[
              {
                value: 'confidential',
                label: 'Server-side app',
                hint: 'Calls the token endpoint from a server; gets a secret.',
              },
              { value: 'public', label: 'Browser or mobile app', hint: 'No secret, PKCE only.' },
            ]}
          />
          <Select
            id="environment"
            name="environment"
            label="Environment"
            value="development"
            options={[
              { value: 'development', label: 'Development' },
              { value: 'live', label: 'Live' },
            ]}
          />
          <Checkbox
            id="offline"
            name="scope"
            label="offline_access"
            hint="Recommended: the app stays signed in."
            checked
          />
          <div class="sso-row">
            <Button>Create client</Button>
            <ButtonLink look="secondary" href="/admin/clients">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Section>
    </Page>
  )
}

export function ConfirmPage({ view }: Viewed): VNode {
  return (
    <Page view={view} section="clients" title="Disable Billing?">
      <Confirm
        view={view}
        form={form}
        confirmLabel="Disable client"
        cancelHref="/admin/clients/billing"
        effects={['12 users are signed out of Billing.', 'Token requests get invalid_client.']}
      />
    </Page>
  )
}

export function DecommissionPage({ view }: Viewed): VNode {
  return (
    <Page view={view} section="clients" title="Decommission Billing?" wrong>
      <TypeToConfirm
        view={view}
        form={form}
        word="billing"
        wrong
        confirmLabel="Decommission client"
        cancelHref="/admin/clients/billing"
        effects={['Removes the client for good, and frees its ID and redirect URIs.', 'Activity is kept.']}
      />
    </Page>
  )
}
