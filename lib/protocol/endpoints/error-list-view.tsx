/** Lists every error that has its own page. Also shown if the URL names an error that does not exist. */
import type { VNode } from 'preact'
import { type ErrorRef, REFERENCES } from '../../../policies/errors.ts'
import { Card } from '../../web/ui/components/card.tsx'
import { DescriptionList } from '../../web/ui/components/section.tsx'
import { explainErrorRef } from '../../web/ui/texts/format/error-explanation.ts'
import type { HasView } from '../../web/ui/view.ts'
import type { TopicPage } from './library-cures.ts'
import { ExplanationLink } from './library-topic-view.tsx'

export interface ErrorListProps {
  /** `unknown` means that the URL names an error that does not exist. */
  readonly asked: 'all' | 'unknown'
  /** Topics about errors that Portico cannot detect, because they occur inside the app. */
  readonly topics: readonly TopicPage[]
  /** Base URL of the error pages, with a trailing slash. */
  readonly rootHref: string
}

export function ErrorList({ asked, topics, rootHref }: ErrorListProps, { view }: HasView): VNode {
  const { errorReference } = view.t
  const title = asked === 'all' ? errorReference.listTitle : errorReference.unknownTitle
  return (
    <Card wide title={title} lead={asked === 'all' ? errorReference.all : errorReference.unknownLead}>
      <DescriptionList
        small
        facts={(Object.keys(REFERENCES) as ErrorRef[])
          .toSorted()
          .map((ref) => [<ExplanationLink rootHref={rootHref} name={ref} />, explainErrorRef(view.t, ref)?.title])}
      />
      <h2>{errorReference.topicsTitle}</h2>
      <DescriptionList
        small
        facts={topics.map((topic) => [
          <ExplanationLink rootHref={rootHref} name={topic} />,
          errorReference.topics[topic].title,
        ])}
      />
    </Card>
  )
}
