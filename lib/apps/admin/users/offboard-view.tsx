/** Confirms the offboarding of a user, and shows its receipt. */
import type { NotEnded } from '../../../../policies/offboarding.ts'
import type { EndedList, NotifiedApp, ReceiptClaims } from '../../../domain/management/receipt.ts'
import { AppName, type AppView } from '../../../web/ui/components/apps.tsx'
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { ButtonLink, Field, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Banner, DescriptionList, type Fact, Section } from '../../../web/ui/components/section.tsx'
import { type Column, Table } from '../../../web/ui/components/table.tsx'
import { Badge, DateTime, type Tone } from '../../../web/ui/components/text.tsx'
import type { HasView, View, VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { Impact, type ImpactProps } from './operation-view.tsx'
import { BelowUser, RoleBadges, type UserHead, userHref, userName } from './user-props.tsx'

type Ended = Readonly<Record<string, EndedList | readonly string[] | 'all'>>

export interface UserOffboardProps extends Framed, ImpactProps {
  readonly ended: Ended
  readonly notEnded: readonly NotEnded[]
  /** Names of the apps that the user is signed in to. */
  readonly apps: readonly string[]
  /** Whether the account can have an end date. */
  readonly mayPlan: boolean
  /** The typed time, if it is not in the future. */
  readonly wrong?: string | undefined
  readonly form: FormTarget
}

export function UserOffboard(props: UserOffboardProps, { view }: HasView): VNode {
  const { frame, user, reach, ended, notEnded, apps, mayPlan, wrong, form } = props
  const t = view.t.offboard
  const facts: readonly Fact[] = [...endedFacts(ended, view), [t.apps, apps.length === 0 ? undefined : apps.join(', ')]]
  return (
    <BelowUser user={user} title={t.title({ user: userName(user) })}>
      <Impact user={user} reach={reach} />
      <div class="sso-columns">
        <Section id="ends" title={t.ends}>
          <DescriptionList facts={facts} />
        </Section>
        <NotEndedSection notEnded={notEnded} />
        <Confirm
          form={form}
          effects={t.effects.slice(notEnded.some(({ what }) => what === 'account') ? 2 : 0)}
          confirmLabel={t.act}
          cancelHref={userHref(frame.root, user.sub)}
          danger
        >
          {mayPlan ? (
            <Field
              id="at"
              label={t.laterAt}
              hint={t.laterHint}
              error={wrong === undefined ? undefined : t.wrongTime}
              input={wrong === undefined ? { type: 'datetime-local' } : { type: 'text', value: wrong }}
            />
          ) : null}
        </Confirm>
      </div>
    </BelowUser>
  )
}

/** The parts of a list, with their number or names. */
function endedFacts(ended: Ended, { t, locale }: View): readonly Fact[] {
  const { parts, all, removed } = t.offboard
  const number = new Intl.NumberFormat(locale)
  return Object.entries(parts).flatMap(([part, label]): readonly Fact[] => {
    const list = ended[part]
    if (list === undefined) return []
    const { count, ids = [] } =
      list === 'all' ? { count: 1 } : 'count' in list ? list : { count: list.length, ids: list }
    if (count === 0) return []
    if (part === 'roles' || part === 'permissions') return [[label, <RoleBadges roles={ids} none="" />]]
    const words = part === 'account' ? t.users.states.suspended : part === 'password' ? removed : undefined
    return [[label, words ?? (list === 'all' ? all : number.format(count))]]
  })
}

function NotEndedSection({ notEnded }: { notEnded: readonly NotEnded[] }, { view }: HasView): VNode | null {
  const t = view.t.offboard
  return notEnded.length === 0 ? null : (
    <Section id="stays" title={t.stays}>
      <DescriptionList facts={notEnded.map(({ what, why }) => [t.parts[what], t.why[why]])} />
    </Section>
  )
}

export interface UserReceiptProps extends Framed {
  readonly user: UserHead
  /** Undefined until everything has ended and the receipt can be signed. */
  readonly receipt:
    | {
        readonly claims: ReceiptClaims
        readonly by: string
        readonly apps: readonly (NotifiedApp & { readonly app: AppView })[]
      }
    | undefined
  readonly downloadHref: string
}

const TONES: Readonly<Record<NotifiedApp['notification'], Tone>> = {
  delivered: 'ok',
  failed: 'danger',
  pending: 'info',
  none: 'warn',
}

export function UserReceipt({ user, receipt, downloadHref }: UserReceiptProps, { view }: HasView): VNode {
  const t = view.t.offboard
  const title = t.receiptOf({ user: userName(user) })
  if (receipt === undefined)
    return (
      <BelowUser user={user} title={title}>
        <Banner>{t.inProgress}</Banner>
      </BelowUser>
    )
  const { claims, by, apps } = receipt
  const { ended, not_ended: notEnded, audit } = claims
  return (
    <BelowUser
      user={user}
      title={title}
      actions={
        <ButtonLink look="primary" href={downloadHref}>
          {t.download}
        </ButtonLink>
      }
    >
      {claims.final ? null : <Banner>{t.preliminary}</Banner>}
      <div class="sso-columns">
        <Section id="receipt" title={t.receipt}>
          <DescriptionList
            facts={[
              [t.when, <DateTime at={new Date(claims.offboarded_at)} style="exact" />],
              [t.by, <bdi>{by}</bdi>],
              [t.user, <Code>{claims.sub}</Code>],
              [t.id, <Code>{claims.jti}</Code>],
              [t.entries, t.range(audit)],
              [t.head, <Code>{audit.head}</Code>],
            ]}
          />
        </Section>
        <Section id="ended" title={t.ended}>
          <DescriptionList facts={endedFacts(ended, view)} />
        </Section>
      </div>
      <NotEndedSection notEnded={notEnded} />
      <Section id="apps" title={t.notified}>
        {apps.length === 0 ? (
          <p class="sso-muted">{t.noApps}</p>
        ) : (
          <Table caption={t.notified} rows={apps} columns={columnsOf(view)} />
        )}
      </Section>
      <CopyField id="verify" label={t.offline} value="portico receipt verify FILE --jwks receipt-keys.json" />
    </BelowUser>
  )
}

const Code = ({ children }: { children: string }): VNode => <code dir="ltr">{children}</code>

function columnsOf({ t }: View): readonly Column<NotifiedApp & { readonly app: AppView }>[] {
  const { offboard, users } = t
  return [
    { label: offboard.app, fit: 'main', cell: ({ app }) => <AppName app={app} /> },
    {
      label: users.columns.status,
      narrow: 'end',
      cell: ({ notification }) => <Badge tone={TONES[notification]}>{offboard.responses[notification]}</Badge>,
    },
    { label: offboard.response, fit: 'text', narrow: 'line', cell: ({ status, error }) => error ?? status },
    { label: offboard.at, narrow: 'line-end', cell: ({ at }) => at && <DateTime at={new Date(at)} /> },
  ]
}
