/** The end of a sign-out without a return address (A8; interface, Logout URL: the person stays on this page). */
import type { VNode } from 'preact'
import { AppList } from '../../components/app-list.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import type { Viewed } from '../../view.ts'

export interface SignedOutProps {
  readonly apps: readonly string[]
  readonly signInHref?: string | undefined
}

export function SignedOut({ apps, signInHref, view }: SignedOutProps & Viewed): VNode {
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
      {signInHref === undefined ? null : (
        <div class="sso-actions">
          <ButtonLink look="secondary" href={signInHref}>
            {t.common.signInAgain}
          </ButtonLink>
        </div>
      )}
    </Card>
  )
}
