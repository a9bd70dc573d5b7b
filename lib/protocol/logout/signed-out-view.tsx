/** Final page of a sign-out without a return URL. Shows which apps were signed out and which may not have been. */
import type { VNode } from 'preact'
import type { AppIcons } from '../../web/ui/components/apps.tsx'
import { Card, type ClientView } from '../../web/ui/components/card.tsx'
import { FanOut } from '../../web/ui/components/fan-out.tsx'
import { ButtonLink } from '../../web/ui/components/form.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { HasView } from '../../web/ui/view.ts'
import type { FramedApp } from './signing-out-view.tsx'

/** Link for signing out at the external provider as well. */
export interface UpstreamWayOut {
  readonly name: string
  readonly href: string
}

/** Props of the page that confirms a sign-out. */
export interface SignedOutProps {
  /** Apps that have confirmed the sign-out. */
  readonly apps: readonly string[]
  /** Apps that did not confirm the sign-out, with their logout URIs. */
  readonly unconfirmed?: readonly FramedApp[] | undefined
  /** Apps that have not accepted their logout notification yet. Portico will try again. */
  readonly pending?: readonly string[] | undefined
  /** Apps that cannot be notified. */
  readonly notNotified?: readonly string[] | undefined
  /** Icons of these apps. */
  readonly icons?: AppIcons | undefined
  /** Number of ended sessions. Set if the user was signed out on all devices. */
  readonly devices?: number | undefined
  /** The app that requested the sign-out, if there is a link back to it. */
  readonly client?: (ClientView & { readonly homeHref: string }) | undefined
  /** Whether the app is part of Portico. If so, a link back to it leads to the sign-in page. */
  readonly own?: boolean | undefined
  /** URL of the portal, where the user can sign in again; undefined if the page shows no link to it. */
  readonly accountHref?: string | undefined
  /** Set if the user is still signed in at an external provider. */
  readonly provider?: UpstreamWayOut | undefined
}

export function SignedOut(props: SignedOutProps, { view }: HasView): VNode {
  const {
    apps,
    unconfirmed = [],
    pending = [],
    notNotified = [],
    icons,
    devices,
    client,
    own = false,
    accountHref,
    provider,
  } = props
  const { t } = view
  const certain = unconfirmed.length + pending.length === 0
  const product = <bdi>{view.product.name}</bdi>
  return (
    <Card
      title={t.signedOut.title}
      head={<link rel="stylesheet" href={view.asset('fan.css')} />}
      lead={devices === undefined ? rich(t.signedOut.here, { product }) : t.signedOut.everywhere({ devices })}
      mark={certain ? { icon: 'check', tone: 'ok' } : { icon: 'alert', tone: 'warn' }}
    >
      <FanOut
        groups={[
          { outcome: 'done', label: t.signedOut.from, apps: apps.map((name) => ({ name })) },
          {
            outcome: 'unconfirmed',
            label: t.signedOut.unconfirmed,
            apps: unconfirmed.map(({ name, uris }) => ({
              name,
              ways: uris.map((href) => ({ href, text: rich(t.signingOut.signOutOf, { client: <bdi>{name}</bdi> }) })),
            })),
          },
          { outcome: 'pending', label: t.signedOut.pending, apps: pending.map((name) => ({ name })) },
          { outcome: 'not-notified', label: t.signedOut.notNotified, apps: notNotified.map((name) => ({ name })) },
        ]}
        newTab={t.signingOut.newTab}
        icons={icons}
      />
      <p class="sso-fine">{t.signedOut.shared}</p>
      {client === undefined && accountHref === undefined && provider === undefined ? null : (
        <div class="sso-actions">
          {provider === undefined ? null : (
            <ButtonLink href={provider.href}>
              {rich(t.signedOut.alsoOf, { name: <bdi>{provider.name}</bdi> })}
            </ButtonLink>
          )}
          {client === undefined ? null : (
            <ButtonLink href={client.homeHref}>
              {own ? t.common.signInAgain : rich(t.common.backTo, { client: <bdi>{client.name}</bdi> })}
            </ButtonLink>
          )}
          {accountHref === undefined || own ? null : (
            <ButtonLink look={client === undefined ? 'secondary' : 'plain'} href={accountHref}>
              {client === undefined ? t.common.signInAgain : t.common.toAccount}
            </ButtonLink>
          )}
        </div>
      )}
    </Card>
  )
}
