/** The end of a sign-out without a return address: the user stays on this page. */
import type { VNode } from 'preact'
import { AppList } from '../../web/ui/components/app-list.tsx'
import { ButtonLink } from '../../web/ui/components/button.tsx'
import { Card, type ClientView } from '../../web/ui/components/card.tsx'
import { rich } from '../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../web/ui/view.ts'

export interface SignedOutProps {
  readonly apps: readonly string[]
  /** The app that asked for the sign-out, and its own address, when it is known and usable. */
  readonly client?: (ClientView & { readonly homeHref: string }) | undefined
  /** The portal, where one signs in again as well. */
  readonly accountHref?: string | undefined
}

export function SignedOut({ apps, client, accountHref, view }: SignedOutProps & Viewed): VNode {
  const { t } = view
  return (
    <Card
      view={view}
      title={t.signedOut.title}
      heading={t.signedOut.title}
      lead={t.signedOut.shared}
      mark={{ icon: 'check', tone: 'ok' }}
    >
      {apps.length === 0 ? null : <AppList intro={t.signedOut.from} apps={apps} />}
      {client === undefined && accountHref === undefined ? null : (
        <div class="sso-actions">
          {client === undefined ? null : (
            <ButtonLink look="secondary" href={client.homeHref}>
              {rich(t.common.backTo, { client: <bdi>{client.name}</bdi> })}
            </ButtonLink>
          )}
          {accountHref === undefined ? null : (
            <ButtonLink look={client === undefined ? 'secondary' : 'plain'} href={accountHref}>
              {client === undefined ? t.common.signInAgain : t.common.toAccount}
            </ButtonLink>
          )}
        </div>
      )}
    </Card>
  )
}
