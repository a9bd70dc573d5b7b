/** Before an act on a client: what it hits, and the way back. What cannot be undone asks for the client's id. */
import type { ComponentChildren, VNode } from 'preact'
import { Banner } from '../../../web/ui/components/banner.tsx'
import { ButtonLink } from '../../../web/ui/components/button.tsx'
import { Confirm, TypeToConfirm } from '../../../web/ui/components/confirm.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import type { FormTarget } from '../../../web/ui/components/form.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { isolate, rich } from '../../../web/ui/texts/format/rich.ts'
import type { View, Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import type { ClientHead } from './client-props.ts'
import { clientHref } from './frame-view.tsx'

/** Whom the act hits, as far as they were counted. */
export interface ReachView {
  readonly people: number
  readonly sessions: number
  readonly counted: 'all' | 'at-least'
}

export type ActQuestion = {
  readonly reach: ReachView /** Sign-ins of the last 30 days. */
  readonly signIns: number
} & (
  | { readonly act: 'disable' | 'revoke-tokens' | 'go-live' | 'decommission'; readonly wrong?: boolean }
  | { readonly act: 'rotate-secret'; readonly secretUsedAt: Date | undefined }
)

export interface ClientQuestionProps extends Framed {
  readonly client: ClientHead
  readonly question: ActQuestion
  readonly form: FormTarget
}

export function ClientQuestion({ frame, client, question, form, view }: ClientQuestionProps & Viewed): VNode {
  const { title, button, tab } = WORDS[question.act](view.t)
  const props = {
    form,
    effects: effectsOf(question, client, view),
    confirmLabel: button,
    cancelHref: `${clientHref(frame.root, client.id)}/${tab}`,
    view,
  }
  const wrong = 'wrong' in question && question.wrong === true
  return (
    <ActPage
      frame={frame}
      client={client}
      title={title({ client: isolate(client.name) })}
      tab={tab}
      wrong={wrong}
      view={view}
    >
      {question.act === 'decommission' ? (
        <TypeToConfirm {...props} word={client.id} wrong={wrong} />
      ) : (
        <Confirm {...props} danger={question.act !== 'go-live'} />
      )}
    </ActPage>
  )
}

export interface GoLiveNotAllowedProps extends Framed {
  readonly client: ClientHead
  /** Addresses that keep the client from going live. */
  readonly uris: readonly string[]
}

export function GoLiveNotAllowed({ frame, client, uris, view }: GoLiveNotAllowedProps & Viewed): VNode {
  const { lifecycle, tabs } = view.t.client
  const title = lifecycle.goLiveTitle({ client: isolate(client.name) })
  return (
    <ActPage frame={frame} client={client} title={title} tab="lifecycle" view={view}>
      <Banner tone="danger">{lifecycle.goLiveHttps}</Banner>
      <Section id="addresses" title={view.t.clients.form.addresses}>
        <ul class="sso-effects">
          {uris.map((uri) => (
            <li>
              <code dir="ltr">{uri}</code>
            </li>
          ))}
        </ul>
        <div class="sso-row">
          <ButtonLink href={`${clientHref(frame.root, client.id)}/settings`}>{tabs.settings}</ButtonLink>
        </div>
      </Section>
    </ActPage>
  )
}

interface ActPageProps extends Framed {
  readonly client: ClientHead
  readonly title: string
  readonly tab: 'security' | 'lifecycle'
  readonly wrong?: boolean
  readonly children: ComponentChildren
}

function ActPage({ frame, client, title, tab, wrong = false, children, view }: ActPageProps & Viewed): VNode {
  const crumbs = [
    { label: view.t.clients.title, href: `${frame.root}/clients` },
    { label: isolate(client.name), href: `${clientHref(frame.root, client.id)}/${tab}` },
  ]
  return (
    <AdminPage
      frame={frame}
      section="clients"
      view={view}
      title={title}
      wrong={wrong}
      crumbs={crumbs}
      lead={<code dir="ltr">{client.id}</code>}
    >
      {children}
    </AdminPage>
  )
}

interface Words {
  readonly title: (p: { client: string }) => string
  readonly button: string
  readonly tab: 'security' | 'lifecycle'
}

const WORDS: Readonly<Record<ActQuestion['act'], (t: Messages) => Words>> = {
  disable: ({ client: { lifecycle } }) => ({
    title: lifecycle.disableTitle,
    button: lifecycle.disableButton,
    tab: 'lifecycle',
  }),
  'go-live': ({ client: { lifecycle } }) => ({
    title: lifecycle.goLiveTitle,
    button: lifecycle.goLiveButton,
    tab: 'lifecycle',
  }),
  decommission: ({ client: { lifecycle } }) => ({
    title: lifecycle.decommissionTitle,
    button: lifecycle.decommissionButton,
    tab: 'lifecycle',
  }),
  'rotate-secret': ({ client: { security } }) => ({
    title: security.rotateTitle,
    button: security.rotate,
    tab: 'security',
  }),
  'revoke-tokens': ({ client: { security } }) => ({
    title: security.revokeTitle,
    button: security.revoke,
    tab: 'security',
  }),
}

function effectsOf(question: ActQuestion, client: ClientHead, view: View): readonly ComponentChildren[] {
  const { lifecycle, security } = view.t.client
  const { reach: words } = view.t.clientUse
  const { reach, signIns } = question
  const hit =
    reach.people === 0 && reach.counted === 'all'
      ? lifecycle.effectNobody
      : (reach.counted === 'all' ? lifecycle.effectReach : lifecycle.effectReachMore)(reach)
  const tokens = signIns === 0 ? lifecycle.effectTokens : words.signIns({ count: signIns })
  const ended = [hit, tokens, words.howCounted]
  switch (question.act) {
    case 'disable':
      return [...ended, lifecycle.effectRefused, lifecycle.effectApp]
    case 'revoke-tokens':
      return [...ended, lifecycle.effectApp]
    case 'go-live':
      return [lifecycle.goLiveReady, lifecycle.goLiveBadge, lifecycle.goLiveForGood]
    case 'decommission':
      return [...ended, lifecycle.effectRemoved, lifecycle.effectKept]
    case 'rotate-secret':
      return [
        rich(security.rotateEffect, { client: <bdi>{client.name}</bdi> }),
        question.secretUsedAt === undefined
          ? security.unused
          : rich(security.usedAt, { when: <DateTime at={question.secretUsedAt} view={view} /> }),
        hit,
        security.rotateKeeps,
      ]
  }
}
