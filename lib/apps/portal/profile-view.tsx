/** The user's details: a form for what the directory lets them change, plain facts for the rest. */
import type { ComponentChildren, VNode } from 'preact'
import type { ProfileField } from '../../../policies/profile.ts'
import { Badge } from '../../web/ui/components/badge.tsx'
import { Banner } from '../../web/ui/components/banner.tsx'
import { Button } from '../../web/ui/components/button.tsx'
import { DescriptionList } from '../../web/ui/components/description-list.tsx'
import { ErrorSummary } from '../../web/ui/components/error-summary.tsx'
import { Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { ProfileFields, type ProfileFieldsProps, profileIssues } from '../../web/ui/components/profile-fields.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { isolate } from '../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../web/ui/view.ts'
import { type InPortal, PortalPage } from './frame-view.tsx'

export interface PortalProfileProps extends InPortal {
  readonly subject: string
  readonly person: {
    readonly name?: string | undefined
    readonly given?: string | undefined
    readonly family?: string | undefined
    readonly username?: string | undefined
    readonly email?: { readonly address: string; readonly verified: boolean } | undefined
    readonly language?: string | undefined
    readonly zone?: string | undefined
    readonly roles: readonly string[]
  }
  /** What the user may change; absent when that is nothing. */
  readonly editing?: (Omit<ProfileFieldsProps, 'own'> & { readonly form: FormTarget }) | undefined
}

export function PortalProfile({ frame, subject, person, editing, view }: PortalProfileProps & Viewed): VNode {
  const t = view.t.portal.profile
  const wrong = editing !== undefined && editing.faults.length > 0
  const managed = t.managed({ company: isolate(view.product.name) })
  return (
    <PortalPage frame={frame} section="profile" view={view} title={t.title} lead={t.lead} wrong={wrong}>
      {editing === undefined ? (
        <Banner>{managed}</Banner>
      ) : (
        <Section id="edit" title={t.yours}>
          <ErrorSummary issues={profileIssues(editing, view)} view={view} />
          <Form target={editing.form}>
            <ProfileFields {...editing} own view={view} />
            <div class="sso-row">
              <Button>{t.save}</Button>
            </div>
          </Form>
        </Section>
      )}
      <Section
        id="details"
        title={editing === undefined ? t.title : t.others}
        lead={editing === undefined ? undefined : managed}
      >
        <DescriptionList facts={factsOf(person, subject, editing?.fields ?? [], view)} />
      </Section>
    </PortalPage>
  )
}

/** What stands in the form is not shown twice, but for whether the address is verified. */
function factsOf(
  person: PortalProfileProps['person'],
  subject: string,
  fields: readonly ProfileField[],
  view: Viewed['view'],
): { readonly term: string; readonly value: ComponentChildren }[] {
  const t = view.t.portal.profile
  const facts: readonly (readonly [ProfileField | undefined, string, ComponentChildren])[] = [
    ['name', t.fields.name, person.name],
    ['given_name', t.fields.given_name, person.given],
    ['family_name', t.fields.family_name, person.family],
    [undefined, t.username, person.username],
    [
      undefined,
      t.fields.email,
      person.email === undefined ? undefined : (
        <>
          {fields.includes('email') ? null : <>{person.email.address} </>}
          <Badge tone={person.email.verified ? 'ok' : 'warn'}>
            {person.email.verified ? t.verified : t.unverified}
          </Badge>
        </>
      ),
    ],
    ['locale', t.fields.locale, person.language],
    ['zoneinfo', t.fields.zoneinfo, person.zone],
    [undefined, t.roles, person.roles.length === 0 ? undefined : person.roles.join(', ')],
    [undefined, t.subject, <code>{subject}</code>],
  ]
  return facts.flatMap(([field, term, value]) =>
    value === undefined || (field !== undefined && fields.includes(field)) ? [] : [{ term, value: <bdi>{value}</bdi> }],
  )
}
