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
      {GROUPS.map((group) => (
        <Errors
          title={errorReference.groups[group]}
          rootHref={rootHref}
          errors={REFS.filter((ref) => groupOf(ref) === group).map((ref) => [ref, explainErrorRef(view.t, ref)?.title])}
        />
      ))}
      <Errors
        title={errorReference.topicsTitle}
        rootHref={rootHref}
        errors={topics.map((topic) => [topic, errorReference.topics[topic].title])}
      />
    </Card>
  )
}

interface ErrorsProps extends Pick<ErrorListProps, 'rootHref'> {
  readonly title: string
  readonly errors: readonly (readonly [name: ErrorRef | TopicPage, title: string | undefined])[]
}

const Errors = ({ title, rootHref, errors }: ErrorsProps): VNode => (
  <section class="sso-errors">
    <h2>{title}</h2>
    <DescriptionList
      small
      facts={errors.map(([name, text]) => [<ExplanationLink rootHref={rootHref} name={name} />, text])}
    />
  </section>
)

const REFS = (Object.keys(REFERENCES) as ErrorRef[]).toSorted()
const GROUPS = ['signIn', 'token', 'logout', 'gate', 'upstream', 'request'] as const
/** The first match counts. All other errors are of a sign-in. */
const PATTERNS: readonly (readonly [group: (typeof GROUPS)[number], refs: RegExp])[] = [
  ['gate', /^(?:gate|sign_in_required|step_up|too_weak)/],
  ['upstream', /^(?:upstream|logout_token)/],
  ['logout', /logout|^ticket/],
  ['request', /^(?:parameter|content_type|body|address|method|too_many|not_|store|directory)/],
  ['token', /^(?:token|refresh|code|several|grant_type|openid_scope|session|consent_withdrawn|second_factor|account)/],
  ['token', /^(?:client|invalid_client|invalid_grant|unauthorized|public_client|pkce_mismatch)/],
]

const groupOf = (ref: ErrorRef): (typeof GROUPS)[number] => PATTERNS.find(([, refs]) => refs.test(ref))?.[0] ?? 'signIn'
