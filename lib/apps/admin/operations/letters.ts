import { detailIssue } from '../../../../policies/profile.ts'
import type { LetterEntry, LetterLedger } from '../../../domain/letters/letter-ledger.ts'
import { writeAudit } from '../../../domain/management/account-result.ts'
import { OUTCOMES } from '../../../domain/sessions/delivery-groups.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { redirect } from '../../../web/http/responses.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { type Names, namesOf } from '../shell/names.ts'
import { actorOf, assertMayChange, show } from '../shell/show.ts'
import { outcomeIn } from './deliveries.ts'
import { triesOf } from './delivery-list.ts'
import { type LetterRow, Letters } from './letters-view.tsx'
import type { OperationsRequest } from './services.ts'

const PAGE = 25

export async function showLetters(page: OperationsRequest, wrongAddress?: string): Promise<void> {
  const { query, services, href } = page
  const outcome = outcomeIn(query)
  const before = query.get('before') ?? undefined
  const state = outcome === undefined ? undefined : OUTCOMES[outcome]
  const { entries = [], next } = (await services.outbox.letterLedger?.list({ limit: PAGE, before, state })) ?? {}
  const names = await namesOf(
    page,
    entries.map(({ subject }) => subject).filter((sub) => sub !== ''),
    [],
  )
  const { t } = viewOf(page)
  const at = (parameters: { before?: string }): string =>
    withParameters(href('/letters'), { ...(outcome === undefined ? {} : { state: outcome }), ...parameters })
  await show(page, wrongAddress === undefined ? 200 : 422, Letters, {
    rows: entries.map((entry) => rowOf(entry, names, t.operations.letters)),
    outcome: outcome ?? 'all',
    mailer: services.node.mailer,
    retry: formAt(page, '/letters/retry'),
    test: formAt(page, '/letters/test'),
    wrongAddress,
    nextHref: next === undefined ? undefined : at({ before: next }),
    firstHref: before === undefined ? undefined : at({}),
  })
}

function rowOf(entry: LetterEntry, names: Names, t: Messages['operations']['letters']): LetterRow {
  const { id, kind, subject, state, createdAt } = entry
  return {
    id,
    kind,
    who: subject === '' ? undefined : names.who(subject),
    state,
    tries: triesOf(entry, ({ answer = '' }) => answer),
    answer: answerOf(entry, t),
    createdAt: new Date(createdAt),
  }
}

/** Portico's own reasons are translated; a mail server's response is shown unchanged. */
function answerOf(
  { lastError, lastAnswer }: Pick<LetterEntry, 'lastError' | 'lastAnswer'>,
  { reasons }: Messages['operations']['letters'],
): string | undefined {
  if (lastError === undefined) return lastAnswer
  return Object.hasOwn(reasons, lastError) ? reasons[lastError as keyof typeof reasons] : lastError
}

const ledgerOf = ({ services }: OperationsRequest): LetterLedger | undefined => services.outbox.letterLedger

/** POST /letters/retry: one email by id. */
export async function retryLetter(page: OperationsRequest): Promise<void> {
  assertMayChange(page)
  const t = viewOf(page).t.operations.letters
  const id = page.form.get('id') ?? ''
  const letter = await ledgerOf(page)?.find(id)
  const outcome = (await ledgerOf(page)?.retry(id)) ?? 'missing'
  if (outcome !== 'queued') {
    const text = { missing: t.gone, delivered: t.sent, underway: t.underway }[outcome]
    return redirectWithFlash(page, '/letters', 'info', text)
  }
  await writeAudit(page.services.audit, actorOf(page), {
    event: 'letter.retried',
    ...(letter === undefined || letter.subject === '' ? {} : { user: letter.subject }),
  })
  await redirectWithFlash(page, '/letters', 'ok', t.retried)
}

/** POST /letters/test: sends one email to an email address, and shows the mail server's response. */
export async function testLetter(page: OperationsRequest): Promise<void> {
  assertMayChange(page)
  const view = viewOf(page)
  const t = view.t.operations.letters
  if (ledgerOf(page) === undefined) return redirect(page.context, page.href('/letters'))
  const to = (page.form.get('to') ?? '').trim()
  if (to === '' || detailIssue('email', to) !== undefined) return showLetters(page, to)
  const letter = await ledgerOf(page)?.sendTest(to, view.locale)
  await writeAudit(page.services.audit, actorOf(page), { event: 'letter.tested' })
  const answer = letter === undefined ? undefined : answerOf(letter, t)
  if (letter?.state === 'delivered') {
    const text = t.tested({ address: isolate(to), answer: answer ?? '' })
    return redirectWithFlash(page, '/letters', 'ok', text)
  }
  await redirectWithFlash(
    page,
    '/letters',
    letter?.state === 'failed' ? 'danger' : 'info',
    answer === undefined ? t.testWaits : t.testFailed({ answer }),
  )
}
