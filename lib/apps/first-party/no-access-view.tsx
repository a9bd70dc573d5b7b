/** A signed-in user who may not enter the panel, the portal or a page of the host: who they are, another account, their own pages. */
import type { VNode } from 'preact'
import type { ErrorBody } from '../../web/pages/error-page-view.tsx'
import { ButtonLink } from '../../web/ui/components/button.tsx'
import { Card } from '../../web/ui/components/card.tsx'
import { Contact } from '../../web/ui/components/contact.tsx'
import { type AccountView, Identity } from '../../web/ui/components/identity.tsx'
import { JsonBlock } from '../../web/ui/components/json-block.tsx'
import { rich } from '../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../web/ui/view.ts'

export interface NoAccessProps {
  readonly app: 'panel' | 'portal' | 'host'
  /** Absent when the sign-in itself was refused, so that no user is known here. */
  readonly account?: AccountView | undefined
  /** Begins a sign-in that asks which account. */
  readonly otherHref: string
  /** The portal, where there is one that may be of use. */
  readonly accountHref?: string | undefined
  /** The page needs two-step verification, and the user has not set it up. */
  readonly isTooWeak?: boolean
  /** Where it is set up, where there is such a page. */
  readonly secureHref?: string | undefined
  readonly body: ErrorBody
}

export function NoAccess(props: NoAccessProps & Viewed): VNode {
  const { app, account, otherHref, accountHref, isTooWeak = false, secureHref, body, view } = props
  const { t, product } = view
  const title = app === 'host' ? t.noAccess.host : t.noAccess[app]({ product: product.name })
  return (
    <Card
      view={view}
      title={title}
      heading={title}
      lead={
        account === undefined ? undefined : rich(t.noAccess.as, { name: <bdi class="sso-strong">{account.name}</bdi> })
      }
      mark={{ icon: 'lock', tone: 'warn' }}
    >
      {account === undefined ? null : <Identity account={account} />}
      {isTooWeak ? <p>{t.noAccess.tooWeak}</p> : <Ask view={view} />}
      <div class="sso-actions">
        {secureHref === undefined ? null : <ButtonLink href={secureHref}>{t.noAccess.secure}</ButtonLink>}
        <ButtonLink look={secureHref === undefined ? 'primary' : 'secondary'} href={otherHref}>
          {t.common.otherAccount}
        </ButtonLink>
        {accountHref === undefined || secureHref !== undefined ? null : (
          <ButtonLink look="secondary" href={accountHref}>
            {t.common.toAccount}
          </ButtonLink>
        )}
      </div>
      <JsonBlock id="sso-error" data={body} />
    </Card>
  )
}

function Ask({ view }: Viewed): VNode {
  const { t } = view
  return (
    <p>
      {view.helpContact === undefined
        ? t.noAccess.ask
        : rich(t.noAccess.askContact, { contact: <Contact contact={view.helpContact} /> })}
    </p>
  )
}
