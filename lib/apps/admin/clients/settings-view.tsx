/** The Settings tab: the editable fields of a client, and its last change. */

import { ErrorSummary, Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Banner, DescriptionList, type Fact, Section } from '../../../web/ui/components/section.tsx'
import { DateTime, Link } from '../../../web/ui/components/text.tsx'
import { rich, type Viewed, type VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import {
  BackendFields,
  type ClientFieldsProps,
  type ClientFormValues,
  GateFields,
  ListedField,
  NameField,
  OwnerField,
  RedirectField,
  SignOutFields,
  summaryOf,
} from './fields-view.tsx'
import { ClientFrame, type ClientHead, clientHref, isChangeable, SaveRow } from './frame-view.tsx'

export interface ClientHistory {
  readonly createdAt: Date
  readonly changedAt: Date
  readonly changedBy: string
  readonly lastSignInAt: Date | undefined
}

export interface ClientSettingsProps extends Framed, ClientFieldsProps {
  readonly client: ClientHead
  readonly history: ClientHistory
  readonly form: FormTarget
  /** An unsaved redirect URI that the form suggests, and the request that sent it. */
  readonly proposed?: { readonly address: string; readonly requestId: string } | undefined
}

export function ClientSettings(props: ClientSettingsProps & Viewed): VNode {
  const { frame, client, history, form, values, faults, proposed, view } = props
  const { client: texts } = view.t
  const part = { values, faults, view }
  return (
    <ClientFrame frame={frame} client={client} tab="settings" wrong={faults.length > 0} view={view}>
      <ErrorSummary issues={summaryOf(faults)} view={view} />
      {proposed === undefined || !isChangeable(props) ? null : (
        <Banner tone="info">
          {rich(texts.settings.proposed, {
            address: (
              <mark>
                <code dir="ltr">{proposed.address}</code>
              </mark>
            ),
            request: (
              <Link href={`${frame.root}/explain/${encodeURIComponent(proposed.requestId)}`}>
                <code dir="ltr">{proposed.requestId}</code>
              </Link>
            ),
          })}
        </Banner>
      )}
      <div class="sso-beside">
        {isChangeable(props) ? (
          <Section id="edit" title={texts.settings.edit} lead={texts.settings.takesEffect}>
            <Form target={form}>
              <NameField {...part} />
              <OwnerField {...part} />
              <ListedField {...part} />
              {client.type === 'gate' ? (
                <GateFields {...part} />
              ) : (
                <>
                  <RedirectField {...part} />
                  <SignOutFields {...part} />
                  {client.type === 'confidential' ? <BackendFields {...part} /> : null}
                </>
              )}
              <SaveRow discardHref={`${clientHref(frame.root, client.id)}/settings`} view={view} />
            </Form>
          </Section>
        ) : (
          <Section id="edit" title={texts.settings.edit}>
            <DescriptionList facts={factsOf(client.type, values, view)} />
          </Section>
        )}
        <Section id="about" title={texts.settings.about}>
          <DescriptionList facts={historyOf(history, view)} />
        </Section>
      </div>
    </ClientFrame>
  )
}

function historyOf(
  { createdAt, changedAt, changedBy, lastSignInAt }: ClientHistory,
  view: Viewed['view'],
): readonly Fact[] {
  const { settings } = view.t.client
  return [
    {
      term: settings.lastSignIn,
      value: lastSignInAt === undefined ? view.t.panel.never : <DateTime at={lastSignInAt} view={view} />,
    },
    { term: settings.created, value: <DateTime at={createdAt} view={view} /> },
    {
      term: settings.changed,
      value: rich(settings.changedBy, { when: <DateTime at={changedAt} view={view} />, name: <bdi>{changedBy}</bdi> }),
    },
  ]
}

function factsOf(type: ClientHead['type'], values: ClientFormValues, view: Viewed['view']): readonly Fact[] {
  const { fields } = view.t.clients
  const addresses = (text: string): Fact['value'] =>
    text === ''
      ? view.t.panel.none
      : text.split('\n').map((uri) => (
          <code class="sso-line" dir="ltr">
            {uri}
          </code>
        ))
  return [
    { term: fields.ownerEmail, value: values.ownerEmail === '' ? view.t.panel.none : <bdi>{values.ownerEmail}</bdi> },
    { term: fields.listed, value: values.listed ? fields.listedYes : fields.listedNo },
    ...(type === 'gate'
      ? [
          { term: fields.gateUrl, value: addresses(values.gateUrl) },
          { term: fields.assertion, value: values.assertion ? fields.assertionYes : fields.assertionNo },
        ]
      : [
          { term: fields.redirectUris, value: addresses(values.redirectUris) },
          { term: fields.postLogoutRedirectUris, value: addresses(values.postLogoutRedirectUris) },
          { term: fields.backchannelLogoutUri, value: addresses(values.backchannelLogoutUri) },
          { term: fields.frontchannelLogoutUri, value: addresses(values.frontchannelLogoutUri) },
          ...(values.backendAddresses === ''
            ? []
            : [
                { term: fields.backendAddresses, value: addresses(values.backendAddresses) },
                { term: fields.backendPerMinute, value: values.backendPerMinute },
              ]),
        ]),
  ]
}
