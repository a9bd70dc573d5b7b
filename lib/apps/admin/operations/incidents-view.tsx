/** Shows one banner per broken app or service, with the problem, when it began, and a link to its fix. */

import type { EmailOutage } from '../../../domain/emails/email-health.ts'
import type { Incident } from '../../../domain/metrics/overview-counts.ts'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { Banner } from '../../../web/ui/components/section.tsx'
import { DateTime } from '../../../web/ui/components/text.tsx'
import { dayAndMonth, weekday } from '../../../web/ui/texts/format/time.ts'
import { causeTitle, rich } from '../../../web/ui/texts/format/words.ts'
import type { HasView, VNode } from '../../../web/ui/view.ts'

export type IncidentView = Incident & { readonly fixHref: string; readonly whyHref: string }

export function Incidents({ incidents }: { incidents: readonly IncidentView[] }, { view }: HasView): VNode | null {
  const t = view.t.operations.incidents
  const dayOf = (day: string): string => `${weekday(view.locale, day)} ${dayAndMonth(view.locale, day)}`
  return incidents.length === 0 ? null : (
    <div class="sso-incidents">
      {incidents.map((incident) => {
        const client = <bdi>{incident.name}</bdi>
        return (
          <Banner tone={incident.kind === 'failing' ? 'danger' : 'warn'}>
            <div class="sso-incident">
              <p>
                <strong>{rich(incident.kind === 'failing' ? t.failing : t.silent, { client })}</strong>{' '}
                {incident.kind === 'failing'
                  ? t.refused({
                      count: incident.count,
                      since: dayOf(incident.since),
                      cause: causeTitle(incident.ref, view),
                    })
                  : t.lastSignIn({ last: dayOf(incident.last) })}
              </p>
              <span class="sso-row">
                <ButtonLink href={incident.fixHref}>{incident.kind === 'failing' ? t.fix : t.look}</ButtonLink>
                {incident.kind === 'failing' ? <ButtonLink href={incident.whyHref}>{t.why}</ButtonLink> : null}
              </span>
            </div>
          </Banner>
        )
      })}
    </div>
  )
}

export interface EmailOutageView extends Omit<EmailOutage, 'since'> {
  readonly since: Date
}

export function EmailIncident({ outage, href }: { outage: EmailOutageView; href: string }, { view }: HasView): VNode {
  const t = view.t.operations.incidents
  return (
    <div class="sso-incidents">
      <Banner tone="danger">
        <div class="sso-incident">
          <p>
            <strong>{t.emails}</strong> <OutageText outage={outage} />
          </p>
          <span class="sso-row">
            <ButtonLink href={href}>{t.look}</ButtonLink>
          </span>
        </div>
      </Banner>
    </div>
  )
}

export const OutageText = ({ outage }: { outage: EmailOutageView }, { view }: HasView): VNode => (
  <>
    {rich(
      (parts: Record<'since' | 'answer', string>) =>
        view.t.operations.incidents.emailsSince({ ...parts, count: outage.waiting }),
      { since: <DateTime at={outage.since} />, answer: <bdi>{outage.answer}</bdi> },
    )}
  </>
)
