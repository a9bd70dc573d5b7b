/** The user's read-only profile from the directory. The subject, which administrators need, comes last. */

import { Avatar } from '../../web/ui/components/apps.tsx'
import { Button, ButtonLink, ErrorSummary, Form, type FormTarget, SubmitRow } from '../../web/ui/components/form.tsx'
import { ProfileFields, type ProfileFieldsProps, profileIssues } from '../../web/ui/components/profile-fields.tsx'
import { Banner, DescriptionList, type Fact } from '../../web/ui/components/section.tsx'
import { Badge } from '../../web/ui/components/text.tsx'
import { type HasView, isolate, rich, type VNode } from '../../web/ui/view.ts'
import { type Framed, PortalPage } from './frame-view.tsx'

export interface PortalProfileProps extends Framed {
  readonly subject: string
  /** Display name. */
  readonly name: string
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
  /** Whether the user can change any of the fields. */
  readonly editable: boolean
  /** Name of the provider that the account comes from. */
  readonly by?: string | undefined
  /** An email address that is not verified yet. `waits`: the old address stays in use until verification. */
  readonly proof?: { readonly address: string; readonly waits: boolean; readonly form: FormTarget } | undefined
}

export function PortalProfile(props: PortalProfileProps, { view }: HasView): VNode {
  const { frame, subject, name, person, editable, by, proof } = props
  const t = view.t.portal.profile
  return (
    <PortalPage section="profile" title={t.title}>
      {editable ? null : (
        <Banner>
          {by === undefined
            ? t.managed({ company: isolate(view.product.name) })
            : t.fromProvider({ provider: isolate(by) })}
        </Banner>
      )}
      {proof === undefined ? null : <Proof proof={proof} />}
      <div class="sso-section">
        <div class="sso-profile-head">
          <Avatar name={name} size="large" />
          <div>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            {person.username === undefined || person.username === name ? null : (
              <bdi class="sso-sub">{person.username}</bdi>
            )}
          </div>
          {editable ? <ButtonLink href={`${frame.root}/profile/edit`}>{t.edit}</ButtonLink> : null}
        </div>
        <DescriptionList facts={[...factsOf(person, view), [t.subject, <code>{subject}</code>]]} />
      </div>
    </PortalPage>
  )
}

/** An email address to verify, and a button for sending another email. */
function Proof({ proof }: { proof: NonNullable<PortalProfileProps['proof']> }, { view }: HasView): VNode {
  const t = view.t.portal.profile
  return (
    <Banner>
      <div class="sso-incident">
        <p>{rich(t.pending, { address: <bdi>{proof.address}</bdi> })}</p>
        <Form target={proof.form} class="sso-inline">
          <Button look="secondary">{t.prove}</Button>
          {proof.waits ? (
            <Button look="plain" name="action" value="cancel">
              {t.keepAddress}
            </Button>
          ) : null}
        </Form>
      </div>
    </Banner>
  )
}

function factsOf(person: PortalProfileProps['person'], view: HasView['view']): readonly Fact[] {
  const t = view.t.portal.profile
  const language = view.languages.find(({ code }) => code === person.language)?.label ?? person.language
  const facts: readonly Fact[] = [
    [t.fields.name, person.name],
    [t.fields.given_name, person.given],
    [t.fields.family_name, person.family],
    [
      t.fields.email,
      person.email && (
        <>
          {person.email.address}{' '}
          <Badge tone={person.email.verified ? 'ok' : 'warn'}>
            {person.email.verified ? t.verified : t.unverified}
          </Badge>
        </>
      ),
    ],
    [t.username, person.username],
    [t.fields.locale, language],
    [t.fields.zoneinfo, person.zone?.replaceAll('_', ' ')],
    [t.roles, person.roles.length === 0 ? undefined : person.roles.join(', ')],
  ]
  return facts.map(([term, value]) => [term, value === undefined ? undefined : <bdi>{value}</bdi>])
}

export function PortalProfileEdit(
  { frame, form, ...editing }: { readonly form: FormTarget } & Framed & Omit<ProfileFieldsProps, 'own'>,
  { view }: HasView,
): VNode {
  const t = view.t.portal.profile
  const back = `${frame.root}/profile`
  return (
    <PortalPage
      section="profile"
      title={t.editTitle}
      wrong={editing.issues.length > 0}
      crumbs={[{ label: t.title, href: back }]}
    >
      <div class="sso-section">
        <ErrorSummary issues={profileIssues(editing, view)} />
        <Form target={form}>
          <ProfileFields {...editing} own />
          <SubmitRow cancelHref={back}>{t.save}</SubmitRow>
        </Form>
      </div>
    </PortalPage>
  )
}
