/** Account security: a progress ring, one line per check, and the last sign-in. */
import { ButtonLink } from '../../web/ui/components/form.tsx'
import { Icon } from '../../web/ui/components/icon.tsx'
import { SecurityRing } from '../../web/ui/components/ring.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { DateTime, Link } from '../../web/ui/components/text.tsx'
import { type ComponentChildren, type HasView, rich, type VNode } from '../../web/ui/view.ts'
import { DeviceName } from './devices-view.tsx'
import type { InPortal } from './frame-view.tsx'
import type { BrowserNames } from './row-view.tsx'

export interface CheckView {
  readonly verdict: 'fine' | 'improve'
  readonly fact: /** `own`: the password can be changed here. */
    | { readonly check: 'password'; readonly setAt: Date | undefined; readonly own: boolean }
    | {
        readonly check: 'second-step'
        readonly passkeys: number
        readonly authenticator: 'on' | 'off'
        /** `passkey`: a passkey can be created on this page. */
        readonly offer: 'passkey' | 'any'
      }
    | { readonly check: 'recovery-codes'; readonly left: number; readonly secondStep: 'on' | 'off' }
    | { readonly check: 'devices'; readonly count: number; readonly fresh: number }
}

export interface LastSignIn extends BrowserNames {
  readonly at: Date
  /** True if the sign-in started the session that shows this page. */
  readonly current: boolean
}

export interface SafetyProps {
  readonly checks: readonly CheckView[]
  /** Newest first. */
  readonly signIns: readonly LastSignIn[]
}

export function SafetySection({ checks, signIns }: SafetyProps, { view, frame }: InPortal): VNode {
  const t = view.t.portal.home.safety
  const open = checks.filter(({ verdict }) => verdict === 'improve').length
  const done = checks.length - open
  return (
    <Section id="safety" title={t.title}>
      <div class="sso-safety">
        <SecurityRing done={done} all={checks.length} label={t.ring({ done, all: checks.length })} />
        <div class="sso-safety-checks">
          <p>
            <strong>{open === 0 ? t.good : t.improve({ count: open })}</strong>
          </p>
          <ul class="sso-plain">
            {checks.map((check) => (
              <Check {...check} />
            ))}
          </ul>
        </div>
      </div>
      {signIns.map((signIn, index) => (
        <p class="sso-safety-last">
          {rich(index === 0 ? t.last : t.before, {
            when: <DateTime at={signIn.at} />,
            device: signIn.current ? rich(t.here, { device: <DeviceName of={signIn} /> }) : <DeviceName of={signIn} />,
          })}{' '}
          {index === signIns.length - 1 ? <Link href={`${frame.root}/secure`}>{t.notYou}</Link> : null}
        </p>
      ))}
    </Section>
  )
}

function Check({ verdict, fact }: CheckView, { view, frame }: InPortal): VNode {
  const t = view.t.portal.home.safety
  const fine = verdict === 'fine'
  const { plain, text = plain, action, href, hint } = wordsOf(fact, frame.root, view)
  return (
    <li class={fine ? 'sso-check-line sso-check-fine' : 'sso-check-line sso-check-open'}>
      <Icon name={fine ? 'check' : 'alert'} />
      <span>
        <span class="sso-hidden">{fine ? t.done : t.open} </span>
        {text}
        {fine || hint === undefined ? null : <span class="sso-sub">{hint}</span>}
      </span>
      {fine || href === undefined ? null : (
        <ButtonLink look="plain" href={href}>
          {action}
        </ButtonLink>
      )}
    </li>
  )
}

interface Words {
  readonly plain: string
  /** Shown instead of `plain` if the sentence contains markup. */
  readonly text?: ComponentChildren
  readonly action: string
  readonly href?: string | undefined
  readonly hint?: string | undefined
}

function wordsOf(fact: CheckView['fact'], root: string, view: HasView['view']): Words {
  const t = view.t.portal.home.safety
  switch (fact.check) {
    case 'password':
      return {
        plain: t.password,
        text: fact.setAt && rich(t.passwordSet, { when: <DateTime at={fact.setAt} /> }),
        action: t.passwordAction,
        href: fact.own ? `${root}/security/password` : undefined,
      }
    case 'second-step': {
      const none = fact.offer === 'passkey' ? t.noPasskey : t.noSecondStep
      const some = fact.passkeys > 0 ? t.passkeys({ count: fact.passkeys }) : t.authenticator
      return {
        plain: fact.passkeys > 0 || fact.authenticator === 'on' ? some : none,
        action: fact.offer === 'passkey' ? t.passkeyAction : t.secondStepAction,
        href: fact.offer === 'passkey' ? `${root}/security/passkey` : `${root}/security`,
      }
    }
    case 'recovery-codes':
      return {
        plain: fact.left === 0 ? t.noCodes : t.codes({ count: fact.left }),
        action: t.codesAction,
        href: fact.secondStep === 'on' ? `${root}/security/recovery-codes` : undefined,
        hint: fact.secondStep === 'on' ? undefined : t.codesLater,
      }
    case 'devices':
      return {
        plain: fact.fresh === 0 ? t.devices({ count: fact.count }) : t.newDevices({ count: fact.fresh }),
        action: t.devicesAction,
        href: `${root}/devices`,
      }
  }
}
