/** One sign-out notice: the user, every attempt with its outcome, and the claims the app receives. */
import { LOGOUT_TOKEN_SECONDS } from '../../../../policies/lifetimes.ts'
import { LOGOUT_EVENT, SIGNING_ALGORITHM, TOKEN_TYPES } from '../../../../policies/signing.ts'
import { AppName, type AppView, Who, type WhoView } from '../../../web/ui/components/apps.tsx'
import { ActForm, type FormTarget } from '../../../web/ui/components/form.tsx'
import { DescriptionList, Section } from '../../../web/ui/components/section.tsx'
import { Address, Badge, DateTime } from '../../../web/ui/components/text.tsx'
import { Tries, type TriesProps } from '../../../web/ui/components/tries.tsx'
import { lifeOf } from '../../../web/ui/texts/format/life.ts'
import { type HasView, isolate, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { DELIVERY_TONES, type DeliveryState } from './delivery-list-view.tsx'

export interface DeliveryProps extends Framed {
  readonly app: AppView
  /** The list of all notices to this client. */
  readonly listHref: string
  /** Absent for a test notice. */
  readonly who?: WhoView | undefined
  readonly state: DeliveryState
  readonly uri: string
  readonly createdAt: Date
  readonly tries: TriesProps
  readonly claims: {
    readonly issuer: string
    readonly audience: string
    readonly subject: string
    readonly sid: string
  }
  /** Absent if there is nothing to retry, or no URL to send the notice to. */
  readonly retry?: FormTarget | undefined
}

export function DeliveryPage(props: DeliveryProps, { view }: HasView): VNode {
  const { frame, app, listHref, who, state, uri, createdAt, tries, claims, retry } = props
  const t = view.t.operations.deliveries
  const client = isolate(app.name)
  return (
    <AdminPage
      section="deliveries"
      title={t.titleOne({ client })}
      crumbs={[
        { label: t.title, href: `${frame.root}/deliveries` },
        { label: app.name, href: listHref },
      ]}
      actions={retry === undefined || !frame.mayChange ? undefined : <ActForm form={retry}>{t.retry}</ActForm>}
    >
      <div class="sso-columns">
        <Section id="facts" title={t.facts}>
          <DescriptionList
            facts={[
              [t.state, <Badge tone={DELIVERY_TONES[state]}>{t.states[state]}</Badge>],
              [t.client, <AppName app={app} />],
              [t.user, who === undefined ? <Badge>{t.testBadge}</Badge> : <Who who={who} />],
              [t.created, <DateTime at={createdAt} style="exact" />],
              [t.address, <Address text={uri} />],
            ]}
          />
        </Section>
        <Section id="tries" title={t.tries}>
          <Tries {...tries} />
        </Section>
      </div>
      <Section id="token" title={t.token}>
        <p class="sso-muted">{t.tokenHint}</p>
        <DescriptionList
          facts={[
            [<Code>alg</Code>, <Code>{SIGNING_ALGORITHM}</Code>],
            [<Code>typ</Code>, <Code>{TOKEN_TYPES.logout}</Code>],
            [<Code>iss</Code>, <Code>{claims.issuer}</Code>],
            [<Code>aud</Code>, <Code>{claims.audience}</Code>],
            [<Code>sub</Code>, <Code>{claims.subject}</Code>],
            [<Code>sid</Code>, <Code>{claims.sid}</Code>],
            [<Code>events</Code>, <Code>{LOGOUT_EVENT}</Code>],
            [<Code>exp</Code>, t.life({ span: lifeOf(view.locale, LOGOUT_TOKEN_SECONDS) })],
            [<Code>jti</Code>, t.eachTry],
          ]}
        />
      </Section>
    </AdminPage>
  )
}

const Code = ({ children }: { children: string }): VNode => <code dir="ltr">{children}</code>
