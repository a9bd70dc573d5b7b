/** The token inspector: a field for a token, and what is known of the token that was sent. */
import type { AuditEventName } from '../../../domain/audit/events.ts'
import type { InspectedToken, OwnToken } from '../../../domain/tokens/inspect.ts'
import { AppName, Who } from '../../../web/ui/components/apps.tsx'
import { Button, Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Banner, DescriptionList, Section } from '../../../web/ui/components/section.tsx'
import { DateTime, Link } from '../../../web/ui/components/text.tsx'
import { TextArea } from '../../../web/ui/components/text-area.tsx'
import { scopeText } from '../../../web/ui/texts/format/words.ts'
import { type HasView, isolate, rich, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

interface Named {
  readonly name: string
  readonly href: string
}

export interface InspectedView extends Pick<OwnToken, 'kind' | 'state' | 'scopes'> {
  readonly issuedAt: Date | undefined
  readonly expiresAt: Date | undefined
  readonly user: Named | undefined
  readonly app: Named | undefined
  readonly activityHref: string | undefined
  /** The key that signed the token. Its state is undefined if the key is not published. */
  readonly key: { readonly kid: string; readonly state: 'next' | 'current' | 'previous' | undefined } | undefined
  /** What ended the token. `by`: undefined for the user, or for Portico. */
  readonly end: { at: Date; event: AuditEventName; by: string | undefined; href: string } | undefined
}

export interface InspectProps extends Framed {
  readonly form: FormTarget
  readonly found: InspectedView | Exclude<InspectedToken, OwnToken> | undefined
}

export function Inspect({ form, found }: InspectProps, { view }: HasView): VNode {
  const t = view.t.operations.inspect
  return (
    <AdminPage title={t.title} lead={t.lead}>
      {found === undefined ? null : found.kind === 'unknown' ? (
        <Banner tone="warn" focus>
          {t.unknown}
        </Banner>
      ) : found.kind === 'other-issuer' ? (
        <Banner tone="warn" focus>
          {t.otherIssuer({ issuer: isolate(found.issuer) })}
        </Banner>
      ) : (
        <Found found={found} />
      )}
      <Form target={form}>
        <TextArea id="token" label={t.token} hint={t.hint} value="" rows={4} />
        <div class="sso-row">
          <Button>{t.submit}</Button>
        </div>
      </Form>
    </AdminPage>
  )
}

function Found({ found }: { found: InspectedView }, { view }: HasView): VNode {
  const t = view.t.operations.inspect
  const { kind, state, user, app, scopes, issuedAt, expiresAt, key, end, activityHref } = found
  const alive = state === 'alive'
  const title = t.kinds[kind]
  return (
    <>
      <Banner tone={alive ? 'ok' : 'danger'} focus>
        <strong>{title}.</strong> {t.states[state]}{' '}
        {end === undefined ? null : (
          <>
            <DateTime at={end.at} />: <Link href={end.href}>{view.t.admin.events[end.event]}</Link>
            {end.by === undefined ? null : <> {rich(t.by, { name: <bdi>{end.by}</bdi> })}</>}
          </>
        )}
      </Banner>
      <Section id="token-facts" title={title}>
        <DescriptionList
          facts={[
            [t.user, user && <Who who={user} />],
            [t.app, app && <AppName app={app} />],
            [t.issued, issuedAt && <DateTime at={issuedAt} />],
            [t.expires, expiresAt && <DateTime at={expiresAt} />],
            [
              t.scopes,
              scopes && (
                <ul class="sso-plain">
                  {scopes.map((scope) => (
                    <li>
                      {scopeText(scope, view)} <code dir="ltr">{scope}</code>
                    </li>
                  ))}
                </ul>
              ),
            ],
            [
              t.key,
              key && (
                <>
                  <code dir="ltr">{key.kid}</code>{' '}
                  {key.state === undefined ? t.keyGone : view.t.operations.keys.states[key.state]}
                </>
              ),
            ],
            [t.acceptedBy, t.accepted[kind][alive ? 'alive' : 'dead']],
            [t.session, activityHref && <Link href={activityHref}>{t.activity}</Link>],
          ]}
        />
      </Section>
    </>
  )
}
