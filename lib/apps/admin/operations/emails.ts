import { detailIssue } from '../../../../policies/profile.ts'
import { typedName } from '../../../../policies/username.ts'
import { defined } from '../../../config/data/defined.ts'
import type { EmailEntry, EmailLedger } from '../../../domain/emails/email-ledger.ts'
import { writeAudit } from '../../../domain/management/account-result.ts'
import { OUTCOMES } from '../../../domain/sessions/delivery-groups.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { redirect } from '../../../web/http/responses.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { answerOf } from '../shell/email-answer.ts'
import { type Names, namesOf } from '../shell/names.ts'
import { actorOf, assertMayChange, show } from '../shell/show.ts'
import { outcomeIn } from './deliveries.ts'
import { triesOf } from './delivery-list.ts'
import { type EmailRow, Emails } from './emails-view.tsx'
import type { OperationsRequest } from './services.ts'
import { shortMailer } from './short-path.ts'

const PAGE = 25

/** What the list is limited to, in the page's URL and in the form of each email. */
function filterIn(query: Pick<URLSearchParams, 'get'>) {
  const state = outcomeIn(query)
  const user = query.get('user')?.trim().slice(0, 200) || undefined
  return defined({ user, state })
}

export async function showEmails(page: OperationsRequest, wrongAddress?: string): Promise<void> {
  const { query, services, href } = page
  const filter = filterIn(query)
  const { state: outcome, user: subject } = filter
  const before = query.get('before') ?? undefined
  const state = outcome === undefined ? undefined : OUTCOMES[outcome]
  const { entries = [], next } =
    (await services.outbox.emailLedger?.list({ limit: PAGE, before, state, subject })) ?? {}
  const names = await namesOf(
    page,
    [subject, ...entries.map((entry) => entry.subject)].filter((sub) => sub !== ''),
    [],
  )
  const { t } = viewOf(page)
  const at = (parameters: { before?: string }): string => withParameters(href('/emails'), { ...filter, ...parameters })
  await show(page, wrongAddress === undefined ? 200 : 422, Emails, {
    rows: entries.map((entry) => rowOf(entry, names, t.operations.emails)),
    outcome: outcome ?? 'all',
    user: subject === undefined ? undefined : { sub: subject, name: names.who(subject).name },
    mailer: services.node.mailer && shortMailer(services.node.mailer),
    retry: formAt(page, '/emails/retry', filter),
    test: formAt(page, '/emails/test'),
    wrongAddress,
    nextHref: next === undefined ? undefined : at({ before: next }),
    previousHref: before === undefined ? undefined : at({}),
  })
}

function rowOf(entry: EmailEntry, names: Names, t: Messages['operations']['emails']): EmailRow {
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

const ledgerOf = ({ services }: OperationsRequest): EmailLedger | undefined => services.outbox.emailLedger

/** POST /emails/retry: retries one email by ID. */
export async function retryEmail(page: OperationsRequest): Promise<void> {
  assertMayChange(page)
  const t = viewOf(page).t.operations.emails
  const id = page.form.get('id') ?? ''
  const back = withParameters('/emails', filterIn({ get: (name) => page.form.get(name) ?? null }))
  const email = await ledgerOf(page)?.find(id)
  const outcome = (await ledgerOf(page)?.retry(id)) ?? 'missing'
  if (outcome !== 'queued') {
    const text = { missing: t.gone, delivered: t.sent, underway: t.underway }[outcome]
    return redirectWithFlash(page, back, 'info', text)
  }
  await writeAudit(page.services.audit, actorOf(page), {
    event: 'email.retried',
    ...(email === undefined || email.subject === '' ? {} : { user: email.subject }),
  })
  await redirectWithFlash(page, back, 'ok', t.retried)
}

/** POST /emails/test: sends a test email to the given address and shows the mail server's response. */
export async function testEmail(page: OperationsRequest): Promise<void> {
  assertMayChange(page)
  const view = viewOf(page)
  const t = view.t.operations.emails
  if (ledgerOf(page) === undefined) return redirect(page.context, page.href('/emails'))
  const to = typedName(page.form.get('to') ?? '')
  if (to === '' || detailIssue('email', to) !== undefined) return showEmails(page, to)
  const email = await ledgerOf(page)?.sendTest(to, view.language)
  await writeAudit(page.services.audit, actorOf(page), { event: 'email.tested' })
  const answer = email === undefined ? undefined : answerOf(email, t)
  if (email?.state === 'delivered') {
    const text = t.tested({ address: isolate(to), answer: answer ?? '' })
    return redirectWithFlash(page, '/emails', 'ok', text)
  }
  await redirectWithFlash(
    page,
    '/emails',
    email?.state === 'failed' ? 'danger' : 'info',
    answer === undefined ? t.testWaits : t.testFailed({ answer }),
  )
}
