/** The passkeys of the security page, with the way to make another where this host can. */
import type { VNode } from 'preact'
import { ButtonLink, LinkRow } from '../../web/ui/components/button.tsx'
import { DateTime } from '../../web/ui/components/date-time.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { isolate } from '../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../web/ui/view.ts'
import type { InPortal } from './frame-view.tsx'
import { Cards, usedFact } from './security-cards-view.tsx'

export interface PasskeyCard {
  /** Names the passkey in addresses. */
  readonly key: string
  readonly name: string
  readonly createdAt: Date
  readonly usedAt?: Date | undefined
  readonly device: 'synced' | 'single'
}

export interface PasskeysProps {
  readonly cards: readonly PasskeyCard[]
  /** `elsewhere`: this page has another host than the service, so it can make none. */
  readonly place: 'here' | 'elsewhere'
  readonly host: string
  /** For the browser's own list: who the user is to authenticators, and which passkeys count. */
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
            { term: t.added, value: <DateTime at={createdAt} view={view} /> },
            usedFact(usedAt, view),
            { term: t.kept, value: device === 'synced' ? t.synced : t.single },
          ],
          operations: (distinctName) => (
            <div class="sso-row">
              <ButtonLink
                look="secondary"
                href={at('rename?passkey=', key)}
                spoken={t.renameOf({ name: distinctName })}
              >
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
