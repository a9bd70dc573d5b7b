/** Parts shared by the access reviews of clients and users. */
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import type { Column } from '../../../web/ui/components/table.tsx'
import { dateWords } from '../../../web/ui/texts/format/time.ts'
import type { HasView, View, VNode } from '../../../web/ui/view.ts'

export interface ReviewDownloadProps {
  readonly csvHref: string
  readonly ndjsonHref: string
}

export function ReviewDownloads({ csvHref, ndjsonHref }: ReviewDownloadProps, { view: { t } }: HasView): VNode {
  return (
    <div class="sso-row">
      <ButtonLink href={csvHref}>{t.review.csv}</ButtonLink>
      <ButtonLink href={ndjsonHref}>{t.review.ndjson}</ButtonLink>
    </div>
  )
}

export interface AppUseProps {
  /** The day of the last use, without a time. */
  readonly lastUsed: Date | undefined
  readonly sessions: number
}

export function useColumns(view: View): readonly Column<AppUseProps>[] {
  const { review } = view.t
  const number = new Intl.NumberFormat(view.locale)
  return [
    {
      label: review.lastUsed,
      narrow: 'end',
      cell: ({ lastUsed }) => lastUsed && dateWords(view.locale, lastUsed, view.now),
    },
    { label: review.signedIn, numeric: true, cell: ({ sessions }) => number.format(sessions) },
  ]
}
