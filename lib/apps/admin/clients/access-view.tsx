/** Who may enter the app: everybody, or users with one of the roles that are named. */
import type { VNode } from 'preact'
import { RadioCards } from '../../../web/ui/components/choice.tsx'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { TextArea } from '../../../web/ui/components/text-area.tsx'
import { listOf } from '../../../web/ui/texts/format/time.ts'
import { rich } from '../../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../../web/ui/view.ts'

export interface AccessProps {
  readonly choice: 'everybody' | 'roles'
  /** One a line, as they were typed. */
  readonly roles: string
  readonly error?: string | undefined
  /** The host has a rule of its own, which must say yes as well. */
  readonly hasHostRule: boolean
}

export function AccessSection({
  access,
  testHref,
  reviewHref,
  fixed = false,
  view,
}: { access: AccessProps; testHref: string; reviewHref: string; fixed?: boolean } & Viewed): VNode {
  const { client } = view.t
  const { access: texts } = client
  const test = (
    <>
      <ButtonLink look="secondary" href={reviewHref}>
        {view.t.review.title}
      </ButtonLink>
      <ButtonLink look="secondary" href={testHref}>
        {view.t.clientUse.tester.open}
      </ButtonLink>
    </>
  )
  const hostRule = access.hasHostRule ? <p class="sso-hint">{texts.hostRule}</p> : null
  return (
    <Section id="access-part" title={texts.title} actions={test}>
      {fixed ? (
        <p>
          {access.choice === 'everybody'
            ? texts.everybodyText
            : rich(texts.onlyRoles, {
                roles: <bdi dir="ltr">{listOf(view.locale, access.roles.split('\n'))}</bdi>,
              })}
        </p>
      ) : (
        <>
          <RadioCards
            id="access"
            name="access"
            label={texts.users}
            value={access.choice}
            options={[
              { value: 'everybody', label: texts.everybody, hint: texts.everybodyText },
              { value: 'roles', label: texts.roles, hint: texts.rolesHint },
            ]}
          />
          <TextArea
            id="access_roles"
            name="access_roles"
            label={texts.rolesLabel}
            hint={texts.oneALine}
            value={access.roles}
            rows={3}
            dir="ltr"
            error={access.error}
          />
        </>
      )}
      {hostRule}
    </Section>
  )
}
