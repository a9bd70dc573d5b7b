/** Asks for confirmation, and shows an operation's impact. Irreversible operations require typing the client ID. */

import type { ClientImpact } from '../../../domain/management/client-impact.ts'
import { Confirm, TypeToConfirm } from '../../../web/ui/components/confirm.tsx'
import { type FormTarget, LinkRow } from '../../../web/ui/components/form.tsx'
import { Banner, Section } from '../../../web/ui/components/section.tsx'
import { DateTime } from '../../../web/ui/components/text.tsx'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { type ComponentChildren, type HasView, isolate, rich, type View, type VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { BelowClient, type ClientHead, clientHref } from './frame-view.tsx'

export interface ClientQuestionProps extends Framed {
  readonly client: ClientHead
  readonly question: OperationQuestion
  readonly form: FormTarget
}

export function ClientQuestion({ frame, client, question, form }: ClientQuestionProps, { view }: HasView): VNode {
  const { title, button, tab } = textsOf(view.t.client)[question.act]
  const props = {
    form,
    effects: effectsOf(question, client, view),
    confirmLabel: button,
    cancelHref: `${clientHref(frame.root, client.id)}/${tab}`,
    view,
  }
  const wrong = 'wrong' in question && question.wrong === true
  return (
    <BelowClient client={client} title={title({ client: isolate(client.name) })} tab={tab} wrong={wrong}>
      {question.act === 'decommission' ? (
        <TypeToConfirm {...props} word={client.id} wrong={wrong} />
      ) : (
        <Confirm {...props} danger={question.act !== 'go-live'} />
      )}
    </BelowClient>
  )
}

export interface GoLiveNotAllowedProps extends Framed {
  readonly client: ClientHead
  /** The URLs that prevent the client from going live. */
  readonly uris: readonly string[]
}

export function GoLiveNotAllowed({ frame, client, uris }: GoLiveNotAllowedProps, { view }: HasView): VNode {
  const { lifecycle, tabs } = view.t.client
  const title = lifecycle.goLiveTitle({ client: isolate(client.name) })
  return (
    <BelowClient client={client} title={title} tab="lifecycle">
      <Banner tone="danger">{lifecycle.goLiveHttps}</Banner>
      <Section id="addresses" title={view.t.clients.form.addresses}>
        <ul class="sso-effects">
          {uris.map((uri) => (
            <li>
              <code dir="ltr">{uri}</code>
            </li>
          ))}
        </ul>
        <LinkRow look="primary" href={`${clientHref(frame.root, client.id)}/settings`}>
          {tabs.settings}
        </LinkRow>
      </Section>
    </BelowClient>
  )
}

type OperationTab = 'security' | 'lifecycle'

type Texts = Readonly<
  Record<OperationQuestion['act'], { title: (p: { client: string }) => string; button: string; tab: OperationTab }>
>

const textsOf = ({ lifecycle, security }: Messages['client']): Texts => ({
  disable: { title: lifecycle.disableTitle, button: lifecycle.disableButton, tab: 'lifecycle' },
  'go-live': { title: lifecycle.goLiveTitle, button: lifecycle.goLiveButton, tab: 'lifecycle' },
  decommission: { title: lifecycle.decommissionTitle, button: lifecycle.decommissionButton, tab: 'lifecycle' },
  'rotate-secret': { title: security.rotateTitle, button: security.rotate, tab: 'security' },
  'revoke-tokens': { title: security.revokeTitle, button: security.revoke, tab: 'security' },
})

export type ReachView = Pick<ClientImpact, 'people' | 'sessions' | 'counted'>

export type OperationQuestion = {
  readonly reach: ReachView
  /** Sign-ins in the last 30 days. */
  readonly signIns: number
} & (
  | { readonly act: 'disable' | 'revoke-tokens' | 'go-live' | 'decommission'; readonly wrong?: boolean }
  | { readonly act: 'rotate-secret'; readonly secretUsedAt: Date | undefined }
)

export function effectsOf(question: OperationQuestion, client: ClientHead, view: View): readonly ComponentChildren[] {
  const { lifecycle, security } = view.t.client
  const { reach: words } = view.t.clientUse
  const { reach, signIns } = question
  const isGate = client.type === 'gate'
  const affected =
    reach.people === 0 && reach.counted === 'all'
      ? lifecycle.effectNoUsers
      : (reach.counted === 'all' ? lifecycle.effectReach : lifecycle.effectReachMore)(reach)
  const tokens = signIns === 0 ? lifecycle.effectTokens : words.signIns({ count: signIns })
  const ended = [affected, tokens, words.howCounted]
  switch (question.act) {
    case 'disable':
      return [...ended, ...(isGate ? [lifecycle.effectGateClosed] : [lifecycle.effectRefused, lifecycle.effectApp])]
    case 'revoke-tokens':
      return [...ended, isGate ? lifecycle.effectGateAgain : lifecycle.effectApp]
    case 'go-live':
      return [lifecycle.goLiveReady, lifecycle.goLiveBadge, lifecycle.goLiveForGood]
    case 'decommission':
      return [...ended, lifecycle.effectRemoved, lifecycle.effectKept]
    case 'rotate-secret':
      return [
        rich(security.rotateEffect, { client: <bdi>{client.name}</bdi> }),
        question.secretUsedAt === undefined
          ? security.unused
          : rich(security.usedAt, { when: <DateTime at={question.secretUsedAt} /> }),
        affected,
        security.rotateKeeps,
      ]
  }
}
