/** The setting of each library. Always in English, like code. */
import type { VNode } from 'preact'
import { DescriptionList } from '../../web/ui/components/section.tsx'
import type { Cure } from './library-cures.ts'

export const LibraryCureList = ({ cures }: { readonly cures: readonly Cure[] }): VNode => (
  <div lang="en" dir="ltr">
    <DescriptionList small facts={cures.map(({ library, cure }) => [library, marked(cure)])} />
  </div>
)

/** Renders text between backticks as code. */
const marked = (text: string): readonly (VNode | string)[] =>
  text.split('`').map((part, at) => (at % 2 === 0 ? part : <code>{part}</code>))
