/** Sentences that describe an issue with a client, for the panel, the command line, and the rehearsal. */
import { type ClientIssue, namedIn } from '../../../../policies/client-registration.ts'
import { browserForm } from '../../../../policies/redirect-uri.ts'
import type { Messages } from './catalogue.ts'

type Texts = Messages['issues']['client']
type Sentence = string | ((values: { readonly label: string; readonly role: string }) => string)

/** @param clientId as the user entered it, to find the cause of the issue */
export function clientIssueText(issue: ClientIssue, texts: Texts, clientId?: string): string {
  const sentence = sentenceOf(issue, texts, clientId)
  if (typeof sentence === 'string') return sentence
  const labels: Readonly<Partial<Record<ClientIssue['field'], string>>> = texts.labels
  const text = sentence({ label: labels[issue.field] ?? '', role: ('role' in issue ? issue.role : undefined) ?? '' })
  const form = wantedForm(issue)
  return form === undefined ? text : texts.writeAs({ text, form })
}

/** The URI of the issue as browsers write it, if that is what is wrong. */
export const wantedForm = (issue: ClientIssue): string | undefined =>
  (issue.code === 'origin-form' || issue.code === 'characters') && 'uri' in issue && issue.uri !== undefined
    ? browserForm(issue.uri)
    : undefined

function sentenceOf(issue: ClientIssue, texts: Texts, clientId: string | undefined): Sentence {
  switch (issue.field) {
    case 'clientId': {
      const isAllowed = issue.code === 'characters' && clientId !== undefined && /^[a-z0-9-]*$/.test(clientId)
      return isAllowed ? texts.clientId.ends : texts.clientId[issue.code]
    }
    case 'clientName':
    case 'ownerEmail':
      return texts[issue.field][issue.code]
    case 'scopes':
      return texts.scopes[issue.code]
    case 'access':
      return texts.access[issue.code]
    case 'icon':
      return texts.icon[issue.code]
    case 'backend':
      return texts.backend[issue.code]
    default:
      return texts.address[issue.code]
  }
}

/** The issue as a line for the command line, including the URL it is about. */
export function clientIssueLine(issue: ClientIssue, texts: Texts): string {
  const text = clientIssueText(issue, texts)
  const address = issue.field === 'access' ? undefined : namedIn(issue)
  const about = address === undefined || address === '' ? '' : ` (${address})`
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}${about}`
}
