/** The Lifecycle tab: the client's state and operations. Every operation except enabling has a confirmation page. */

import { Button, Form, type FormTarget, LinkRow } from '../../../web/ui/components/form.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { Badge } from '../../../web/ui/components/text.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { ClientFrame, type ClientHead, clientHref, isChangeable } from './frame-view.tsx'

export interface ClientLifecycleProps extends Framed {
  readonly client: ClientHead
  /** Enabling is easy to undo, so it needs no confirmation page. */
  readonly enableForm: FormTarget
}

export function ClientLifecycle(props: ClientLifecycleProps, { view }: HasView): VNode {
  const { frame, client, enableForm } = props
  const { lifecycle } = view.t.client
  const here = clientHref(frame.root, client.id)
  return (
    <ClientFrame client={client} tab="lifecycle">
      <Section id="state" title={lifecycle.state}>
        <ol class="sso-states">
          {STEPS.map((step) => (
            <li {...(step === client.environment ? { 'aria-current': 'step' as const } : {})}>
              {lifecycle.steps[step]}
            </li>
          ))}
        </ol>
        {client.status === 'disabled' ? (
          <p>
            <Badge tone="danger">{lifecycle.steps.disabled}</Badge>
          </p>
        ) : null}
      </Section>
      {!isChangeable(props) ? null : (
        <>
          {client.environment === 'development' && client.status === 'active' ? (
            <Section id="go-live" title={lifecycle.goLive} lead={lifecycle.goLiveText}>
              <LinkRow href={`${here}/go-live`}>{lifecycle.goLiveButton}</LinkRow>
            </Section>
          ) : null}
          {client.status === 'active' ? (
            <Section id="disable" title={lifecycle.disable} lead={lifecycle.disableText}>
              <LinkRow href={`${here}/disable`}>{lifecycle.disableButton}</LinkRow>
            </Section>
          ) : (
            <Section id="enable" title={lifecycle.enable} lead={lifecycle.enableText}>
              <Form target={enableForm} class="sso-row">
                <Button look="secondary">{lifecycle.enableButton}</Button>
              </Form>
            </Section>
          )}
          <Section id="decommission" title={lifecycle.decommission} lead={lifecycle.decommissionText} danger>
            <LinkRow href={`${here}/decommission`}>{lifecycle.decommissionButton}</LinkRow>
          </Section>
        </>
      )}
    </ClientFrame>
  )
}

/** A client's lifecycle steps, in the only possible order. Disabling is possible in either step and can be undone. */
const STEPS = ['development', 'live'] as const
