import type { KeyState } from '../../../../policies/key-rotation.ts'
import { Confirm, TypeToConfirm } from '../../../web/ui/components/confirm.tsx'
import { ButtonLink, type FormTarget } from '../../../web/ui/components/form.tsx'
import { KeyTimeline } from '../../../web/ui/components/key-timeline.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import { Badge, DateTime, Link, type Tone } from '../../../web/ui/components/text.tsx'
import { dateWords, exactTime } from '../../../web/ui/texts/format/time.ts'
import type { HasView, View, VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

const TONES: Record<KeyState, Tone> = { next: 'info', current: 'ok', previous: 'neutral' }

/** A past or future time. It is `planned` if it was computed from the settings. */
export interface Moment {
  readonly at: Date
  readonly planned: boolean
}

export interface KeyRow {
  readonly kid: string
  readonly state: KeyState
  readonly publishedAt: Date
  /** When the key was or will be activated for signing. */
  readonly from?: Moment | undefined
  readonly until?: Moment | undefined
  /** When the last token signed with the key expires. */
  readonly ends?: Moment | undefined
}

export interface KeysProps extends Framed {
  readonly rows: readonly KeyRow[]
  readonly jwksHref: string
  /** False if an external system stores and rotates the key. */
  readonly rotatable: boolean
}

export function KeyList({ frame, rows, jwksHref, rotatable }: KeysProps, { view }: HasView): VNode {
  const t = view.t.operations.keys
  return (
    <AdminPage
      section="keys"
      title={t.title}
      actions={
        frame.mayChange && rotatable ? (
          <>
            <ButtonLink href={`${frame.root}/keys/withdraw`}>{t.withdraw.open}</ButtonLink>
            <ButtonLink look="primary" href={`${frame.root}/keys/rotate`}>
              {t.rotate}
            </ButtonLink>
          </>
        ) : undefined
      }
    >
      <Section id="timeline" title={t.timeline}>
        <KeyTimeline
          label={t.timeline}
          bars={rows.map((row) => ({
            label: t.states[row.state],
            publishedAt: row.publishedAt,
            signsFrom: row.from?.at,
            signsUntil: row.until?.at,
            endsAt: row.ends?.at,
            text: says(row, view),
          }))}
        />
      </Section>
      <Table<KeyRow>
        caption={t.caption}
        rows={rows}
        columns={[
          { label: t.kid, fit: 'main', cell: ({ kid }) => <code title={kid}>{kid}</code> },
          { label: t.state, cell: ({ state }) => <Badge tone={TONES[state]}>{t.states[state]}</Badge> },
          { label: t.published, cell: ({ publishedAt }) => <DateTime at={publishedAt} /> },
          { label: t.active, cell: ({ from }) => from && <When moment={from} /> },
          { label: t.retired, cell: ({ until }) => until && <When moment={until} /> },
          { label: t.ends, cell: ({ ends }) => ends && <DateTime at={ends.at} /> },
        ]}
      />
      <p>
        <Link href={jwksHref}>{t.jwks}</Link>
      </p>
    </AdminPage>
  )
}

/** A sentence with the most important fact about a key. */
function says({ state, from, until, ends }: KeyRow, view: View): string {
  const t = view.t.operations.keys
  const dayOf = ({ at }: Moment): string => dateWords(view.locale, at, view.now)
  if (state === 'next' && from !== undefined) return t.says.next({ from: dayOf(from) })
  if (state === 'current' && until !== undefined)
    return (until.at < view.now ? t.overdue : t.says.current)({ until: dayOf(until) })
  return ends === undefined ? t.says.kept : t.says.previous({ end: exactTime(view.locale, ends.at) })
}

function When({ moment }: { moment: Moment }, { view }: HasView): VNode {
  return (
    <>
      <DateTime at={moment.at} />
      {moment.planned ? <span class="sso-muted"> ({view.t.operations.keys.planned})</span> : null}
    </>
  )
}

export function KeyRotate({ frame, form }: { readonly form: FormTarget } & Framed, { view }: HasView): VNode {
  const t = view.t.operations.keys
  return (
    <AdminPage section="keys" title={t.confirm} crumbs={[{ label: t.title, href: `${frame.root}/keys` }]}>
      <Confirm form={form} effects={t.effects} confirmLabel={t.rotate} cancelHref={`${frame.root}/keys`} />
    </AdminPage>
  )
}

/** Number of characters of the key's ID to type. */
export const KID_END = 4

export interface WithdrawalImpact {
  readonly users: number
  readonly apps: number
  readonly publicApps: number
  /** Whether there are more users than were counted. */
  readonly isMore: boolean
}

interface KeyWithdrawProps extends Framed {
  readonly form: FormTarget
  readonly kid: string
  readonly impact: WithdrawalImpact
  /** Lifetime of an access token in minutes. */
  readonly minutes: number
  readonly wrong: boolean
}

export function KeyWithdraw(props: KeyWithdrawProps, { view }: HasView): VNode {
  const { frame, form, kid, impact, minutes, wrong } = props
  const t = view.t.operations.keys
  const { users, apps, publicApps, isMore } = impact
  return (
    <AdminPage
      section="keys"
      title={t.withdraw.title}
      lead={<code dir="ltr">{kid}</code>}
      crumbs={[{ label: t.title, href: `${frame.root}/keys` }]}
      wrong={wrong}
    >
      <TypeToConfirm
        form={form}
        effects={[
          isMore ? t.withdraw.usersMore({ users }) : t.withdraw.users({ users, apps }),
          t.withdraw.refresh,
          t.withdraw.signature({ minutes, apps: publicApps }),
          t.withdraw.next,
        ]}
        confirmLabel={t.withdraw.submit}
        cancelHref={`${frame.root}/keys`}
        word={kid.slice(-KID_END)}
        label={t.withdraw.type}
        wrong={wrong}
      />
    </AdminPage>
  )
}
