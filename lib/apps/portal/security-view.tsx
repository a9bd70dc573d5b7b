/** The security page: each sign-in method, its last use, and links to change it. */

import { ButtonLink, LinkRow } from '../../web/ui/components/form.tsx'
import { Banner, DescriptionList, Section } from '../../web/ui/components/section.tsx'
import { Badge, DateTime } from '../../web/ui/components/text.tsx'
import type { HasView, VNode } from '../../web/ui/view.ts'
import { DueBanner, type HasDue } from './due-view.tsx'
import { FixedPassword, type FixedPasswordProps } from './fixed-password-view.tsx'
import { type Framed, type InPortal, PortalPage } from './frame-view.tsx'
import { usedFact } from './row-view.tsx'
import { type IdentitiesProps, IdentitiesSection } from './security-identities-view.tsx'
import { type PasskeysProps, PasskeysSection } from './security-passkey-view.tsx'
import { type TrustedDevicesProps, TrustedDevicesSection } from './security-trusted-view.tsx'

export interface PortalSecurityProps extends Framed, HasDue {
  /** `on`: sign-ins with a password require a second step. Undefined if the directory stores no factors. */
  readonly twoSteps: 'on' | 'off' | undefined
  /** `own`: the user can change the password here. */
  readonly password: FixedPasswordProps & { readonly own: boolean; readonly setAt: Date | undefined }
  /** Undefined if passkeys are unavailable. */
  readonly passkeys: PasskeysProps | undefined
  /** Undefined if the directory does not support authenticator apps; `off` if none is set up. */
  readonly app: { readonly addedAt: Date; readonly usedAt?: Date | undefined } | 'off' | undefined
  readonly recovery: { readonly left: number; readonly madeAt: Date; readonly low: boolean } | 'none' | undefined
  /** Undefined if there are no external providers. */
  readonly identities?: IdentitiesProps | undefined
  /** Undefined if trusted devices are disabled. */
  readonly trusted: TrustedDevicesProps | undefined
}

export function PortalSecurity(props: PortalSecurityProps, { view }: HasView): VNode {
  const { frame, due, twoSteps, password, passkeys, app, recovery, identities, trusted } = props
  const t = view.t.factors.security
  const at = (path: string): string => `${frame.root}/security/${path}`
  return (
    <PortalPage section="security" title={t.title}>
      <DueBanner due={due} />
      <PasswordSection {...password} />
      {twoSteps === undefined ? null : (
        <Banner tone={twoSteps === 'on' ? 'ok' : 'warn'}>
          <strong>{twoSteps === 'on' ? t.onTitle : t.offTitle}.</strong> {twoSteps === 'on' ? t.on : t.off}
        </Banner>
      )}
      {passkeys === undefined ? null : <PasskeysSection {...passkeys} />}
      {app === undefined ? null : (
        <Section id="app" title={t.app} lead={t.appLead}>
          {app === 'off' ? (
            <p>{t.appOff}</p>
          ) : (
            <DescriptionList facts={[[t.added, <DateTime at={app.addedAt} />], usedFact(app.usedAt, view)]} />
          )}
          <div class="sso-row">
            <ButtonLink href={at('authenticator')}>{app === 'off' ? t.setUp : t.replace}</ButtonLink>
            {app === 'off' ? null : (
              <ButtonLink look="plain" href={at('remove?what=authenticator')}>
                {t.removeApp}
              </ButtonLink>
            )}
          </div>
        </Section>
      )}
      {recovery === undefined || twoSteps !== 'on' ? null : (
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
          {recovery === 'none' ? null : <DescriptionList facts={[[t.made, <DateTime at={recovery.madeAt} />]]} />}
          {recovery === 'none' || recovery.low ? <p>{t.lowHint}</p> : null}
          <LinkRow href={at('recovery-codes')}>{t.renew}</LinkRow>
        </Section>
      )}
      {identities === undefined ? null : <IdentitiesSection {...identities} />}
      {trusted === undefined ? null : <TrustedDevicesSection {...trusted} />}
      <Section id="activity" title={t.activity} lead={t.activityLead}>
        <div class="sso-row">
          <ButtonLink href={at('activity')}>{t.activityShow}</ButtonLink>
          <ButtonLink look="plain" href={`${frame.root}/secure`}>
            {t.secure}
          </ButtonLink>
        </div>
      </Section>
    </PortalPage>
  )
}

function PasswordSection({ own, setAt, ...fixed }: PortalSecurityProps['password'], { view, frame }: InPortal): VNode {
  const t = view.t.portal.password
  return (
    <Section id="password" title={t.title} lead={own ? t.lead : <FixedPassword {...fixed} />}>
      {setAt === undefined ? null : <DescriptionList facts={[[t.set, <DateTime at={setAt} />]]} />}
      {own ? <LinkRow href={`${frame.root}/security/password`}>{t.save}</LinkRow> : null}
    </Section>
  )
}
