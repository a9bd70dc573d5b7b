/** Confirms the offboarding of a user, and shows its receipt. */
import type { NotEnded } from '../../../../policies/offboarding.ts'
import type { NotifiedApp, ReceiptClaims } from '../../../domain/management/receipt.ts'
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

export interface UserOffboardProps extends Framed, ImpactProps {
  readonly ended: ReceiptClaims['ended']
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
  const toNotify: Fact = [t.apps, apps.length === 0 ? undefined : apps.join(', ')]
  return (
    <BelowUser user={user} title={t.title({ user: userName(user) })}>
      <Impact user={user} reach={reach} />
      <div class="sso-columns">
        <Facts id="ends" title={t.ends} facts={[...endedFacts(ended, view), toNotify]} />
        <NotEndedFacts notEnded={notEnded} />
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

const Facts = ({ id, title, facts }: { id: string; title: string; facts: readonly Fact[] }): VNode => (
  <Section id={id} title={title}>
    <DescriptionList facts={facts} />
  </Section>
)

function endedFacts(ended: ReceiptClaims['ended'], { t, locale }: View): readonly Fact[] {
  const { parts, all, removed } = t.offboard
  const valueOf = (part: string): Fact[1] => {
    const list = ended[part]
    if (list === undefined || list === 'all') return list && all
    if (part === 'roles' || part === 'permissions') return <RoleBadges roles={list.ids ?? []} none="" />
    if (part === 'account') return t.users.states.suspended
    return part === 'password' ? removed : list.count.toLocaleString(locale)
  }
  return Object.entries(parts).map(([part, label]) => [label, valueOf(part)])
}

function NotEndedFacts({ notEnded }: { notEnded: readonly NotEnded[] }, { view }: HasView): VNode | null {
  const t = view.t.offboard
  const facts = notEnded.map(({ what, why }): Fact => [t.parts[what], t.why[why]])
  return facts.length === 0 ? null : <Facts id="stays" title={t.stays} facts={facts} />
}

type AppRow = NotifiedApp & { readonly app: AppView }

interface ReceiptProps {
  readonly claims: ReceiptClaims
  readonly by: string
  readonly apps: readonly AppRow[]
}

export interface UserReceiptProps extends Framed {
  readonly user: UserHead
  /** Undefined until everything has ended and the receipt can be signed. */
  readonly receipt: ReceiptProps | undefined
}

export function UserReceipt({ user, receipt }: UserReceiptProps, { view }: HasView): VNode {
  const t = view.t.offboard
  const download = (
    <ButtonLink look="primary" href="?download=">
      {t.download}
    </ButtonLink>
  )
  return (
    <BelowUser user={user} title={t.receiptOf({ user: userName(user) })} actions={receipt && download}>
      {receipt === undefined ? <Banner>{t.inProgress}</Banner> : <Receipt {...receipt} />}
    </BelowUser>
  )
}

const Code = ({ children }: { children: string }): VNode => <code dir="ltr">{children}</code>

function Receipt({ claims, by, apps }: ReceiptProps, { view }: HasView): VNode {
  const t = view.t.offboard
  const { audit } = claims
  const facts: readonly Fact[] = [
    [t.when, <DateTime at={new Date(claims.offboarded_at)} style="exact" />],
    [t.by, <bdi>{by}</bdi>],
    [t.user, <Code>{claims.sub}</Code>],
    [t.id, <Code>{claims.jti}</Code>],
    [t.entries, t.range(audit)],
    [t.head, <Code>{audit.head}</Code>],
  ]
  return (
    <>
      {claims.final ? null : <Banner>{t.preliminary}</Banner>}
      <div class="sso-columns">
        <Facts id="receipt" title={t.receipt} facts={facts} />
        <Facts id="ended" title={t.ended} facts={endedFacts(claims.ended, view)} />
      </div>
      <NotEndedFacts notEnded={claims.not_ended} />
      <Section id="apps" title={t.notified}>
        {apps.length === 0 ? (
          <p class="sso-muted">{t.noApps}</p>
        ) : (
          <Table caption={t.notified} rows={apps} columns={columnsOf(view)} />
        )}
      </Section>
      <CopyField id="verify" label={t.offline} value="portico receipt verify FILE --jwks receipt-keys.json" />
    </>
  )
}

const TONES: Readonly<Record<NotifiedApp['notification'], Tone>> = {
  delivered: 'ok',
  failed: 'danger',
  pending: 'info',
  none: 'warn',
}

const columnsOf = ({ t: { offboard, users } }: View): readonly Column<AppRow>[] => [
  { label: offboard.app, fit: 'main', cell: ({ app }) => <AppName app={app} /> },
  {
    label: users.columns.status,
    narrow: 'end',
    cell: ({ notification }) => <Badge tone={TONES[notification]}>{offboard.responses[notification]}</Badge>,
  },
  { label: offboard.response, fit: 'text', narrow: 'line', cell: ({ status, error }) => error ?? status },
  { label: offboard.at, narrow: 'line-end', cell: ({ at }) => at && <DateTime at={new Date(at)} /> },
]
