/** The error page. Developer details show the error's JSON fields and the received values, never registered values. */
import type { ErrorCode, ErrorRef } from '../../../policies/errors.ts'
import type { ErrorBody } from '../http/errors.ts'
import { Card } from '../ui/components/card.tsx'
import { CopyField } from '../ui/components/copy-field.tsx'
import { ButtonLink } from '../ui/components/form.tsx'
import { DescriptionList, type Fact } from '../ui/components/section.tsx'
import { Address, Countdown, DateTime, JsonBlock, Link } from '../ui/components/text.tsx'
import { type HasView, rich, type View, type VNode } from '../ui/view.ts'

/** Props of the error page. */
export interface ErrorPageProps {
  /** Fields of the error, as in a JSON response. */
  readonly body: ErrorBody
  /** Whether a required parameter was missing. */
  readonly missing?: boolean | undefined
  /** Time of the error. */
  readonly at: Date
  /** Values from the request that help the developer, as pairs of parameter and value. */
  readonly received?: readonly (readonly [name: string, value: string])[] | undefined
  /** Seconds to wait, as in `Retry-After`; undefined without that header. */
  readonly retryAfterSeconds?: number | undefined
  /** The app and its home URL, if the request identified a usable client. */
  readonly client?: { readonly name: string; readonly homeHref: string } | undefined
  /** The sign-in page that this step belongs to. */
  readonly backHref?: string | undefined
  /** URL of the portal; undefined if the page shows no link to it. */
  readonly accountHref?: string | undefined
  /** `{base_url}/errors/{error_ref}` */
  readonly explainHref?: string | undefined
}

const BY_REF = {
  unknownApp: ['invalid_client', 'unauthorized_client'],
  appOff: ['client_disabled'],
  returnAddress: ['redirect_uri_mismatch', 'post_logout_redirect_uri_mismatch'],
  signOut: ['logout_client_missing', 'logout_hint_invalid', 'logout_client_mismatch'],
  shownOnce: ['ticket_invalid'],
  expired: ['session_expired', 'interaction_expired', 'form_forged'],
  noCookies: ['cookies_missing'],
  upstreamOver: ['upstream_state', 'upstream_mix_up'],
  upstreamWrong: [
    'upstream_issuer',
    'upstream_audience',
    'upstream_nonce',
    'upstream_token_expired',
    'upstream_token_invalid',
    'upstream_signature',
    'upstream_code',
    'upstream_subject_changed',
    'upstream_response',
  ],
  upstreamDenied: ['upstream_denied'],
  upstreamClaim: ['upstream_claim_required'],
  upstreamUnknown: ['upstream_user_unknown'],
  upstreamLink: ['upstream_link_required'],
  upstreamAway: ['upstream_unavailable'],
} as const satisfies Readonly<Record<string, readonly ErrorRef[]>>
const BY_ERROR = {
  unknownApp: ['invalid_client', 'unauthorized_client'],
  tooMany: ['too_many_attempts'],
  service: ['server_error', 'temporarily_unavailable'],
  denied: ['access_denied'],
  notFound: ['not_found'],
} as const satisfies Readonly<Record<string, readonly ErrorCode[]>>

export type ErrorKind = 'incomplete' | keyof typeof BY_REF | keyof typeof BY_ERROR

/** Errors whose pages show no request ID, because such requests are in the log only and cannot be looked up. */
const UNKEPT: ReadonlySet<ErrorKind> = new Set(['notFound', 'tooMany'])

/** Selects the error page: a missing parameter takes precedence, then the error's reference, then its code. */
export function errorKindOf({ error, error_ref }: Pick<ErrorBody, 'error' | 'error_ref'>, missing = false): ErrorKind {
  if (missing) return 'incomplete'
  return within(BY_REF, error_ref) ?? within(BY_ERROR, error) ?? 'incomplete'
}

const within = <Kind extends string>(table: Readonly<Record<Kind, readonly string[]>>, name = ''): Kind | undefined =>
  (Object.keys(table) as Kind[]).find((kind) => table[kind].includes(name))

export function ErrorPage(props: ErrorPageProps, { view }: HasView): VNode {
  const { body, missing, at, received = [], retryAfterSeconds } = props
  const { client, backHref, accountHref, explainHref } = props
  const { t } = view
  const kind = errorKindOf(body, missing)
  const text = t.errorPage[kind]
  return (
    <Card
      title={text.title}
      heading={text.title}
      lead={text.advice}
      mark={{ icon: 'alert', tone: kind === 'service' ? 'danger' : 'warn' }}
    >
      {retryAfterSeconds === undefined ? null : (
        <p>{rich(t.common.tryAgain, { when: <Countdown seconds={retryAfterSeconds} /> })}</p>
      )}
      {client === undefined && backHref === undefined && accountHref === undefined ? null : (
        <div class="sso-actions">
          <ButtonLink look="primary" href={backHref}>
            {t.errorPage.again}
          </ButtonLink>
          {client === undefined ? null : (
            <ButtonLink look={backHref === undefined ? 'primary' : 'secondary'} href={client.homeHref}>
              {rich(t.common.backTo, { client: <bdi>{client.name}</bdi> })}
            </ButtonLink>
          )}
          <ButtonLink href={accountHref}>{t.common.toAccount}</ButtonLink>
        </div>
      )}
      <section class="sso-details" aria-labelledby="details">
        <h2 class="sso-subhead" id="details">
          {t.errorPage.details}
        </h2>
        {UNKEPT.has(kind) ? null : <CopyField id="request-id" label={t.common.requestId} value={body.request_id} />}
        <DescriptionList small facts={[[t.errorPage.time, <DateTime at={at} style="exact" />]]} />
        <details class="sso-fold">
          <summary>{t.errorPage.developerDetails}</summary>
          <DescriptionList small facts={factsOf(props, view)} />
          {received.length === 0 ? null : (
            <>
              <p>{t.errorPage.received}</p>
              <DescriptionList
                small
                facts={received.map(([name, value]) => [<code>{name}</code>, <Address text={value} />])}
              />
            </>
          )}
          {explainHref === undefined ? null : (
            <p class="sso-fine">
              <Link href={explainHref}>{t.errorPage.explain}</Link>
            </p>
          )}
        </details>
      </section>
      <JsonBlock id="sso-error" data={body} />
    </Card>
  )
}

function factsOf({ body }: ErrorPageProps, view: View): readonly Fact[] {
  const { errorPage } = view.t
  return [
    [errorPage.error, <code dir="ltr">{body.error}</code>],
    [errorPage.reference, body.error_ref && <code dir="ltr">{body.error_ref}</code>],
    [errorPage.description, <bdi lang="en">{body.error_description}</bdi>],
  ]
}
