/** Passkeys and two-step verification: what there is, when it was used, and the way to each change. */
import type { VNode } from 'preact'
import { Badge } from '../../web/ui/components/badge.tsx'
import { Banner } from '../../web/ui/components/banner.tsx'
import { ButtonLink } from '../../web/ui/components/button.tsx'
import { DateTime } from '../../web/ui/components/date-time.tsx'
import { DescriptionList } from '../../web/ui/components/description-list.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import type { Viewed } from '../../web/ui/view.ts'
import { type InPortal, PortalPage } from './frame-view.tsx'
import { usedFact } from './security-cards-view.tsx'
import { type PasskeysProps, PasskeysSection } from './security-passkey-list-view.tsx'
import { type TrustedDevicesProps, TrustedDevicesSection } from './security-trusted-view.tsx'

export interface PortalSecurityProps extends InPortal {
  /** `on`: a password is followed by a second step. */
  readonly twoSteps: 'on' | 'off'
  /** Undefined where there can be no passkeys. */
  readonly passkeys: PasskeysProps | undefined
  /** Undefined where the directory keeps no codes; `off` when none is set up. */
  readonly app: { readonly addedAt: Date; readonly usedAt?: Date | undefined } | 'off' | undefined
  readonly recovery: { readonly left: number; readonly madeAt: Date; readonly low: boolean } | 'none' | undefined
  /** Undefined where no browser can be trusted. */
  readonly trusted: TrustedDevicesProps | undefined
}

export function PortalSecurity({
  frame,
  twoSteps,
  passkeys,
  app,
  recovery,
  trusted,
  view,
}: PortalSecurityProps & Viewed): VNode {
  const t = view.t.factors.security
  const at = (path: string): string => `${frame.root}/security/${path}`
  return (
    <PortalPage frame={frame} section="security" view={view} title={t.title} lead={t.lead}>
      <Banner tone={twoSteps === 'on' ? 'ok' : 'warn'}>
        <strong>{twoSteps === 'on' ? t.onTitle : t.offTitle}.</strong> {twoSteps === 'on' ? t.on : t.off}
      </Banner>
      {passkeys === undefined ? null : <PasskeysSection {...passkeys} frame={frame} view={view} />}
      {app === undefined ? null : (
        <Section id="app" title={t.app} lead={t.appLead}>
          {app === 'off' ? (
            <p>{t.appOff}</p>
          ) : (
            <DescriptionList
              facts={[{ term: t.added, value: <DateTime at={app.addedAt} view={view} /> }, usedFact(app.usedAt, view)]}
            />
          )}
          <div class="sso-row">
            <ButtonLink look="secondary" href={at('authenticator')}>
              {app === 'off' ? t.setUp : t.replace}
            </ButtonLink>
            {app === 'off' ? null : (
              <ButtonLink look="plain" href={at('remove?what=authenticator')}>
                {t.removeApp}
              </ButtonLink>
            )}
          </div>
        </Section>
      )}
      {recovery === undefined || twoSteps === 'off' ? null : (
        <Section
          id="recovery"
          title={t.recovery}
          lead={t.recoveryLead}
          actions={
            recovery === 'none' ? (
              <Badge tone="warn">{t.noneLeft}</Badge>
            ) : (
              <Badge tone={recovery.low ? 'warn' : 'ok'}>{t.left({ count: recovery.left })}</Badge>
            )
          }
        >
          {recovery === 'none' ? null : (
            <DescriptionList facts={[{ term: t.made, value: <DateTime at={recovery.madeAt} view={view} /> }]} />
          )}
          {recovery === 'none' || recovery.low ? <p>{t.lowHint}</p> : null}
          <div class="sso-row">
            <ButtonLink look="secondary" href={at('recovery-codes')}>
              {t.renew}
            </ButtonLink>
          </div>
        </Section>
      )}
      {trusted === undefined ? null : <TrustedDevicesSection {...trusted} view={view} />}
    </PortalPage>
  )
}
