/** The error page. Developer details show the error's JSON fields and the received values, never registered values. */
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
  invalid_client: 'unknownApp',
  client_disabled: 'appOff',
  unauthorized_client: 'unknownApp',
  redirect_uri_mismatch: 'returnAddress',
  post_logout_redirect_uri_mismatch: 'returnAddress',
  logout_client_missing: 'signOut',
  logout_hint_invalid: 'signOut',
  logout_client_mismatch: 'signOut',
  ticket_invalid: 'shownOnce',
  session_expired: 'expired',
  interaction_expired: 'expired',
  cookies_missing: 'noCookies',
  form_forged: 'expired',
  upstream_state: 'upstreamOver',
  upstream_mix_up: 'upstreamOver',
  upstream_issuer: 'upstreamWrong',
  upstream_audience: 'upstreamWrong',
  upstream_nonce: 'upstreamWrong',
  upstream_token_expired: 'upstreamWrong',
  upstream_token_invalid: 'upstreamWrong',
  upstream_signature: 'upstreamWrong',
  upstream_code: 'upstreamWrong',
  upstream_subject_changed: 'upstreamWrong',
  upstream_response: 'upstreamWrong',
  upstream_denied: 'upstreamDenied',
  upstream_claim_required: 'upstreamClaim',
  upstream_user_unknown: 'upstreamUnknown',
  upstream_link_required: 'upstreamLink',
  upstream_unavailable: 'upstreamAway',
} as const
const BY_ERROR = {
  invalid_client: 'unknownApp',
  unauthorized_client: 'unknownApp',
  too_many_attempts: 'tooMany',
  server_error: 'service',
  temporarily_unavailable: 'service',
  access_denied: 'denied',
  not_found: 'notFound',
} as const

export type ErrorKind = 'incomplete' | ValueOf<typeof BY_REF> | ValueOf<typeof BY_ERROR>
type ValueOf<Table> = Table[keyof Table]

/** Errors whose pages show no request ID, because such requests are in the log only and cannot be looked up. */
const UNKEPT: ReadonlySet<ErrorKind> = new Set(['notFound', 'tooMany'])

/** Selects the error page: a missing parameter takes precedence, then the error's reference, then its code. */
export function errorKindOf({ error, error_ref }: Pick<ErrorBody, 'error' | 'error_ref'>, missing = false): ErrorKind {
  if (missing) return 'incomplete'
  return within(BY_REF, error_ref) ?? within(BY_ERROR, error) ?? 'incomplete'
}

const within = <Table extends object>(table: Table, key = ''): ValueOf<Table> | undefined =>
  Object.hasOwn(table, key) ? table[key as keyof Table] : undefined

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
