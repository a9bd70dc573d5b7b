/** Pages for creating and renaming a passkey. Only creating one needs scripts. */

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
import { type HasView, isolate, type VNode } from '../../web/ui/view.ts'
import { type Framed, type InPortal, SecurityPage, securityHref } from './frame-view.tsx'
import { Cards, usedFact } from './row-view.tsx'

export interface PortalPasskeyProps extends Framed {
  readonly form: FormTarget
  readonly optionsHref: string
  readonly max: number
  readonly issue?: 'refused' | 'taken' | 'too-many' | undefined
}

export function PortalPasskey({ frame, form, optionsHref, max, issue }: PortalPasskeyProps, { view }: HasView): VNode {
  const t = view.t.factors.security.newPasskey
  const texts = { refused: t.refused, taken: t.taken, 'too-many': t.tooMany({ count: max }) }
  return (
    <SecurityPage title={t.title} wrong={issue !== undefined}>
      <ErrorSummary issues={issue === undefined ? [] : [{ text: texts[issue] }]} />
      <Section id="new-passkey" title={t.before} lead={t.lead}>
        <Effects effects={t.effects} />
        <Form target={form}>
          <PasskeyButton ceremony="create" look="primary" optionsHref={optionsHref} label={t.create} explained />
        </Form>
        <div class="sso-row">
          <KeepLink cancelHref={securityHref(frame)} />
        </div>
      </Section>
    </SecurityPage>
  )
}

export interface PortalRenameProps extends Framed {
  readonly form: FormTarget
  readonly name: string
  readonly issue?: 'unusable' | undefined
}

export function PortalRename({ frame, form, name, issue }: PortalRenameProps, { view }: HasView): VNode {
  const t = view.t.factors.security.renaming
  const error = issue === undefined ? undefined : t.unusable
  return (
    <SecurityPage title={t.title} wrong={issue !== undefined}>
      <ErrorSummary issues={error === undefined ? [] : [{ field: 'name', text: error }]} />
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
              ...(issue === undefined ? { autofocus: true } : {}),
            }}
          />
          <SubmitRow cancelHref={securityHref(frame)}>{t.save}</SubmitRow>
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
  /** The browser created it without asking. */
  readonly silent?: true | undefined
}

export interface PasskeysProps {
  readonly cards: readonly PasskeyCard[]
  /** `other-host`: this page is on a different host than Portico, so it cannot create passkeys. */
  readonly place: 'here' | 'other-host'
  readonly host: string
  /** The user handle and the valid passkeys' IDs, which the browser uses to update its own list of passkeys. */
  readonly known: { readonly handle: string; readonly ids: readonly string[] }
}

export function PasskeysSection({ cards, place, host, known }: PasskeysProps, { view, frame }: InPortal): VNode {
  const t = view.t.factors.security
  const at = (path: string, key = ''): string => `${frame.root}/security/${path}${encodeURIComponent(key)}`
  return (
    <Section id="passkeys" title={t.passkeys} lead={t.passkeysLead}>
      {cards.length === 0 ? <p>{t.none}</p> : null}
      <Cards
        cards={cards.map(({ key, name, createdAt, usedAt, device, silent }) => ({
          name,
          facts: [
            [t.added, <DateTime at={createdAt} />],
            usedFact(usedAt, view),
            [t.kept, device === 'synced' ? t.synced : t.single],
            [t.silent, silent && t.silentHint],
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
      {place === 'other-host' ? (
        <p class="sso-hint">{t.otherHost({ host: isolate(host) })}</p>
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
