/** Shown for a sign-in page that has expired, was already used, or was reached with the back button. */
import type { VNode } from 'preact'
import { Card, type ClientView } from '../../web/ui/components/card.tsx'
import { ButtonLink } from '../../web/ui/components/form.tsx'
import { isolate, rich } from '../../web/ui/texts/format/words.ts'
import type { HasView, View } from '../../web/ui/view.ts'

/** Props of the page for an expired or repeated sign-in. */
export interface PageExpiredProps {
  /** The client that the user last signed in to, with a link to start again. */
  readonly client?: (ClientView & { readonly homeHref: string }) | undefined
  /** Set if the user is already signed in and does not have to repeat the sign-in. */
  readonly signedIn?: { readonly accountHref?: string | undefined } | undefined
}

export function PageExpired({ client, signedIn }: PageExpiredProps, { view }: HasView): VNode {
  const { t } = view
  const title = signedIn === undefined ? t.pageExpired.title : t.pageExpired.signedInTitle
  return (
    <Card
      client={client}
      title={title}
      lead={leadOf({ client, signedIn }, view)}
      mark={{ icon: 'clock', tone: 'neutral' }}
    >
      {signedIn === undefined ? <p>{t.pageExpired.why}</p> : null}
      {client === undefined && signedIn?.accountHref === undefined ? null : (
        <div class="sso-actions">
          {client === undefined ? null : (
            <ButtonLink look="primary" href={client.homeHref}>
              {rich(t.common.backTo, { client: <bdi>{client.name}</bdi> })}
            </ButtonLink>
          )}
          <ButtonLink href={signedIn?.accountHref}>{t.common.toAccount}</ButtonLink>
        </div>
      )}
    </Card>
  )
}

function leadOf({ client, signedIn }: PageExpiredProps, { t }: View): string {
  if (signedIn !== undefined) return t.pageExpired.signedInLead
  return client === undefined ? t.pageExpired.withoutClient : t.pageExpired.withClient({ client: isolate(client.name) })
}
