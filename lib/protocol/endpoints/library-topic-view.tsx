/** Shows how to configure each client library so that it accepts Portico's tokens. */
import type { VNode } from 'preact'
import { Card } from '../../web/ui/components/card.tsx'
import { DescriptionList } from '../../web/ui/components/section.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import type { HasView, View } from '../../web/ui/view.ts'
import type { Cure, Topic, TopicPage } from './library-cures.ts'

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
        <LibraryCureList cures={cures} topics={[topic]} />
        <p class="sso-fine">
          <Link href={rootHref}>{errorReference.listTitle}</Link>
        </p>
      </section>
    </Card>
  )
}

interface LibraryCureListProps {
  readonly cures: readonly Cure[]
  readonly topics: readonly Topic[]
}

/** Lists the setting for each library, always in English, and last the text for libraries without one. */
export function LibraryCureList({ cures, topics }: LibraryCureListProps, { view }: HasView): VNode {
  const { other, tried, read } = view.t.errorReference
  const facts = cures.map(({ library, cure, version, checked }) => {
    const note = checked === 'tried' ? tried({ version }) : read({ version })
    const mark = <small lang={view.locale} dir={view.dir}>{` (${note})`}</small>
    return [library, [marked(cure), mark]] as const
  })
  return (
    <>
      <div lang="en" dir="ltr">
        <DescriptionList small facts={facts} />
      </div>
      <DescriptionList small facts={[[other.title, marked(otherCure(view, topics))]]} />
    </>
  )
}

/** The parameters of the authorization request that a topic requires. */
const PARAMETERS: Partial<Readonly<Record<Topic, string>>> = {
  state: '`state`',
  nonce: '`nonce`',
  pkce: '`code_challenge`, `code_challenge_method=S256`',
}

function otherCure({ t }: View, topics: readonly Topic[]): string {
  const { request, title: _, ...other } = t.errorReference.other
  const parameters = topics.flatMap((topic) => PARAMETERS[topic] ?? [])
  const texts = Object.entries(other).flatMap(([topic, text]) => (topics.includes(topic as Topic) ? [text] : []))
  return [...(parameters.length === 0 ? [] : [request({ parameters: parameters.join(', ') })]), ...texts].join(' ')
}

/** Renders text between backticks as code. */
const marked = (text: string): readonly (VNode | string)[] =>
  text.split('`').map((part, at) => (at % 2 === 0 ? part : <code dir="ltr">{part}</code>))

/** Link to the page about an error or a topic. */
export const ExplanationLink = ({ rootHref, name }: { readonly rootHref: string; readonly name: string }): VNode => (
  <Link href={rootHref + name}>
    <code dir="ltr">{name}</code>
  </Link>
)
