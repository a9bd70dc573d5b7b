/** One round through all letters, as users go through them. */
import { letterOutbox } from '../../lib/domain/letters/letter-outbox.ts'
import { person } from '../support/actors.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { CONF } from '../support/fixtures.ts'
import type { Idp } from '../support/idp.ts'
import { forget, linkIn, pageOf } from '../support/letters.ts'
import type { MailServer, ReceivedLetter } from '../support/mail-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'
import { audited, visitor } from './portal-visitor.ts'

const FORGOTTEN = 'a password to be forgotten'
const CHOSEN = { new_password: 'a password chosen by letter', repeat: 'a password chosen by letter' }

/**
 * Forgotten, with a server that refuses it at first; chosen anew; links that do not work any more; invited; another address; "This was not
 * me". @param slip what somebody types into the field of the user name
 */
export async function roundOfLetters(idp: Idp, mail: MailServer, slip: string): Promise<void> {
  const given = new Set<ReceivedLetter>()
  const letterWith = async (page: string): Promise<string> => {
    const isNew = (letter: ReceivedLetter): boolean => !given.has(letter) && letter.text.includes(`/${page}?link=`)
    await until(async () => mail.letters.some(isNew))
    const found = mail.letters.find(isNew) as ReceivedLetter
    given.add(found)
    return linkIn(found)
  }
  const open = async (link: string): Promise<Page> => pageOf(await openBrowser(idp).visit(link))
  const press = async (page: Page, fields: Readonly<Record<string, string>> = {}): Promise<Page> =>
    pageOf(await openBrowser(idp).submit(page, fields))

  const { accounts, storage } = idp.portico
  const outbox = letterOutbox(storage.deliveries, { now: idp.clock.now, wake: () => {} })
  const details = { name: 'Carol Ng', email: 'carol@example.com', email_verified: true }
  const carol = await accounts?.invite('carol', details)
  const guest = await accounts?.inviteByLetter('guest', { email: 'guest@example.com' })
  if (carol?.outcome !== 'created' || guest?.outcome !== 'created') throw new Error('not invited')
  await accounts?.changePassword(carol.account.sub, FORGOTTEN)

  await person(idp, { username: 'carol', password: FORGOTTEN }).signIn(relyingParty(idp, CONF))
  await letterWith('not-me')
  // The server repeats the address.
  mail.behave('refuse')
  await forget(idp, 'carol')
  await until(async () => (await storage.deliveries.list(undefined, 1))[0]?.state === 'failed')
  mail.behave('accept')
  await forget(idp, slip)
  await forget(idp, 'carol@example.com')
  const recovery = await letterWith('recovery')
  const page = await open(recovery)
  await press(page, { new_password: 'short', repeat: 'short' })
  await press(page, CHOSEN)
  const notMe = await letterWith('not-me')
  // Used, of another page, altered, without the proof that the form was shown, of no page at all.
  for (const link of [recovery, recovery.replace('/recovery/recovery', '/recovery/not-me'), `${recovery}A`])
    await open(link)
  await press(page, CHOSEN)
  const token = new URL(notMe).searchParams.get('link') ?? ''
  await openBrowser(idp).go('/recovery/not-me', { body: { link: token } })
  await openBrowser(idp).go(`/recovery/nothing?link=${token}`)
  await openBrowser(idp).go(`/authorize?link=${token}`)

  await outbox.queue({ kind: 'invitation', subject: guest.account.sub })
  await press(await open(await letterWith('invitation')), CHOSEN)
  const portal = visitor(idp, { username: 'guest', password: CHOSEN.new_password })
  await portal.press(await portal.open('/profile/edit'), { to: '/profile' }, { email: 'guest@new.example' })
  await press(await open(await letterWith('address')))
  await audited(idp, 'account.address-proved', guest.account.sub)
  await press(await open(notMe))
  await audited(idp, 'account.secured', carol.account.sub)
  await until(async () => mail.letters.filter(({ envelope }) => envelope.to[0]?.startsWith('guest')).length >= 3)
}
