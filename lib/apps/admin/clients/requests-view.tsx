/** Requests for access to an app: those that wait, and the page that grants or declines one. */
import { Who, type WhoView } from '../../../web/ui/components/apps.tsx'
import { RadioCards } from '../../../web/ui/components/choice.tsx'
import { Button, ErrorSummary, Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { LastDay } from '../../../web/ui/components/last-day.tsx'
import { DescriptionList, Section } from '../../../web/ui/components/section.tsx'
import { DateTime, Link } from '../../../web/ui/components/text.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { BelowClient, type ClientHead } from './frame-view.tsx'

export interface PendingRequest {
  readonly who: WhoView
  readonly at: Date
  readonly href: string
}

export function PendingRequests(
  { requests }: { readonly requests: readonly PendingRequest[] },
  { view }: HasView,
): VNode | null {
  const t = view.t.client.requests
  if (requests.length === 0) return null
  return (
    <Section id="requests" title={t.title}>
      <ul class="sso-plain">
        {requests.map(({ who, at, href }) => (
          <li>
            <Link href={href}>
              <bdi>{who.name}</bdi>
            </Link>{' '}
            <span class="sso-muted">
              <DateTime at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export interface ClientRequestProps extends Framed {
  readonly client: ClientHead
  readonly who: WhoView
  readonly reason: string
  readonly at: Date
  /** The roles that open the app. */
  readonly roles: readonly string[]
  /** The end date of the access, or the typed text. */
  readonly until: string
  readonly wrong: boolean
  readonly form: FormTarget
}

export function ClientRequest(props: ClientRequestProps, { view }: HasView): VNode {
  const { client, who, reason, at, roles, until, wrong, form } = props
  const { client: texts, users } = view.t
  const t = texts.requests
  const error = wrong ? view.t.offboard.wrongTime : undefined
  return (
    <BelowClient client={client} tab="scopes" title={t.titleOf({ user: who.name, client: client.name })} wrong={wrong}>
      <ErrorSummary issues={error === undefined ? [] : [{ field: 'until', text: error }]} />
      <Section id="request" title={t.request}>
        <DescriptionList
          facts={[
            [t.user, <Who who={who} />],
            [t.asked, <DateTime at={at} style="exact" />],
            [t.reason, <bdi class="sso-typed">{reason}</bdi>],
          ]}
        />
        <Form target={form}>
          {roles.length > 1 ? (
            <RadioCards
              id="role"
              label={users.role}
              value={roles[0] ?? ''}
              options={roles.map((role) => ({ value: role, label: role }))}
            />
          ) : null}
          <LastDay
            label={users.end.label}
            hint={t.hint({ role: roles.join(', ') })}
            until={until}
            error={error}
            required
          />
          <div class="sso-row">
            <Button name="act" value="grant">
              {t.grant}
            </Button>
            <Button look="secondary" name="act" value="decline">
              {t.decline}
            </Button>
          </div>
        </Form>
      </Section>
    </BelowClient>
  )
}
