/** Shows how to configure each client library so that it accepts Portico's tokens. */
import type { VNode } from 'preact'
import { Card } from '../../web/ui/components/card.tsx'
import { DescriptionList } from '../../web/ui/components/section.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import type { HasView } from '../../web/ui/view.ts'
import type { Cure, TopicPage } from './library-cures.ts'

export interface LibraryTopicProps {
  readonly topic: TopicPage
  readonly cures: readonly Cure[]
  /** Base URL of the error pages, with a trailing slash. */
  readonly rootHref: string
}

export function LibraryTopic({ topic, cures, rootHref }: LibraryTopicProps, { view }: HasView): VNode {
  const { errorReference } = view.t
  const { title, lead } = errorReference.topics[topic]
  return (
    <Card wide title={title} lead={lead}>
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

/** Lists the setting for each library. The text is always in English. */
export const LibraryCureList = ({ cures }: { readonly cures: readonly Cure[] }): VNode => (
  <div lang="en" dir="ltr">
    <DescriptionList small facts={cures.map(({ library, cure }) => [library, marked(cure)])} />
  </div>
)

/** Renders text between backticks as code. */
const marked = (text: string): readonly (VNode | string)[] =>
  text.split('`').map((part, at) => (at % 2 === 0 ? part : <code>{part}</code>))

/** Link to the page about an error or a topic. */
export const ExplanationLink = ({ rootHref, name }: { readonly rootHref: string; readonly name: string }): VNode => (
  <Link href={rootHref + name}>
    <code dir="ltr">{name}</code>
  </Link>
)
