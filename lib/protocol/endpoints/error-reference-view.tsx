/** `{base_url}/errors/{error_ref}`: explains one error to users and developers. */
import type { VNode } from 'preact'
import type { ErrorRef } from '../../../policies/errors.ts'
import type { Received } from '../../domain/audit/received.ts'
import { Card } from '../../web/ui/components/card.tsx'
import { Badge, Link } from '../../web/ui/components/text.tsx'
import { explainErrorRef, userOf } from '../../web/ui/texts/format/error-explanation.ts'
import type { HasView } from '../../web/ui/view.ts'
import type { Cure, Topic, TopicPage } from './library-cures.ts'
import { LibraryCureList } from './library-topic-view.tsx'
import { ReceivedView } from './received-view.tsx'

export interface ErrorReferenceProps {
  readonly errorRef: ErrorRef
  /** Settings to change in each client library; empty if the library is not the cause. */
  readonly cures: readonly Cure[]
  readonly topics: readonly Topic[]
  /** Topic pages that the developer is likely to need next. */
  readonly next: readonly TopicPage[]
  /** Data from the failed request. */
  readonly received?: Received | undefined
  /** Base URL of the error pages, with a trailing slash. */
  readonly rootHref: string
}

export function ErrorReference(
  { errorRef, cures, topics, next, received, rootHref }: ErrorReferenceProps,
  { view }: HasView,
): VNode {
  const { t } = view
  const text = explainErrorRef(t, errorRef) ?? {
    title: errorRef,
    person: userOf(errorRef, t),
    developer: [t.errorAdvice[errorRef]],
  }
  return (
    <Card
      wide
      title={text.title}
      lead={
        <Badge>
          <code dir="ltr">{errorRef}</code>
        </Badge>
      }
    >
      <section class="sso-prose">
        <p class="sso-strong">{t.errorReference.all}</p>
        {text.happened === undefined ? null : (
          <>
            <h2>{t.errorReference.happened}</h2>
            <p>{text.happened}</p>
          </>
        )}
        <h2>{t.errorReference.person}</h2>
        <p>{text.person}</p>
        <h2>{t.errorReference.developer}</h2>
        <ul>
          {[...text.developer, ...(text.lookUp === undefined ? [] : [text.lookUp])].map((check) => (
            <li>{check}</li>
          ))}
        </ul>
        {cures.length === 0 ? null : (
          <>
            <h2>{t.errorReference.libraries}</h2>
            <LibraryCureList cures={cures} topics={topics} />
          </>
        )}
        {next.map((page) => (
          <p>
            <Link href={rootHref + page}>{t.errorReference.topics[page].title}</Link>
          </p>
        ))}
        {received === undefined ? null : <ReceivedView received={received} errorRef={errorRef} rootHref={rootHref} />}
        <p class="sso-fine">
          <Link href={rootHref}>{t.errorReference.listTitle}</Link>
        </p>
      </section>
    </Card>
  )
}
