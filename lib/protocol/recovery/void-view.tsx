/** Shown when a link from an email is no longer valid. Explains why, that nothing was changed, and what to do next. */
import type { VNode } from 'preact'
import type { LinkIssue } from '../../../policies/email-links.ts'
import type { LinkKind } from '../../../policies/emails.ts'
import { Card, ContactText } from '../../web/ui/components/card.tsx'
import { ButtonLink } from '../../web/ui/components/form.tsx'
import type { HasView } from '../../web/ui/view.ts'

export interface LinkVoidProps {
  readonly kind: LinkKind
  readonly issue: LinkIssue
  /** URL for requesting another recovery email; undefined when recovery is unavailable. */
  readonly againHref: string | undefined
  /** URL of the portal; undefined if there is none. */
  readonly accountHref: string | undefined
}

const WORDS = {
  used: ['used', 'usedText'],
  newer: ['newer', 'newerText'],
  expired: ['expired', 'expiredText'],
  changed: ['changed', 'changedText'],
  unknown: ['unknown', 'unknownText'],
} as const satisfies Record<LinkIssue, readonly [string, string]>

export function LinkVoid({ kind, issue, againHref, accountHref }: LinkVoidProps, { view }: HasView): VNode {
  const { recovery } = view.t
  const t = recovery.void
  const [title, text] = WORDS[issue]
  return (
    <Card mark={{ icon: 'alert', tone: 'warn' }} title={t[title]} lead={t[text]} focusHeading>
      {kind === 'recovery' && againHref !== undefined ? (
        <div class="sso-actions">
          <ButtonLink look="primary" href={againHref}>
            {t.again}
          </ButtonLink>
        </div>
      ) : null}
      {kind === 'invitation' ? (
        <p class="sso-fine">
          <ContactText text={t.invited} otherwise={t.askInviter} />
        </p>
      ) : null}
      {(kind === 'address' || kind === 'not-me') && accountHref !== undefined ? (
        <div class="sso-actions">
          <ButtonLink href={accountHref}>{recovery.address.account}</ButtonLink>
        </div>
      ) : null}
    </Card>
  )
}
