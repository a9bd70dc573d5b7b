/** The Security tab: facts about the secret, and the rules for sign-ins to the client. */
import type { Configuration } from '../../../config/configuration.ts'
import { Who } from '../../../web/ui/components/apps.tsx'
import { LinkRow } from '../../../web/ui/components/form.tsx'
import { LifetimeBar } from '../../../web/ui/components/lifetime-bar.tsx'
import { DescriptionList, type Fact, Section } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import { DateTime } from '../../../web/ui/components/text.tsx'
import type { HasView, View, VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { ClientFrame, type ClientHead, clientHref, isChangeable } from './frame-view.tsx'
import type { ReachView } from './operation-view.tsx'

export interface SecretFacts {
  readonly createdAt: Date | undefined
  readonly lastUsedAt: Date | undefined
  /** The secret's last four characters. */
  readonly ending: string | undefined
}

export interface ClientSecurityProps extends Framed {
  readonly client: ClientHead
  readonly secret: SecretFacts
  readonly lives: Pick<
    Configuration['lifetimes'],
    'accessToken' | 'authorizationCode' | 'refreshTokenIdle' | 'refreshTokenAbsolute'
  >
  readonly reach: ReachView
  readonly sessions: readonly ClientSessionRow[]
}

export function ClientSecurity(props: ClientSecurityProps, { view }: HasView): VNode {
  const { frame, client, secret, lives, reach, sessions } = props
  const { security } = view.t.client
  const here = clientHref(frame.root, client.id)
  const changeable = isChangeable(props)
  const canRotate = changeable && client.status === 'active'
  return (
    <ClientFrame client={client} tab="security">
      <div class="sso-columns">
        {client.type !== 'confidential' ? (
          <Section id="secret" title={security.publicTitle}>
            <p>{client.type === 'gate' ? security.gateText : security.publicText}</p>
          </Section>
        ) : (
          <Section id="secret" title={security.secret}>
            <DescriptionList facts={secretFacts(secret, view)} />
            {canRotate && <LinkRow href={`${here}/rotate-secret`}>{security.rotate}</LinkRow>}
          </Section>
        )}
        <Section id="rules" title={security.rules}>
          <DescriptionList facts={ruleFacts(client, view)} />
          <LifetimeBar
            lives={[
              { label: security.codeLife, seconds: lives.authorizationCode },
              { label: security.accessToken, seconds: lives.accessToken },
              {
                label: security.refreshToken,
                idleSeconds: lives.refreshTokenIdle,
                seconds: lives.refreshTokenAbsolute,
              },
            ]}
          />
        </Section>
      </div>
      <ClientSessions root={frame.root} reach={reach} rows={sessions} />
      {changeable ? (
        <Section id="tokens" title={security.tokens} lead={security.tokensText} danger>
          <LinkRow href={`${here}/revoke-tokens`}>{security.revoke}</LinkRow>
        </Section>
      ) : null}
    </ClientFrame>
  )
}

function secretFacts({ createdAt, lastUsedAt, ending }: SecretFacts, view: View): readonly Fact[] {
  const { security } = view.t.client
  return [
    [security.created, createdAt && <DateTime at={createdAt} />],
    [security.lastUsed, lastUsedAt === undefined ? security.notSince : <DateTime at={lastUsedAt} />],
    [security.ending, ending === undefined ? undefined : <code dir="ltr">…{ending}</code>],
  ]
}

/** Names as listed in the metadata field `token_endpoint_auth_methods_supported`. */
const METHODS = { public: 'none', confidential: 'client_secret_basic, client_secret_post', gate: '–' }

function ruleFacts({ type }: ClientHead, view: View): readonly Fact[] {
  const { security } = view.t.client
  return [
    [security.flow, security.flowText],
    [security.pkce, security.pkceText],
    [security.authentication, <code dir="ltr">{METHODS[type]}</code>],
  ]
}

/** A user who is signed in to the client. The search is limited, so some users can be missing from the page. */
export interface ClientSessionRow {
  readonly subject: string
  readonly user: string
  readonly device: string
  readonly address: string
  readonly joinedAt: Date
  readonly seenAt: Date
  readonly scopes: readonly string[]
}

interface ClientSessionsProps {
  readonly root: string
  readonly reach: ReachView
  readonly rows: readonly ClientSessionRow[]
}

function ClientSessions({ root, reach, rows }: ClientSessionsProps, { view }: HasView): VNode {
  const { sessions, reach: words } = view.t.clientUse
  const countText = (reach.counted === 'all' ? words.now : words.atLeast)(reach)
  return (
    <Section id="sessions" title={sessions.title} lead={rows.length === 0 ? undefined : sessions.lead}>
      {rows.length === 0 ? (
        <p>{reach.counted === 'all' ? sessions.empty : countText}</p>
      ) : (
        <>
          <p>
            {countText}
            {rows.length < reach.sessions && <span class="sso-hint"> {sessions.first({ count: rows.length })}</span>}
          </p>
          <Table
            caption={sessions.caption}
            rows={rows}
            columns={[
              {
                label: sessions.user,
                fit: 'main',
                cell: ({ subject, user }) => (
                  <Who who={{ name: user, href: `${root}/sessions?user=${encodeURIComponent(subject)}` }} />
                ),
              },
              {
                label: sessions.device,
                fit: 'text',
                narrow: 'line',
                cell: ({ device, address }) => <span title={address}>{device}</span>,
              },
              { label: sessions.joined, cell: ({ joinedAt }) => <DateTime at={joinedAt} /> },
              { label: sessions.seen, narrow: 'end', cell: ({ seenAt }) => <DateTime at={seenAt} /> },
              {
                label: sessions.scopes,
                fit: 'text',
                narrow: 'line',
                cell: ({ scopes }) => (
                  <code dir="ltr" title={scopes.join(' ')}>
                    {scopes.join(' ')}
                  </code>
                ),
              },
            ]}
          />
          <p class="sso-fine">{words.howCounted}</p>
        </>
      )}
    </Section>
  )
}
