import type { ErrorRef } from '../../../../policies/errors.ts'
import type { FailureReason } from '../../../domain/audit/events.ts'
import type { Explanation } from '../../../domain/audit/explanations.ts'
import type { DifferenceKind, UriPart } from '../../../domain/audit/uri-difference.ts'
import type { AppView, WhoView } from '../../../web/ui/components/apps.tsx'

export interface ExplainRepeats {
  /** UTC days, such as `2026-11-21`, with the number of denials on each day; oldest first. */
  readonly days: readonly { readonly day: string; readonly count: number; readonly href?: string | undefined }[]
  readonly total: number
  readonly counted: 'all' | 'at-least'
  readonly firstAt: Date
  readonly users: number
  readonly addresses: number
}

export interface ExplainSignIn {
  readonly reason: FailureReason
  readonly who?: WhoView | undefined
  readonly count: number
  /** Length of the counting window in minutes. */
  readonly minutes: number
  readonly address?: string | undefined
  readonly lockedUntil?: Date | undefined
}

export interface ExplanationDetails
  extends Pick<Explanation, 'route' | 'status' | 'error' | 'ref' | 'detail' | 'address' | 'steps'> {
  readonly at: Date
  /** The error reference's title; `causeHref` is the URL of the page that explains the error. */
  readonly cause?: string | undefined
  readonly causeHref?: string | undefined
  readonly app?: AppView | undefined
  readonly who?: WhoView | undefined
  readonly difference?:
    | ({ readonly sent: readonly UriPart[]; readonly registered: readonly UriPart[] } & DifferenceKind)
    | undefined
  /** The redirect URI from the request, if it caused the denial. */
  readonly sent?: string | undefined
  readonly advice?: string | undefined
  readonly progress?:
    | readonly { readonly step: RequestStepName; readonly state: 'passed' | 'failed' | 'open' }[]
    | undefined
  readonly repeats?: ExplainRepeats | undefined
  /** True if no user has signed in to the app since the first denial. */
  readonly isOut: boolean
  readonly signIn?: ExplainSignIn | undefined
  /** URL of the client's settings, with the redirect URI prefilled. */
  readonly addHref?: string | undefined
  readonly ownerEmail?: string | undefined
  /** The URL of this page, for sharing. */
  readonly pageHref: string
  /** Undefined for helpers. */
  readonly activityHref: string | undefined
}

export const REQUEST_STEPS = ['app', 'returnAddress', 'parameters', 'signIn', 'consent', 'code', 'tokens'] as const
export type RequestStepName = (typeof REQUEST_STEPS)[number]

/** The step at which an error ends a request. Errors that are not listed are about the request's parameters. */
const ENDED_AT: Readonly<Partial<Record<ErrorRef, RequestStepName>>> = {
  invalid_client: 'app',
  client_disabled: 'app',
  redirect_uri_mismatch: 'returnAddress',
  login_required: 'signIn',
  access_rule: 'signIn',
  account_inactive: 'signIn',
  interaction_required: 'signIn',
  interaction_expired: 'signIn',
  cookies_missing: 'signIn',
  form_forged: 'signIn',
  consent_required: 'consent',
  user_denied: 'consent',
}

/** The step that failed; undefined if the request was not part of a sign-in. */
export function endedAt({ route, ref }: Pick<Explanation, 'route' | 'ref'>): RequestStepName | undefined {
  if (route === 'token') return 'tokens'
  const step = ref === undefined ? undefined : ENDED_AT[ref as ErrorRef]
  if (route === 'authorize') return step ?? 'parameters'
  return route === 'interaction' || route === 'resume' ? (step ?? 'signIn') : undefined
}
