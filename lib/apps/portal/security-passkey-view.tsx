/** Pages that create a passkey and rename it. Only the creation needs scripts. */

import { Effects } from '../../web/ui/components/confirm.tsx'
import {
  ButtonLink,
  ErrorSummary,
  Field,
  Form,
  type FormTarget,
  KeepLink,
  LinkRow,
  SubmitRow,
} from '../../web/ui/components/form.tsx'
import { PasskeyButton } from '../../web/ui/components/passkey.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { DateTime } from '../../web/ui/components/text.tsx'
import { isolate, type Viewed, type VNode } from '../../web/ui/view.ts'
import { type InPortal, SecurityPage, securityHref } from './frame-view.tsx'
import { Cards, usedFact } from './row-view.tsx'

export interface PortalPasskeyProps extends InPortal {
  readonly form: FormTarget
  readonly optionsHref: string
  readonly max: number
  readonly fault?: 'refused' | 'taken' | 'too-many' | undefined
}

export function PortalPasskey({ frame, form, optionsHref, max, fault, view }: PortalPasskeyProps & Viewed): VNode {
  const t = view.t.factors.security.newPasskey
  const texts = { refused: t.refused, taken: t.taken, 'too-many': t.tooMany({ count: max }) }
  return (
    <SecurityPage frame={frame} view={view} title={t.title} wrong={fault !== undefined}>
      <ErrorSummary view={view} issues={fault === undefined ? [] : [{ text: texts[fault] }]} />
      <Section id="new-passkey" title={t.before} lead={t.lead}>
        <Effects effects={t.effects} />
        <Form target={form}>
          <PasskeyButton
            view={view}
            ceremony="create"
            look="primary"
            optionsHref={optionsHref}
            label={t.create}
            stopped={t.stopped}
            unsupported={t.unsupported}
            withoutScript={t.withoutScript}
          />
        </Form>
        <div class="sso-row">
          <KeepLink cancelHref={securityHref(frame)} view={view} />
        </div>
      </Section>
    </SecurityPage>
  )
}

export interface PortalRenameProps extends InPortal {
  readonly form: FormTarget
  readonly name: string
  readonly fault?: 'unusable' | undefined
}

export function PortalRename({ frame, form, name, fault, view }: PortalRenameProps & Viewed): VNode {
  const t = view.t.factors.security.renaming
  const error = fault === undefined ? undefined : t.unusable
  return (
    <SecurityPage frame={frame} view={view} title={t.title} wrong={fault !== undefined}>
      <ErrorSummary view={view} issues={error === undefined ? [] : [{ field: 'name', text: error }]} />
      <Section id="rename" title={name === '' ? t.title : name}>
        <Form target={form}>
          <Field
            id="name"
            label={t.name}
            hint={t.hint}
            error={error}
            input={{
              type: 'text',
              value: name,
              autocomplete: 'off',
              dir: 'auto',
              required: true,
              ...(fault === undefined ? { autofocus: true } : {}),
            }}
          />
          <SubmitRow cancelHref={securityHref(frame)} view={view}>
            {t.save}
          </SubmitRow>
        </Form>
      </Section>
    </SecurityPage>
  )
}

export interface PasskeyCard {
  /** Identifies the passkey in URLs. */
  readonly key: string
  readonly name: string
  readonly createdAt: Date
  readonly usedAt?: Date | undefined
  readonly device: 'synced' | 'single'
}

export interface PasskeysProps {
  readonly cards: readonly PasskeyCard[]
  /** `elsewhere`: this page is at another host than Portico, so it cannot create passkeys. */
  readonly place: 'here' | 'elsewhere'
  readonly host: string
  /** For the browser's own list: the user handle, and the ids of the valid passkeys. */
  readonly known: { readonly handle: string; readonly ids: readonly string[] }
}

export function PasskeysSection({ frame, cards, place, host, known, view }: PasskeysProps & InPortal & Viewed): VNode {
  const t = view.t.factors.security
  const at = (path: string, key = ''): string => `${frame.root}/security/${path}${encodeURIComponent(key)}`
  return (
    <Section id="passkeys" title={t.passkeys} lead={t.passkeysLead}>
      {cards.length === 0 ? <p>{t.none}</p> : null}
      <Cards
        cards={cards.map(({ key, name, createdAt, usedAt, device }) => ({
          name,
          facts: [
            [t.added, <DateTime at={createdAt} view={view} />],
            usedFact(usedAt, view),
            [t.kept, device === 'synced' ? t.synced : t.single],
          ],
          operations: (distinctName) => (
            <div class="sso-row">
              <ButtonLink href={at('rename?passkey=', key)} spoken={t.renameOf({ name: distinctName })}>
                {t.rename}
              </ButtonLink>
              <ButtonLink
                look="plain"
                href={at('remove?what=passkey&passkey=', key)}
                spoken={t.removeOf({ name: distinctName })}
              >
                {t.remove}
              </ButtonLink>
            </div>
          ),
        }))}
      />
      {place === 'elsewhere' ? (
        <p class="sso-hint">{t.elsewhere({ host: isolate(host) })}</p>
      ) : (
        <>
          <LinkRow look="primary" href={at('passkey')}>
            {t.add}
          </LinkRow>
          <span hidden data-sso-passkeys-of={known.handle} data-rp={host} data-ids={known.ids.join(' ')} />
          <script type="module" src={view.asset('passkey.js')} />
        </>
      )}
    </Section>
  )
}
