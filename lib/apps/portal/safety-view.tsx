/** Account security: a progress ring, one line per check that did not pass, and the last sign-in. */
import { isRated } from '../../../policies/account-safety.ts'
import { ButtonLink } from '../../web/ui/components/form.tsx'
import { Icon } from '../../web/ui/components/icon.tsx'
import { SecurityRing } from '../../web/ui/components/ring.tsx'
import { DateTime, Link } from '../../web/ui/components/text.tsx'
import { type ComponentChildren, type HasView, isolate, rich, type VNode } from '../../web/ui/view.ts'
import { DeviceName } from './devices-view.tsx'
import type { InPortal } from './frame-view.tsx'
import type { BrowserNames } from './row-view.tsx'

export interface CheckView {
  readonly verdict: 'fine' | 'improve'
  readonly fact: /** `own`: the password can be changed here. */
    | { readonly check: 'password'; readonly setAt: Date | undefined; readonly own: boolean }
    /** `passkey`: a passkey can be created on this page. */
    | { readonly check: 'second-step'; readonly offer: 'passkey' | 'any' }
    | { readonly check: 'recovery-codes'; readonly left: number }
    /** Number of new devices. */
    | { readonly check: 'devices'; readonly fresh: number }
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
  const open = checks.filter(({ verdict }) => verdict === 'improve')
  const counts = { done: checks.length - open.length, all: checks.length }
  const rated = isRated(checks.map(({ fact }) => fact.check))
  const verdict = rated ? t.good : t.managed({ company: isolate(view.product.name) })
  return (
    <section class="sso-section sso-safety" aria-labelledby="safety">
      {rated ? <SecurityRing {...counts} label={t.ring(counts)} /> : null}
      <div class="sso-safety-text">
        <h2 id="safety">{open.length === 0 ? verdict : t.improve({ count: open.length })}</h2>
        {open.length === 0 ? null : (
          <ul class="sso-plain">
            {open.map(({ fact }) => (
              <Check fact={fact} />
            ))}
          </ul>
        )}
        {signIns.map((signIn, index) => (
          <p class="sso-hint">
            {rich(index === 0 ? t.last : t.before, {
              when: <DateTime at={signIn.at} />,
              device: signIn.current ? (
                rich(t.here, { device: <DeviceName of={signIn} /> })
              ) : (
                <DeviceName of={signIn} />
              ),
            })}{' '}
            {index === signIns.length - 1 ? <Link href={`${frame.root}/secure`}>{t.notYou}</Link> : null}
          </p>
        ))}
      </div>
    </section>
  )
}

function Check({ fact }: Pick<CheckView, 'fact'>, { view, frame }: InPortal): VNode {
  const { text, action, href } = wordsOf(fact, frame.root, view)
  return (
    <li class="sso-check-line">
      <Icon name="alert" />
      <span>{text}</span>
      {href === undefined ? null : (
        <ButtonLink look="plain" href={href}>
          {action}
        </ButtonLink>
      )}
    </li>
  )
}

interface Words {
  readonly text: ComponentChildren
  readonly action: string
  readonly href?: string | undefined
}

function wordsOf(fact: CheckView['fact'], root: string, view: HasView['view']): Words {
  const t = view.t.portal.home.safety
  switch (fact.check) {
    case 'password':
      return {
        text: fact.setAt && rich(t.passwordSet, { when: <DateTime at={fact.setAt} /> }),
        action: t.passwordAction,
        href: fact.own ? `${root}/security/password` : undefined,
      }
    case 'second-step':
      return fact.offer === 'passkey'
        ? { text: t.noPasskey, action: t.passkeyAction, href: `${root}/security/passkey` }
        : { text: t.noSecondStep, action: t.secondStepAction, href: `${root}/security` }
    case 'recovery-codes':
      return {
        text: fact.left === 0 ? t.noCodes : t.codes({ count: fact.left }),
        action: t.codesAction,
        href: `${root}/security/recovery-codes`,
      }
    case 'devices':
      return { text: t.newDevices({ count: fact.fresh }), action: t.devicesAction, href: `${root}/devices` }
  }
}
