/** A user's second factors, and the page where an administrator removes a lost one. */
import { LinkRow } from '../../../web/ui/components/form.tsx'
import { DescriptionList, EmptyState, Section } from '../../../web/ui/components/section.tsx'
import { DateTime } from '../../../web/ui/components/text.tsx'
import { dayName } from '../../../web/ui/texts/format/time.ts'
import { type HasView, isolate, type VNode } from '../../../web/ui/view.ts'
import type { Framed, InPanel } from '../shell/frame-view.tsx'
import { DayForm, type DayFormProps } from './day-form-view.tsx'
import { BelowUser, type UserHead, userHref, userName } from './user-props.tsx'

export interface UserFactors {
  readonly passkeys: readonly {
    readonly key: string
    readonly name: string
    readonly createdAt: Date
    readonly usedAt?: Date | undefined
    /** The browser created it, and the password alone is enough. */
    readonly silent?: true | undefined
  }[]
  readonly appAddedAt?: Date | undefined
  /** Number of unused codes; undefined if no codes were ever generated. */
  readonly recoveryCodes?: number | undefined
  /** The last day of a grace that is still valid. */
  readonly graceUntil?: Date | undefined
}

const isEmpty = ({ passkeys, appAddedAt }: UserFactors): boolean => passkeys.length === 0 && appAddedAt === undefined

/** The section about second factors on the user's page. */
export function FactorSection(
  { user, factors, mayHelp }: { user: UserHead; factors: UserFactors; mayHelp: boolean },
  { view, frame }: InPanel,
): VNode {
  const { users: t } = view.t.factors
  const { passkeys, appAddedAt, recoveryCodes, graceUntil } = factors
  return (
    <Section id="factors" title={t.section}>
      <DescriptionList
        facts={[
          [t.passkeys, passkeys.length === 0 ? t.none : <bdi>{passkeys.map(({ name }) => name).join(', ')}</bdi>],
          [t.app, appAddedAt === undefined ? t.none : <DateTime at={appAddedAt} />],
          [t.recovery, recoveryCodes === undefined ? t.none : t.left({ count: recoveryCodes })],
          [t.grace.title, graceUntil && t.grace.until({ date: dayName(view.locale, graceUntil, view.now) })],
        ]}
      />
      {mayHelp && !isEmpty(factors) ? (
        <LinkRow href={userHref(frame.root, user.sub, 'factors')}>{t.change}</LinkRow>
      ) : null}
    </Section>
  )
}

export interface UserFactorsProps extends Framed {
  readonly user: UserHead
  readonly factors: UserFactors
  /** Undefined if no rule requires two-step verification. */
  readonly grace?: (Omit<DayFormProps, 'until'> & { readonly until: Date | undefined }) | undefined
}

export function UserFactorsPage({ frame, user, factors, grace }: UserFactorsProps, { view }: HasView): VNode {
  const { users: t, security } = view.t.factors
  const { passkeys, appAddedAt } = factors
  const hrefOf = (query: Readonly<Record<string, string>>): string =>
    `${userHref(frame.root, user.sub, 'factors')}/remove?${new URLSearchParams(query)}`
  const remove = (name: string, query: Readonly<Record<string, string>>): VNode => (
    <LinkRow href={hrefOf(query)} spoken={t.removeOf({ name: isolate(name) })}>
      {t.remove}
    </LinkRow>
  )
  return (
    <BelowUser user={user} title={t.title({ user: userName(user) })} lead={t.lead} wrong={grace?.wrong !== undefined}>
      {grace === undefined ? null : (
        <DayForm
          id="grace"
          only="day"
          {...grace}
          until={grace.until?.toISOString().slice(0, 10)}
          t={{
            ...t.grace,
            current: grace.until && t.grace.until({ date: dayName(view.locale, grace.until, view.now) }),
            submit: t.grace.grant,
          }}
        />
      )}
      {isEmpty(factors) ? <EmptyState icon="lock" title={t.empty} /> : null}
      {passkeys.map(({ key, name, createdAt, usedAt }, index) => (
        <Section id={`passkey-${index}`} title={name}>
          <DescriptionList
            facts={[
              [security.added, <DateTime at={createdAt} />],
              [security.used, usedAt === undefined ? security.never : <DateTime at={usedAt} />],
            ]}
          />
          {remove(name, { lost: 'passkey', passkey: key })}
        </Section>
      ))}
      {appAddedAt === undefined ? null : (
        <Section id="app" title={t.app}>
          <DescriptionList facts={[[security.added, <DateTime at={appAddedAt} />]]} />
          {remove(t.app, { lost: 'authenticator' })}
        </Section>
      )}
      {isEmpty(factors) ? null : (
        <Section id="all" title={t.all} lead={t.allLead} danger>
          <LinkRow href={hrefOf({ lost: 'everything' })}>{t.all}</LinkRow>
        </Section>
      )}
    </BelowUser>
  )
}
