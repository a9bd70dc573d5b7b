/** The user cancelled the sign-in to the portal or the panel: what that means, and the way back to it. */
import type { VNode } from 'preact'
import { Card } from '../../web/ui/components/card.tsx'
import { ButtonLink } from '../../web/ui/components/form.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../web/ui/view.ts'

export interface SignInCancelledProps {
  /** The app of ours that was to be signed in to. */
  readonly app: string
  readonly signInHref: string
}

export function SignInCancelled({ app, signInHref, view }: SignInCancelledProps & Viewed): VNode {
  const { t } = view
  return (
    <Card
      view={view}
      title={t.signInCancelled.title}
      heading={t.signInCancelled.title}
      lead={t.signInCancelled.lead}
      mark={{ icon: 'user', tone: 'neutral' }}
    >
      <div class="sso-actions">
        <ButtonLink href={signInHref}>{rich(t.signIn.title, { client: <bdi>{app}</bdi> })}</ButtonLink>
      </div>
    </Card>
  )
}
