/** Which users can use the app: all users, or users with one of the listed roles. */

import type { AccessImpact } from '../../../domain/management/access-impact.ts'
import { RadioCards } from '../../../web/ui/components/choice.tsx'
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import { ButtonLink, Checkbox, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { TextArea } from '../../../web/ui/components/text-area.tsx'
import { listOf } from '../../../web/ui/texts/format/time.ts'
import { type ComponentChildren, type HasView, isolate, rich, type VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { BelowClient, type ClientHead, clientHref } from './frame-view.tsx'

export interface AccessProps {
  readonly choice: 'all-users' | 'roles'
  /** Roles as typed, one per line. */
  readonly roles: string
  readonly secondFactor: boolean
  readonly error?: string | undefined
  /** Whether the host also has an access rule that users must satisfy. */
  readonly hasHostRule: boolean
}

/** @param here base URL of the client's pages */
export function AccessSection(props: { access: AccessProps; here: string; fixed?: boolean } & HasView): VNode {
  const { access, here, fixed = false, view } = props
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
                roles: <bdi dir="ltr">{listOf(view.locale, access.roles.split('\n'))}</bdi>,
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
          <TextArea
            id="access_roles"
            label={texts.rolesLabel}
            hint={texts.oneALine}
            value={access.roles}
            rows={3}
            error={access.error}
          />
          <Checkbox
            id="second_factor"
            name="second_factor"
            label={texts.secondFactor}
            hint={texts.secondFactorHint}
            checked={access.secondFactor}
          />
        </>
      )}
      {fixed && access.secondFactor ? <p>{texts.secondFactor}</p> : null}
      {hostRule}
    </Section>
  )
}

export interface AccessQuestionProps extends Framed {
  readonly client: ClientHead
  /** The roles required after the change. */
  readonly roles: readonly string[]
  readonly impact: Omit<AccessImpact, 'named'> & {
    /** The first few users who would lose access. */
    readonly named: readonly { readonly name: string; readonly href?: string | undefined }[]
  }
  readonly form: FormTarget
}

/** Asks the administrator to confirm a narrower access rule, and lists the users who would lose access. */
export function AccessQuestion({ frame, client, roles, impact, form, view }: AccessQuestionProps & HasView): VNode {
  const { access } = view.t.client
  const here = `${clientHref(frame.root, client.id)}/scopes`
  const title = access.questionTitle({ client: isolate(client.name) })
  const effects: readonly ComponentChildren[] = [
    rich(access.then, { roles: <bdi dir="ltr">{listOf(view.locale, roles)}</bdi> }),
    impact.known === 'all-users'
      ? access.losing({ count: impact.losing })
      : access.losingSignedIn({ count: impact.losing }),
    ...(impact.losing === 0 ? [] : [access.ends({ count: impact.signedIn })]),
    access.others,
  ]
  return (
    <BelowClient client={client} tab="scopes" frame={frame} view={view} title={title}>
      <Confirm
        form={form}
        effects={effects}
        confirmLabel={access.narrow}
        cancelHref={here}
        danger={impact.losing > 0}
        view={view}
      >
        {impact.named.length === 0 ? null : <Losing {...impact} view={view} />}
      </Confirm>
    </BelowClient>
  )
}

function Losing({ named, losing, view }: AccessQuestionProps['impact'] & HasView): VNode {
  const { access } = view.t.client
  const more = losing - named.length
  return (
    <div>
      <h2>{access.whom}</h2>
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
        {more === 0 ? null : <li>{access.more({ count: more })}</li>}
      </ul>
    </div>
  )
}
