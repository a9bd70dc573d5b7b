/** Passkeys and two-step verification: what there is, when it was used, and the way to each change. */
import type { VNode } from 'preact'
import { Badge } from '../../web/ui/components/badge.tsx'
import { Banner } from '../../web/ui/components/banner.tsx'
import { ButtonLink } from '../../web/ui/components/button.tsx'
import { DateTime } from '../../web/ui/components/date-time.tsx'
import { DescriptionList } from '../../web/ui/components/description-list.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { distinct } from '../../web/ui/texts/format/distinct.ts'
import { isolate } from '../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../web/ui/view.ts'
import { type InPortal, PortalPage } from './frame-view.tsx'
import { type TrustedDevicesProps, TrustedDevicesSection } from './security-trusted-view.tsx'

export interface PasskeyCard {
  /** Names the passkey in addresses. */
  readonly key: string
  readonly name: string
  readonly createdAt: Date
  readonly usedAt?: Date | undefined
  readonly device: 'synced' | 'single'
}

export interface PortalSecurityProps extends InPortal {
  /** `on`: a password is followed by a second step. */
  readonly twoSteps: 'on' | 'off'
  /** Undefined where there can be no passkeys. */
  readonly passkeys:
    | {
        readonly cards: readonly PasskeyCard[]
        /** `elsewhere`: this page has another host than the service, so it can make none. */
        readonly place: 'here' | 'elsewhere'
        readonly host: string
        /** For the browser's own list: who the user is to authenticators, and which passkeys count. */
        readonly known: { readonly handle: string; readonly ids: readonly string[] }
      }
    | undefined
  /** Undefined where the directory keeps no codes; `off` when none is set up. */
  readonly app: { readonly addedAt: Date; readonly usedAt?: Date | undefined } | 'off' | undefined
  readonly recovery: { readonly left: number; readonly madeAt: Date; readonly low: boolean } | 'none' | undefined
  /** Undefined where no browser can be trusted. */
  readonly trusted: TrustedDevicesProps | undefined
}

export function PortalSecurity(props: PortalSecurityProps & Viewed): VNode {
  const { frame, twoSteps, passkeys, app, recovery, trusted, view } = props
  const t = view.t.factors.security
  const at = (path: string): string => `${frame.root}/security/${path}`
  const moment = (date: Date | undefined): VNode | string =>
    date === undefined ? t.never : <DateTime at={date} view={view} />
  return (
    <PortalPage frame={frame} section="security" view={view} title={t.title} lead={t.lead}>
      <Banner tone={twoSteps === 'on' ? 'ok' : 'warn'}>
        <strong>{twoSteps === 'on' ? t.onTitle : t.offTitle}.</strong> {twoSteps === 'on' ? t.on : t.off}
      </Banner>
      {passkeys === undefined ? null : (
        <Section id="passkeys" title={t.passkeys} lead={t.passkeysLead}>
          <Passkeys {...props} passkeys={passkeys} />
        </Section>
      )}
      {app === undefined ? null : (
        <Section id="app" title={t.app} lead={t.appLead}>
          {app === 'off' ? (
            <p>{t.appOff}</p>
          ) : (
            <DescriptionList
              facts={[
                { term: t.added, value: moment(app.addedAt) },
                { term: t.used, value: moment(app.usedAt) },
              ]}
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
          {recovery === 'none' ? null : <DescriptionList facts={[{ term: t.made, value: moment(recovery.madeAt) }]} />}
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

function Passkeys({
  frame,
  passkeys,
  view,
}: PortalSecurityProps & { passkeys: NonNullable<PortalSecurityProps['passkeys']> } & Viewed): VNode {
  const t = view.t.factors.security
  const names = distinct(passkeys.cards.map(({ name }) => name))
  const act = (name: string, key: string): string => `${frame.root}/security/${name}${encodeURIComponent(key)}`
  return (
    <>
      {passkeys.cards.length === 0 ? <p>{t.none}</p> : null}
      <ul class="sso-passkeys">
        {passkeys.cards.map(({ key, createdAt, usedAt, device }, index) => {
          const name = isolate(names[index] ?? '')
          return (
            <li class="sso-passkey-card">
              <h3>
                <bdi>{names[index]}</bdi>
              </h3>
              <DescriptionList
                facts={[
                  { term: t.added, value: <DateTime at={createdAt} view={view} /> },
                  { term: t.used, value: usedAt === undefined ? t.never : <DateTime at={usedAt} view={view} /> },
                  { term: t.kept, value: device === 'synced' ? t.synced : t.single },
                ]}
              />
              <div class="sso-row">
                <ButtonLink look="secondary" href={act('rename?passkey=', key)}>
                  <span aria-hidden="true">{t.rename}</span>
                  <span class="sso-hidden">{t.renameOf({ name })}</span>
                </ButtonLink>
                <ButtonLink look="plain" href={act('remove?what=passkey&passkey=', key)}>
                  <span aria-hidden="true">{t.remove}</span>
                  <span class="sso-hidden">{t.removeOf({ name })}</span>
                </ButtonLink>
              </div>
            </li>
          )
        })}
      </ul>
      {passkeys.place === 'elsewhere' ? (
        <p class="sso-hint">{t.elsewhere({ host: isolate(passkeys.host) })}</p>
      ) : (
        <div class="sso-row">
          <ButtonLink href={`${frame.root}/security/passkey`}>{t.add}</ButtonLink>
        </div>
      )}
      {passkeys.place === 'elsewhere' ? null : (
        <>
          <span
            hidden
            data-sso-passkeys-of={passkeys.known.handle}
            data-rp={passkeys.host}
            data-ids={passkeys.known.ids.join(' ')}
          />
          <script type="module" src={view.asset('passkey.js')} />
        </>
      )}
    </>
  )
}
