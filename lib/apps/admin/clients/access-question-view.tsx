/** Before a narrower access rule: who loses the app, and the way back. */
import type { ComponentChildren, VNode } from 'preact'
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import type { FormTarget } from '../../../web/ui/components/form.tsx'
import { isolate, rich } from '../../../web/ui/texts/format/rich.ts'
import { listOf } from '../../../web/ui/texts/format/time.ts'
import type { Viewed } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import type { ClientHead } from './client-props.ts'
import { BelowClient, clientHref } from './frame-view.tsx'

export interface AccessQuestionProps extends Framed {
  readonly client: ClientHead
  /** Who may enter then. */
  readonly roles: readonly string[]
  readonly impact: {
    /** Users who may enter now and would not any more. */
    readonly losing: number
    /** `signed-in`: the directory is the host's, so only those who are signed in are known. */
    readonly known: 'all-users' | 'signed-in'
    readonly signedIn: number
    /** The first of them. */
    readonly named: readonly { readonly name: string; readonly href?: string | undefined }[]
  }
  readonly form: FormTarget
}

export function AccessQuestion({ frame, client, roles, impact, form, view }: AccessQuestionProps & Viewed): VNode {
  const { access } = view.t.client
  const here = `${clientHref(frame.root, client.id)}/scopes`
  const title = access.questionTitle({ client: isolate(client.name) })
  const effects: readonly ComponentChildren[] = [
    rich(access.then, { roles: <bdi dir="ltr">{listOf(view.locale, roles)}</bdi> }),
    impact.known === 'all-users'
      ? access.losing({ count: impact.losing })
      : access.losingSignedIn({ count: impact.losing }),
    ...(impact.losing === 0 ? [] : [access.ends({ count: impact.signedIn })]),
    access.others,
  ]
  return (
    <BelowClient
      client={client}
      tab="scopes"
      frame={frame}
      view={view}
      title={title}
      lead={<code dir="ltr">{client.id}</code>}
    >
      <Confirm
        form={form}
        effects={effects}
        confirmLabel={access.narrow}
        cancelHref={here}
        danger={impact.losing > 0}
        view={view}
      >
        {impact.named.length === 0 ? null : <Losing {...impact} view={view} />}
      </Confirm>
    </BelowClient>
  )
}

function Losing({ named, losing, view }: AccessQuestionProps['impact'] & Viewed): VNode {
  const { access } = view.t.client
  const more = losing - named.length
  return (
    <div>
      <h2>{access.whom}</h2>
      <ul class="sso-effects">
        {named.map(({ name, href }) => (
          <li>
            {href === undefined ? (
              <bdi>{name}</bdi>
            ) : (
              <a href={href}>
                <bdi>{name}</bdi>
              </a>
            )}
          </li>
        ))}
        {more === 0 ? null : <li>{access.more({ count: more })}</li>}
      </ul>
    </div>
  )
}
