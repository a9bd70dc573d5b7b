/** The only page that shows a secret. Resubmitting the form does not show the secret again. */
import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { Button, ButtonLink, Field, LinkRow, VERBATIM } from '../../../web/ui/components/form.tsx'
import { Banner, Section } from '../../../web/ui/components/section.tsx'
import { type HasView, isolate, safeUrl, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { BelowClient, ClientBadges, type ClientHead, clientHref } from './frame-view.tsx'

export interface FormattedBlock {
  /** Value for `--format` on the command line. */
  readonly format: string
  readonly label: string
  readonly text: string
}

export interface ClientOnceProps extends Framed {
  readonly client: ClientHead
  readonly act: 'created' | 'rotated'
  /** Absent for public clients. */
  readonly secret?: string | undefined
  readonly blocks: readonly FormattedBlock[]
}

export function ClientOnce({ frame, client, act, secret, blocks }: ClientOnceProps, { view }: HasView): VNode {
  const { once, configuration } = view.t.client
  const title = act === 'created' ? once.createdTitle : once.rotatedTitle
  return (
    <AdminPage
      section="clients"
      title={title({ client: isolate(client.name) })}
      lead={<ClientBadges client={client} />}
      crumbs={[{ label: view.t.clients.title, href: `${frame.root}/clients` }]}
    >
      {secret === undefined ? (
        <Banner tone="ok">{client.type === 'gate' ? once.noSecretGate : once.noSecret}</Banner>
      ) : (
        <Banner tone="warn" focus>
          <strong>{once.warning}</strong> {act === 'rotated' ? once.oldDead : null}
        </Banner>
      )}
      <div class="sso-once" {...(secret === undefined ? {} : { 'data-sso-once': once.leaving })}>
        {secret === undefined ? null : (
          <Section id="secret-part" title={once.secret} lead={once.secretHint}>
            <CopyField id="client-secret" label={once.secret} value={secret} />
          </Section>
        )}
        <Section
          id="block-part"
          title={client.type === 'gate' ? configuration.proxy : once.block}
          lead={client.type === 'gate' ? configuration.leadGate : once.blockLead}
        >
          <ConfigurationBlocks blocks={blocks} />
        </Section>
      </div>
      <LinkRow look="primary" href={`${clientHref(frame.root, client.id)}/overview`}>
        {secret === undefined ? once.toClient : once.done}
      </LinkRow>
    </AdminPage>
  )
}

export interface ClientAgainProps extends Framed {
  /** What happened when the form was first submitted; `nothing` if the client does not exist. */
  readonly act: 'created' | 'rotated' | 'nothing'
  readonly client?: ClientHead | undefined
  readonly startHref: string
}

export function ClientAgain({ frame, act, client, startHref }: ClientAgainProps, { view }: HasView): VNode {
  const { once } = view.t.client
  const name = client === undefined ? '' : isolate(client.name)
  const text =
    client === undefined || act === 'nothing'
      ? once.againPending
      : act === 'rotated'
        ? once.againRotated({ client: name })
        : (client.type === 'confidential' ? once.againCreated : once.againPublic)({ client: name })
  return (
    <AdminPage
      section="clients"
      title={once.againTitle}
      crumbs={[{ label: view.t.clients.title, href: `${frame.root}/clients` }]}
    >
      <Banner>{text}</Banner>
      <div class="sso-row">
        {client === undefined ? (
          <ButtonLink look="primary" href={startHref}>
            {once.startAgain}
          </ButtonLink>
        ) : (
          <ButtonLink
            look="primary"
            href={`${clientHref(frame.root, client.id)}/${act === 'rotated' ? 'security' : 'overview'}`}
          >
            {once.toClient}
          </ButtonLink>
        )}
      </div>
    </AdminPage>
  )
}

export const ENDPOINTS = ['issuer', 'discovery', 'authorize', 'token', 'userinfo', 'logout', 'registerSession'] as const

export interface ClientConfigurationProps extends Framed {
  readonly client: ClientHead
  readonly blocks: readonly FormattedBlock[]
  readonly endpoints: Readonly<Record<(typeof ENDPOINTS)[number], string>>
  /** For a gated app, the URL at which its proxy reaches it. */
  readonly upstream?: { readonly typed: string; readonly isFit: boolean } | undefined
}

const UPSTREAM_EXAMPLE = 'http://127.0.0.1:8080'

/** The client's configuration, without the secret. */
export function ClientConfiguration(props: ClientConfigurationProps, { view }: HasView): VNode {
  const { frame, client, blocks, endpoints, upstream } = props
  const { client: texts } = view.t
  const { configuration } = texts
  return (
    <BelowClient
      client={client}
      tab="overview"
      title={texts.tabTitle({ client: isolate(client.name), tab: configuration.title })}
      heading={configuration.title}
      lead={
        { confidential: configuration.lead, public: configuration.leadPublic, gate: configuration.leadGate }[
          client.type
        ]
      }
    >
      <Section id="block-part" title={client.type === 'gate' ? configuration.proxy : configuration.block}>
        {upstream === undefined ? null : (
          <form
            class="sso-catalogue"
            method="get"
            action={safeUrl(`${clientHref(frame.root, client.id)}/configuration`)}
          >
            <Field
              id="upstream"
              label={configuration.upstream}
              hint={configuration.upstreamHint}
              error={upstream.isFit ? undefined : configuration.upstreamIssue({ example: isolate(UPSTREAM_EXAMPLE) })}
              input={{ ...VERBATIM, type: 'url', value: upstream.typed, placeholder: UPSTREAM_EXAMPLE, dir: 'ltr' }}
            />
            <Button look="secondary">{configuration.upstreamSubmit}</Button>
          </form>
        )}
        <ConfigurationBlocks blocks={blocks} />
      </Section>
      {client.type === 'gate' ? null : (
        <Section id="endpoints" title={configuration.endpoints} lead={configuration.endpointsLead}>
          <div class="sso-endpoints">
            {ENDPOINTS.map((name) => (
              <CopyField id={`endpoint-${name}`} label={configuration.addresses[name]} value={endpoints[name]} />
            ))}
          </div>
        </Section>
      )}
    </BelowClient>
  )
}

/**
 * A client's configuration in all formats, one visible at a time, selected with radio buttons and CSS.
 * A page with a secret is rendered only once, so a link to a different format would lose the secret.
 */
function ConfigurationBlocks({ blocks }: { blocks: readonly FormattedBlock[] }, { view }: HasView): VNode {
  const { once } = view.t.client
  return (
    <fieldset class="sso-formats">
      <legend class="sso-hidden">{once.format}</legend>
      {blocks.map(({ format, label, text }, index) => (
        <>
          <label>
            <input type="radio" name="format" value={format} checked={index === 0} autocomplete="off" />
            <bdi dir="ltr">{label}</bdi>
          </label>
          <div class="sso-format">
            <CopyField
              id={`block-${format}`}
              label={once.textOf({ label: isolate(label) })}
              value={text}
              rows={rowsOf(text)}
            />
          </div>
        </>
      ))}
    </fieldset>
  )
}

const rowsOf = (text: string): number => Math.min(14, text.split('\n').length + 1)
