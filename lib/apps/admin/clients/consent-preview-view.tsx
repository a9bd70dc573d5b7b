/** The consent page as a user would see it, inside the panel and out of order: it can be read, not answered. */
import type { VNode } from 'preact'
import { ConsentForm, type ConsentProps } from '../../../protocol/interaction/consent-view.tsx'
import { Monogram } from '../../../web/ui/components/apps.tsx'
import { Banner } from '../../../web/ui/components/section.tsx'
import { isolate, rich } from '../../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import type { ClientHead, ConsentName } from './client-props.ts'
import { clientHref } from './frame-view.tsx'

export interface ConsentPreviewProps extends Framed {
  readonly client: ClientHead
  readonly mode: ConsentName
  readonly consent: Omit<ConsentProps, 'form'>
}

export function ConsentPreview({ frame, client, mode, consent, view }: ConsentPreviewProps & Viewed): VNode {
  const { scopes } = view.t.client
  const product = <bdi>{view.product.name}</bdi>
  return (
    <AdminPage
      frame={frame}
      section="clients"
      view={view}
      title={scopes.previewTitle}
      lead={scopes.previewLead}
      crumbs={[
        { label: view.t.clients.title, href: `${frame.root}/clients` },
        { label: isolate(client.name), href: `${clientHref(frame.root, client.id)}/scopes` },
      ]}
    >
      {mode === 'trusted' ? <Banner>{scopes.previewTrusted}</Banner> : null}
      <div class="sso-card sso-preview" inert>
        <div class="sso-client">
          <Monogram name={client.name} />
        </div>
        <h2>{rich(view.t.consent.title, { client: <bdi>{client.name}</bdi>, product })}</h2>
        <ConsentForm form={{ action: '', hidden: {} }} {...consent} view={view} />
      </div>
    </AdminPage>
  )
}
