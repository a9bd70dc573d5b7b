/** How each library accepts Portico's tokens. Portico cannot detect these errors: the app rejects the tokens. */
import type { VNode } from 'preact'
import { Card } from '../../web/ui/components/card.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import type { Viewed } from '../../web/ui/view.ts'
import { LibraryCureList } from './library-cure-list.tsx'
import type { Cure, TopicPage } from './library-cures.ts'

export interface LibraryTopicProps {
  readonly topic: TopicPage
  readonly cures: readonly Cure[]
  /** Base URL of the explanations, with a trailing slash. */
  readonly rootHref: string
}

export function LibraryTopic({ topic, cures, rootHref, view }: LibraryTopicProps & Viewed): VNode {
  const { errorReference } = view.t
  const { title, lead } = errorReference.topics[topic]
  return (
    <Card view={view} wide title={title} lead={lead}>
      <section class="sso-prose">
        <h2>{errorReference.libraries}</h2>
        <LibraryCureList cures={cures} />
        <p class="sso-fine">
          <Link href={rootHref}>{errorReference.listTitle}</Link>
        </p>
      </section>
    </Card>
  )
}
