import type { AuditPlace } from '../../../domain/audit/audit-trail.ts'
import type { AuditEventName } from '../../../domain/audit/events.ts'
import { AppName, Who, type WhoView } from '../../../web/ui/components/apps.tsx'
import { DescriptionList } from '../../../web/ui/components/section.tsx'
import { Badge, DateTime, Link } from '../../../web/ui/components/text.tsx'
import type { ComponentChildren, Viewed, VNode } from '../../../web/ui/view.ts'

/** The name of a client or user, and the link to its page, if it still exists. */
export interface NamedLink {
  readonly id: string
  readonly name: string
  readonly href?: string | undefined
}

type Text = 'address' | 'requestId' | 'sid' | 'error' | 'ref' | 'detail'

export interface EntryFacts extends Readonly<Partial<Record<Text, string | undefined>>> {
  readonly event: AuditEventName
  readonly at: Date
  readonly ok: boolean
  readonly who?: NamedLink | undefined
  readonly client?: NamedLink | undefined
  readonly user?: NamedLink | undefined
  /** The title of the error reference, and the page that explains it. */
  readonly cause?: { readonly title: string; readonly href: string } | undefined
}

export function ActivityEntryFacts({ found, view }: { found: EntryFacts } & Viewed): VNode {
  const { admin, operations } = view.t
  const t = operations.entry
  const { event, ok, address, detail, error, requestId, sid } = found
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [
      t.event,
      <>
        {admin.events[event] ?? event} {code(event, 'sso-sub')}
      </>,
    ],
    [t.when, <DateTime at={found.at} style="exact" view={view} />],
    [t.result, <Badge tone={ok ? 'ok' : 'warn'}>{ok ? admin.result.ok : admin.result.refused}</Badge>],
    [t.error, error === undefined ? undefined : code(error)],
    [t.cause, causeOf(found)],
    [t.detail, detail === undefined ? undefined : <bdi>{detail}</bdi>],
    [t.who, user(found.who)],
    [t.client, app(found.client)],
    [t.user, user(found.user)],
    [t.from, address === undefined ? undefined : <bdi>{address}</bdi>],
    [t.request, requestId === undefined ? undefined : code(requestId, 'sso-uri')],
    [t.sid, sid === undefined ? undefined : code(sid, 'sso-uri')],
  ]
  return <DescriptionList facts={facts.map(([term, value]) => ({ term, value }))} />
}

const code = (text: string, look?: string): VNode => (
  <code dir="ltr" class={look}>
    {text}
  </code>
)

function causeOf({ cause, ref }: EntryFacts): ComponentChildren {
  if (ref === undefined) return undefined
  return (
    <>
      {cause === undefined ? null : <Link href={cause.href}>{cause.title}</Link>} {code(ref, 'sso-sub')}
    </>
  )
}

const user = (link: NamedLink | undefined): ComponentChildren => link && <Who who={shown(link)} />
const app = (link: NamedLink | undefined): ComponentChildren => link && <AppName app={shown(link)} />

const shown = ({ id, name, href }: NamedLink): WhoView => ({ name, href, detail: id })

export interface EntryChange {
  readonly field: string
  readonly label?: string | undefined
  /** One or more values, depending on the field. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface EntryFound extends EntryFacts {
  /** The reason of a denial, as text. */
  readonly because?: string | undefined
  /** Whether the explanation of the request is still stored. */
  readonly explained: 'kept' | 'not-kept'
  readonly changes: readonly EntryChange[]
  readonly json: string
  /** Undefined for a denial: it has an authentication code instead of a place in the chain. */
  readonly chain: AuditPlace['chain']
  readonly seal: 'intact' | 'broken'
}
