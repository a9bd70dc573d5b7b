/** Linked external identities, with links for adding or removing one. */

import { ButtonLink, type FormTarget, LinkRow } from '../../web/ui/components/form.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { DateTime } from '../../web/ui/components/text.tsx'
import { type HasView, isolate, type VNode } from '../../web/ui/view.ts'
import { type Framed, type InPortal, SecurityQuestion, securityHref } from './frame-view.tsx'
import { Cards } from './row-view.tsx'

export interface IdentitiesProps {
  readonly cards: readonly {
    /** Connector ID. */
    readonly id: string
    /** Provider name. */
    readonly name: string
    readonly linkedAt: Date
    /** Whether this provider created the account. */
    readonly isOrigin: boolean
  }[]
  /** Providers that the user can link. */
  readonly offered: readonly { readonly id: string; readonly name: string }[]
}

export function IdentitiesSection({ cards, offered }: IdentitiesProps, { view, frame }: InPortal): VNode {
  const { identities: t, added, remove, removeOf } = view.t.factors.security
  const at = (page: string, id: string): string => `${securityHref(frame)}/${page}?upstream=${encodeURIComponent(id)}`
  return (
    <Section id="identities" title={t.title} lead={t.lead}>
      {cards.length === 0 ? <p>{t.none}</p> : null}
      <Cards
        cards={cards.map(({ id, name, linkedAt, isOrigin }) => ({
          name,
          facts: [[added, <DateTime at={linkedAt} />]],
          operations: (distinctName) =>
            isOrigin ? (
              <p class="sso-fine">{t.origin}</p>
            ) : (
              <LinkRow href={at('disconnect', id)} spoken={removeOf({ name: distinctName })}>
                {remove}
              </LinkRow>
            ),
        }))}
      />
      {offered.length === 0 ? null : (
        <div class="sso-row">
          {offered.map(({ id, name }) => (
            <ButtonLink href={at('connect', id)}>{t.connect({ provider: isolate(name) })}</ButtonLink>
          ))}
        </div>
      )}
    </Section>
  )
}

export interface PortalConnectProps extends Framed {
  readonly form: FormTarget
  readonly provider: string
}

export function PortalConnect({ form, provider }: PortalConnectProps, { view }: HasView): VNode {
  const t = view.t.factors.security.identities
  const named = { provider: isolate(provider) }
  return (
    <SecurityQuestion
      title={t.connectTitle(named)}
      form={form}
      effects={[t.connectFirst(named), t.connectThen]}
      confirmLabel={view.t.signIn.continueWith({ name: named.provider })}
    />
  )
}

export function PortalDisconnect({ form, provider }: PortalConnectProps, { view }: HasView): VNode {
  const { identities: t, remove } = view.t.factors.security
  const named = { provider: isolate(provider) }
  return (
    <SecurityQuestion
      title={t.removeTitle(named)}
      form={form}
      danger
      effects={[t.removeEffect(named)]}
      confirmLabel={remove}
    />
  )
}
