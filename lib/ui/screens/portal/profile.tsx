/** The person's details (C2), as the directory has them. */
import type { ComponentChildren, VNode } from 'preact'
import { Badge } from '../../components/badge.tsx'
import { Banner } from '../../components/banner.tsx'
import { DescriptionList } from '../../components/description-list.tsx'
import { Section } from '../../components/section.tsx'
import type { Viewed } from '../../view.ts'
import { type InPortal, PortalPage } from './portal-page.tsx'

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
}

export function PortalProfile({ frame, subject, person, view }: PortalProfileProps & Viewed): VNode {
  const t = view.t.portal.profile
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [t.name, person.name],
    [t.given, person.given],
    [t.family, person.family],
    [t.username, person.username],
    [
      t.email,
      person.email === undefined ? undefined : (
        <>
          {person.email.address}{' '}
          <Badge tone={person.email.verified ? 'ok' : 'warn'}>{person.email.verified ? t.verified : t.unverified}</Badge>
        </>
      ),
    ],
    [t.language, person.language],
    [t.zone, person.zone],
    [t.roles, person.roles.length === 0 ? undefined : person.roles.join(', ')],
    [t.subject, <code>{subject}</code>],
  ]
  return (
    <PortalPage frame={frame} section="profile" view={view} title={t.title} lead={t.lead}>
      <Banner>{t.managed}</Banner>
      <Section id="details" title={t.title}>
        <DescriptionList
          facts={facts.flatMap(([term, value]) => (value === undefined ? [] : [{ term, value: <bdi>{value}</bdi> }]))}
        />
      </Section>
    </PortalPage>
  )
}
