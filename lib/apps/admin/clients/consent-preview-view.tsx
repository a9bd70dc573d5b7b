/** The consent page as a user would see it. It is inert: it can be read, not submitted. */

import { Monogram } from '../../../web/ui/components/apps.tsx'
import { ConsentForm, type ConsentProps } from '../../../web/ui/components/consent-form.tsx'
import { Banner } from '../../../web/ui/components/section.tsx'
import { rich, type Viewed, type VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import type { ClientHead, ConsentName } from './client-props.ts'
import { BelowClient } from './frame-view.tsx'

export interface ConsentPreviewProps extends Framed {
  readonly client: ClientHead
  readonly mode: ConsentName
  readonly consent: Omit<ConsentProps, 'form'>
}

export function ConsentPreview({ frame, client, mode, consent, view }: ConsentPreviewProps & Viewed): VNode {
  const { scopes } = view.t.client
  const product = <bdi>{view.product.name}</bdi>
  return (
    <BelowClient
      client={client}
      tab="scopes"
      frame={frame}
      view={view}
      title={scopes.previewTitle}
      lead={scopes.previewLead}
    >
      {mode === 'trusted' ? <Banner>{scopes.previewTrusted}</Banner> : null}
      <div class="sso-card sso-preview" inert>
        <div class="sso-client">
          <Monogram name={client.name} />
        </div>
        <h2>{rich(view.t.consent.title, { client: <bdi>{client.name}</bdi>, product })}</h2>
        <ConsentForm form={{ action: '', hidden: {} }} {...consent} view={view} />
      </div>
    </BelowClient>
  )
}
