/** Which users can use the app: all users, or users with one of the listed roles. */

import type { AccessImpact } from '../../../domain/management/access-impact.ts'
import type { RoleUse } from '../../../domain/management/role-operations.ts'
import type { FactorImpact } from '../../../domain/management/second-factor-impact.ts'
import { RadioCards } from '../../../web/ui/components/choice.tsx'
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import { ButtonLink, Checkbox, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Banner, Section } from '../../../web/ui/components/section.tsx'
import { TextArea } from '../../../web/ui/components/text-area.tsx'
import { listOf } from '../../../web/ui/texts/format/time.ts'
import { type ComponentChildren, type HasView, isolate, rich, type View, type VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { RoleBoxes } from '../shell/role-boxes-view.tsx'
import { BelowClient, type ClientHead, clientHref } from './frame-view.tsx'

export interface AccessProps {
  readonly choice: 'all-users' | 'roles'
  readonly roles: readonly string[]
  /** Roles that users hold, for checkboxes. Other roles can be typed. */
  readonly held: readonly RoleUse[]
  /** Whether `held` has every role of every user, so that a role without users can be reported. */
  readonly knowsAll: boolean
  readonly secondFactor: boolean
  readonly error?: string | undefined
  /** Whether the host also has an access rule that users must satisfy. */
  readonly hasHostRule: boolean
  /** Whether users can set up second factors. */
  readonly hasFactors: boolean
}

/** @param here base URL of the client's pages */
export function AccessSection(props: { access: AccessProps; here: string; fixed?: boolean }, { view }: HasView): VNode {
  const { access, here, fixed = false } = props
  const { client } = view.t
  const { access: texts } = client
  const test = (
    <>
      <ButtonLink href={`${here}/review`}>{view.t.review.title}</ButtonLink>
      <ButtonLink href={`${here}/test-user`}>{view.t.clientUse.tester.open}</ButtonLink>
    </>
  )
  const hostRule = access.hasHostRule ? <p class="sso-hint">{texts.hostRule}</p> : null
  return (
    <Section id="access-part" title={texts.title} actions={test}>
      {fixed ? (
        <p>
          {access.choice === 'all-users'
            ? texts.allUsersText
            : rich(texts.onlyRoles, {
                roles: <bdi dir="ltr">{listOf(view.locale, access.roles)}</bdi>,
              })}
        </p>
      ) : (
        <>
          <RadioCards
            id="access"
            label={texts.users}
            value={access.choice}
            options={[
              { value: 'all-users', label: texts.allUsers, hint: texts.allUsersText },
              { value: 'roles', label: texts.roles, hint: texts.rolesHint },
            ]}
          />
          <AccessRoles {...access} />
          {access.hasFactors || access.secondFactor ? (
            <Checkbox
              id="second_factor"
              label={texts.secondFactor}
              hint={access.hasFactors ? texts.secondFactorHint : texts.noFactors}
              checked={access.secondFactor}
            />
          ) : (
            <p class="sso-hint">{texts.noFactors}</p>
          )}
        </>
      )}
      {fixed && access.secondFactor ? <p>{texts.secondFactor}</p> : null}
      {hostRule}
    </Section>
  )
}

/** Shown only if users need a role. In browsers without `:has()`, it is always shown. */
function AccessRoles({ roles, held, knowsAll, error }: AccessProps, { view }: HasView): VNode {
  const { access: t } = view.t.client
  // A role with an end date is typed, as no checkbox shows the date.
  const others = roles.filter((role) => held.every((one) => one.role !== role))
  const unheld = others
    .map((entry) => entry.replace(/ \d{4}-\d\S*$/, ''))
    .filter((role) => held.every((one) => one.role !== role))
  return (
    <div class="sso-access-roles">
      {held.length === 0 ? null : (
        <RoleBoxes name="access_role" label={t.rolesLabel} hint={t.rolesHeld} roles={held} ticked={roles} />
      )}
      <TextArea
        id="access_roles"
        label={held.length === 0 ? t.rolesLabel : view.t.users.form.otherRoles}
        hint={t.oneALine}
        value={others.join('\n')}
        rows={held.length === 0 ? 3 : 2}
        error={error}
      />
      {knowsAll && unheld.length > 0 && error === undefined ? (
        <Banner tone="warn">
          {t.unheld({ count: unheld.length, roles: listOf(view.locale, unheld.map(isolate)) })}
        </Banner>
      ) : null}
    </div>
  )
}

type Listed<Impact> = Omit<Impact, 'named'> & {
  /** The first few of the users. */
  readonly named: readonly { readonly name: string; readonly href?: string | undefined }[]
}

export interface AccessQuestionProps extends Framed {
  readonly client: ClientHead
  /** Users who lose access, and the roles required after the change. */
  readonly narrower?: (Listed<AccessImpact> & { readonly roles: readonly string[] }) | undefined
  /** Users who must set up two-step verification. */
  readonly settingUp?: Listed<FactorImpact> | undefined
  readonly form: FormTarget
}

/** Asks the administrator to confirm a stricter access rule, and lists the affected users. */
export function AccessQuestion(props: AccessQuestionProps, { view }: HasView): VNode {
  const { frame, client, narrower, settingUp, form } = props
  const { access: t } = view.t.client
  const here = `${clientHref(frame.root, client.id)}/scopes`
  const title = (narrower === undefined ? t.requireTitle : t.questionTitle)({ client: isolate(client.name) })
  return (
    <BelowClient client={client} tab="scopes" title={title}>
      <Confirm
        form={form}
        effects={[...losses(props, view), ...setUps(props, view)]}
        confirmLabel={narrower === undefined ? t.secondFactor : t.narrow}
        cancelHref={here}
        danger={(narrower?.losing ?? 0) + (settingUp?.count ?? 0) > 0}
      >
        {narrower && <Affected title={t.whoLoses} named={narrower.named} count={narrower.losing} />}
        {settingUp && <Affected title={t.whoSetsUp} {...settingUp} />}
      </Confirm>
    </BelowClient>
  )
}

function losses({ narrower }: AccessQuestionProps, view: View): readonly ComponentChildren[] {
  const { access: t } = view.t.client
  if (narrower === undefined) return []
  const { roles, known, losing: count, signedIn } = narrower
  return [
    rich(t.then, { roles: <bdi dir="ltr">{listOf(view.locale, roles)}</bdi> }),
    known === 'all-users' ? t.losing({ count }) : t.losingSignedIn({ count }),
    ...(count === 0 ? [] : [t.ends({ count: signedIn })]),
    t.others,
  ]
}

function setUps({ settingUp }: AccessQuestionProps, view: View): readonly ComponentChildren[] {
  const { access: t } = view.t.client
  if (settingUp === undefined) return []
  const { known, count } = settingUp
  return [
    known === 'all-users' ? t.settingUp({ count }) : t.settingUpSignedIn({ count }),
    ...(count === 0 ? [] : [t.settingUpTokens]),
  ]
}

interface AffectedProps extends Pick<Listed<FactorImpact>, 'count' | 'named'> {
  readonly title: string
}

function Affected({ title, named, count }: AffectedProps, { view }: HasView): VNode | null {
  if (named.length === 0) return null
  const more = count - named.length
  return (
    <div>
      <h2>{title}</h2>
      <ul class="sso-effects">
        {named.map(({ name, href }) => (
          <li>
            {href === undefined ? (
              <bdi>{name}</bdi>
            ) : (
              <a href={href}>
                <bdi>{name}</bdi>
              </a>
            )}
          </li>
        ))}
        {more === 0 ? null : <li>{view.t.client.access.more({ count: more })}</li>}
      </ul>
    </div>
  )
}
