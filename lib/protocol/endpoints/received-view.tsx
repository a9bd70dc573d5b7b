/** The data that Portico received in the failed request, for the app's developer. */
import type { VNode } from 'preact'
import type { ErrorRef } from '../../../policies/errors.ts'
import type { Received } from '../../domain/audit/received.ts'
import { DescriptionList } from '../../web/ui/components/section.tsx'
import { Address, DateTime } from '../../web/ui/components/text.tsx'
import type { HasView } from '../../web/ui/view.ts'
import { ExplanationLink } from './library-topic-view.tsx'

export interface ReceivedViewProps {
  readonly received: Received
  /** The error that the page is about. */
  readonly errorRef: ErrorRef
  readonly rootHref: string
}

export function ReceivedView({ received, errorRef, rootHref }: ReceivedViewProps, { view }: HasView): VNode {
  const { errorReference } = view.t
  const { at, ref, also, clientId, redirectUri, scope, names, unnamed } = received
  const others = [ref, ...also].filter((other) => other !== errorRef)
  return (
    <>
      <h2>{errorReference.received}</h2>
      <DescriptionList
        small
        facts={[
          [view.t.errorPage.time, <DateTime at={new Date(at)} style="exact" />],
          [<code>client_id</code>, clientId && <Address text={clientId} />],
          [<code>redirect_uri</code>, redirectUri && <Address text={redirectUri} />],
          [<code>scope</code>, scope && <Address text={scope} />],
          [errorReference.parameters, names.length === 0 ? undefined : <Names names={names} />],
          [errorReference.unnamed, unnamed === 0 ? undefined : new Intl.NumberFormat(view.locale).format(unnamed)],
          [errorReference.also, others.length === 0 ? undefined : <Causes refs={others} rootHref={rootHref} />],
        ]}
      />
      <p class="sso-fine">{errorReference.receivedLead}</p>
    </>
  )
}

const Names = ({ names }: { readonly names: readonly string[] }): VNode => <code dir="ltr">{names.join(' ')}</code>

const Causes = ({ refs, rootHref }: { readonly refs: readonly string[]; readonly rootHref: string }): VNode => (
  <>
    {refs.map((ref) => (
      <>
        <ExplanationLink rootHref={rootHref} name={ref} />{' '}
      </>
    ))}
  </>
)
