/** The Settings tab: a client's editable fields and its last change. */

import { ErrorSummary, Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Banner, DescriptionList, type Fact, Section } from '../../../web/ui/components/section.tsx'
import { DateTime, Link } from '../../../web/ui/components/text.tsx'
import { type HasView, rich, type VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import {
  BackendFields,
  type ClientFieldsProps,
  type ClientFormValues,
  GateFields,
  IconField,
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
  readonly issuer: string
  /** An unsaved redirect URI that the form suggests, and the request that contained it. */
  readonly proposed?: { readonly address: string; readonly requestId: string } | undefined
}

export function ClientSettings(props: ClientSettingsProps, { view }: HasView): VNode {
  const { frame, client, history, form, values, issues, issuer, proposed } = props
  const { client: texts } = view.t
  const part = { values, issues, view }
  return (
    <ClientFrame client={client} tab="settings" wrong={issues.length > 0}>
      <ErrorSummary issues={summaryOf(issues)} />
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
            <Form target={form} encType="multipart/form-data">
              <NameField {...part} />
              <IconField {...part} />
              <OwnerField {...part} />
              <ListedField {...part} />
              {client.type === 'gate' ? (
                <GateFields {...part} />
              ) : (
                <>
                  <RedirectField {...part} />
                  <SignOutFields issuer={issuer} {...part} />
                  {client.type === 'confidential' ? <BackendFields {...part} /> : null}
                </>
              )}
              <SaveRow discardHref={`${clientHref(frame.root, client.id)}/settings`} />
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
  view: HasView['view'],
): readonly Fact[] {
  const { settings } = view.t.client
  return [
    [settings.lastSignIn, lastSignInAt === undefined ? view.t.panel.never : <DateTime at={lastSignInAt} />],
    [settings.created, <DateTime at={createdAt} />],
    [settings.changed, rich(settings.changedBy, { when: <DateTime at={changedAt} />, name: <bdi>{changedBy}</bdi> })],
  ]
}

function factsOf(type: ClientHead['type'], values: ClientFormValues, view: HasView['view']): readonly Fact[] {
  const { fields } = view.t.clients
  const switched = view.t.operations.settings
  const addresses = (text: string): Fact[1] =>
    text === ''
      ? view.t.panel.none
      : text.split('\n').map((uri) => (
          <code class="sso-line" dir="ltr">
            {uri}
          </code>
        ))
  const hasBackend = values.backendAddresses !== ''
  const ofKind: readonly Fact[] =
    type === 'gate'
      ? [
          [fields.gateUrl, addresses(values.gateUrl)],
          [fields.assertion, values.assertion ? fields.assertionYes : fields.assertionNo],
        ]
      : [
          [fields.redirectUris, addresses(values.redirectUris)],
          [fields.postLogoutRedirectUris, addresses(values.postLogoutRedirectUris)],
          [fields.backchannelLogoutUri, addresses(values.backchannelLogoutUri)],
          [fields.frontchannelLogoutUri, addresses(values.frontchannelLogoutUri)],
          [fields.frontchannelSession, values.frontchannelLogoutSessionRequired ? switched.on : undefined],
          [fields.backendAddresses, hasBackend ? addresses(values.backendAddresses) : undefined],
          [fields.backendPerMinute, hasBackend ? values.backendPerMinute : undefined],
        ]
  return [
    [fields.ownerEmail, values.ownerEmail === '' ? view.t.panel.none : <bdi>{values.ownerEmail}</bdi>],
    [fields.listed, values.listed ? fields.listedYes : fields.listedNo],
    ...ofKind,
  ]
}
