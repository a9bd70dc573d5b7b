/** Recovery codes: the one page that ever shows them, and the question before earlier ones are replaced. */
import type { VNode } from 'preact'
import { Banner } from '../../web/ui/components/banner.tsx'
import { Button, ButtonLink } from '../../web/ui/components/button.tsx'
import { Confirm } from '../../web/ui/components/confirm.tsx'
import { CopyField } from '../../web/ui/components/copy-field.tsx'
import type { FormTarget } from '../../web/ui/components/form.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { safeUrl } from '../../web/ui/safe-url.ts'
import type { Viewed } from '../../web/ui/view.ts'
import { type InPortal, SecurityPage, securityHref } from './frame-view.tsx'

export interface PortalCodesProps extends InPortal {
  readonly codes: readonly string[]
  /** What else was done by the same form, in words. */
  readonly done?: string | undefined
  /** Answers with the codes as a text file: they are sent along, since nobody keeps them. */
  readonly file: FormTarget
  /** Whether there were others before. */
  readonly replaced: boolean
}

export function PortalCodes({ frame, codes, done, file, replaced, view }: PortalCodesProps & Viewed): VNode {
  const t = view.t.factors.security.codes
  return (
    <SecurityPage frame={frame} view={view} title={t.title}>
      {done === undefined ? null : <Banner tone="ok">{done}</Banner>}
      <Banner tone="warn" focus>
        <strong>{t.warning}</strong> {replaced ? t.replaced : null}
      </Banner>
      <div class="sso-once" data-sso-once={t.leaving}>
        <Section id="codes" title={t.keep} lead={t.hint}>
          <div class="sso-codes">
            <CopyField view={view} id="recovery-codes" label={t.label} value={codes.join('\n')} rows={codes.length} />
          </div>
          <div class="sso-row">
            <ButtonLink href={securityHref(frame)}>{t.done}</ButtonLink>
            {/* No form of ours: the page stays, so it must not wait for another. */}
            <form method="post" action={safeUrl(file.action)} class="sso-inline" data-sso-download>
              {Object.entries({ ...file.hidden, codes: codes.join(' ') }).map(([name, value]) => (
                <input type="hidden" name={name} value={value} />
              ))}
              <Button look="secondary">{t.download}</Button>
            </form>
            <button type="button" class="sso-button sso-button-secondary" hidden data-sso-print>
              <span>{t.print}</span>
            </button>
          </div>
        </Section>
      </div>
    </SecurityPage>
  )
}

export interface PortalRenewCodesProps extends InPortal {
  readonly form: FormTarget
}

export function PortalRenewCodes({ frame, form, view }: PortalRenewCodesProps & Viewed): VNode {
  const t = view.t.factors.security.codes
  return (
    <SecurityPage frame={frame} view={view} title={t.askTitle}>
      <Confirm
        view={view}
        form={form}
        effects={t.askEffects}
        confirmLabel={t.askSubmit}
        cancelHref={securityHref(frame)}
      />
    </SecurityPage>
  )
}
