/** What an operation on a client does, and whom it affects, as far as they were counted. */
import type { ComponentChildren } from 'preact'
import { DateTime } from '../../../web/ui/components/text.tsx'
import { rich } from '../../../web/ui/texts/format/words.ts'
import type { View } from '../../../web/ui/view.ts'
import type { ClientHead } from './client-props.ts'

export interface ReachView {
  readonly people: number
  readonly sessions: number
  readonly counted: 'all' | 'at-least'
}

export type OperationQuestion = {
  readonly reach: ReachView
  /** Sign-ins of the last 30 days. */
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
      ? lifecycle.effectNobody
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
          : rich(security.usedAt, { when: <DateTime at={question.secretUsedAt} view={view} /> }),
        affected,
        security.rotateKeeps,
      ]
  }
}
